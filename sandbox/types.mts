// The whole contract of the sandbox: what it is started with, and what it then is.
import type {
	ConversationOptions,
	DeliveryOptions,
	LoggedDelivery,
	RegistrationRules,
	SandboxRegistration,
} from './events/event-types.mts';
import type { ActiveFault, FaultName, FaultOptions } from './faults/fault-types.mts';
import type {
	IdentityMemory,
	IdentityServer,
	SandboxClient,
	SandboxUser,
	TokenLifetimes,
} from './identity/identity-types.mts';

export type * from './events/event-types.mts';
export type * from './faults/fault-types.mts';
export type * from './identity/identity-types.mts';

/** One HTTP request as a server of the sandbox received it. Header names are lower case. */
export interface RecordedRequest {
	at: string;
	method: string;
	/** Without the query. */
	path: string;
	query: Record<string, string>;
	headers: Record<string, string>;
	/** The body as text, `''` if there was none. */
	body: string;
	/** The parsed form of an `application/x-www-form-urlencoded` body, else `{}`. */
	form: Record<string, string>;
	/** Status of the answer; 0 if the connection was dropped. */
	status: number;
}

export interface SandboxOptions {
	/** Default 0: the system selects. */
	port?: number;
	/**
	 * An identity server of the user's own, with its realm, in place of the sandbox's. The API checks
	 * tokens by its keys and takes users as they name them; deliveries carry no token by themselves.
	 */
	identityServerUrl?: string;
	identityPort?: number;
	realm?: string;
	/** Exact redirect URIs of the two default applications. */
	redirectUris?: string[];
	/** Default: one public (`sandbox-public`) and one confidential (`sandbox-confidential`). */
	clients?: SandboxClient[];
	users?: SandboxUser[];
	audience?: string;
	/** See `IdentityOptions`. */
	identityMemory?: IdentityMemory;
	languageParameters?: string[];
	refreshesIdToken?: boolean;
	lifetimes?: Partial<TokenLifetimes>;
	registrationRules?: Partial<RegistrationRules>;
	/** Waits before the second and each further attempt of a delivery. Default [1000, 5000, 30000]. */
	retryDelaysMs?: number[];
	/** The longest wait that a receiver's Retry-After may ask for. Default 30000. */
	maxRetryAfterMs?: number;
	/** How long one attempt of a delivery may take. Default 30000. */
	deliveryTimeoutMs?: number;
	/** The clock for records and the expiry of recordings. Default: the system's. */
	now?: () => Date;
	/** Start of the seed sequence for conversations. Default 1. */
	seed?: number;
}

/** The whole contract of the sandbox. */
export interface Sandbox {
	/** API base URL and web app: `http://127.0.0.1:<port>`, no trailing slash. */
	url: string;
	/** Identity server with its realm, no trailing slash. */
	identityServerUrl: string;
	identity: IdentityServer;
	clients: { public: SandboxClient; confidential: SandboxClient };
	user: SandboxUser;
	/** Everything the API and the identity server received, in order; not the sandbox's own page. */
	requests: RecordedRequest[];
	registrations: SandboxRegistration[];
	deliveries: LoggedDelivery[];
	/** Calls of the documentation-only event endpoint. Must stay empty. */
	trappedCalls: RecordedRequest[];
	/** The faults that are switched on. */
	faults: ActiveFault[];
	/**
	 * Generates a record of a finished conversation without delivering it. The same seed and end give
	 * the same record; links to recordings also depend on the sandbox's address and clock.
	 */
	createRecord(options?: ConversationOptions): Record<string, unknown>;
	/** Finishes a conversation: resolves when every registered URL has answered or its retries are used up. */
	finishConversation(
		options?: ConversationOptions & { delivery?: DeliveryOptions },
	): Promise<{ record: Record<string, unknown>; deliveries: LoggedDelivery[] }>;
	/**
	 * Delivers any body to every URL that is registered for the event, with the same retries and the same
	 * log. Each delivery is in the log at once, as pending.
	 */
	deliver(record: Record<string, unknown>, options?: DeliveryOptions): Promise<LoggedDelivery[]>;
	setRegistrationRules(rules: Partial<RegistrationRules>): void;
	switchOnFault(name: FaultName, options?: FaultOptions): Promise<void>;
	clearFaults(): void;
	reset(): Promise<void>;
	close(): Promise<void>;
}
