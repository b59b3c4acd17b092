// The whole contract of the sandbox: what it is started with, and what it then is.
import type { DialogueName } from './dialogues/dialogues.mts';
import type { ActiveFault, FaultName, FaultOptions } from './faults/faults.mts';
import type {
	IdentityMemory,
	IdentityServer,
	SandboxClient,
	SandboxUser,
	TokenLifetimes,
	Wait,
} from './identity/identity-types.mts';

export type { ActiveFault, FaultName, FaultOptions, FaultTarget } from './faults/faults.mts';
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
	 * tokens by its keys and takes users as they name them; deliveries carry no token.
	 */
	identityServerUrl?: string;
	identityPort?: number;
	/** Exact redirect URIs of the two applications, `sandbox-public` and `sandbox-confidential`. */
	redirectUris?: string[];
	users?: SandboxUser[];
	/** Default: `voice-agent-api`. */
	audience?: string;
	/** See `IdentityOptions`. */
	identityMemory?: IdentityMemory;
	lifetimes?: Partial<TokenLifetimes>;
	/** Waits before the second and each further attempt of a delivery. Default [1000, 5000, 30000]. */
	retryDelaysMs?: number[];
	/** The longest wait that a receiver's Retry-After may ask for. Default 30000. */
	maxRetryAfterMs?: number;
	/** The clock for records and the expiry of recordings. Default: the system's. */
	now?: () => Date;
	/** Start of the seed sequence for conversations. Default 1. */
	seed?: number;
	/** Names of the dialects that are spoken, of `sandbox/dialects`. Default: none. */
	dialects?: readonly string[];
	/** Waits between attempts and before slow answers. Default: so long. */
	wait?: Wait;
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
	/** Names of the dialects of the start. */
	dialects: readonly string[];
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
	/** Replaces the dialects that are spoken. The issuer stays the one of the start. */
	setDialects(names: readonly string[]): void;
	switchOnFault(name: FaultName, options?: FaultOptions): Promise<void>;
	clearFaults(): void;
	reset(): Promise<void>;
	close(): Promise<void>;
}

export interface SandboxRegistration {
	id: string;
	userId: string;
	url: string;
	/** The whole body as it came; `enabled` changes when the webhook is disabled or enabled later. */
	body: Record<string, unknown>;
	created_at: string;
	/** Name of the workflow behind the URL, `''` if nobody knows it; the service does not. */
	workflow?: string;
}

export interface DeliveryAttempt {
	at: string;
	/** HTTP status of the answer, 0 if no answer came. */
	status: number;
	/** The first 2,000 characters of the answer's body, or why none came. */
	answer: string;
}

/** One entry of the delivery log: one event to one registered URL, with every attempt. */
export interface LoggedDelivery {
	id: string;
	registrationId: string;
	url: string;
	event: string;
	/** Name of the conversation's agent, `''` if the record has none. */
	agent: string;
	/** What the conversation is about, as the page offers it; `''` if it was not made here. */
	kind: string;
	/** The number of who called, `''` if no telephone was involved. */
	caller: string;
	conversationId: string;
	shape: 'A' | 'B';
	attempts: DeliveryAttempt[];
	/** `delivered` on 2xx, `failed` once the retries are used up. */
	state: 'pending' | 'delivered' | 'failed';
}

/** What a finished conversation should look like; everything else follows from the seed. */
export interface ConversationOptions {
	shape?: 'A' | 'B';
	/**
	 * A conversation that makes sense from end to end. It is as it was written: `turns`, `outcome`,
	 * `everyField` and what begins with `with` are for a conversation that is made up, the default.
	 */
	dialogue?: DialogueName;
	/** Number of history entries. Default 8. */
	turns?: number;
	/** Default: the next number of the sandbox's own sequence. */
	seed?: number;
	/** Default `completed`. With `no_answer` nobody speaks and nothing is recorded, whatever else is asked for. */
	outcome?: 'completed' | 'failed' | 'no_answer';
	withTools?: boolean;
	withHandoff?: boolean;
	withInterruptions?: boolean;
	withTestRun?: boolean;
	withCampaign?: boolean;
	withRecording?: boolean;
	/** Seconds until `audio_url` expires, from now. Default 3600; 0 or less has expired already. */
	recordingExpiresInSeconds?: number;
	/** Size of each served recording file, streamed, whatever the turns last. Default: as long as the turns. */
	recordingBytes?: number;
	/** When the conversation ended (ISO 8601). Default: a moment ago, by the sandbox's clock. */
	endedAt?: string;
	/** Switches every feature on and gives every field of parts 2.5 to 2.9 a value (8 turns or more). */
	everyField?: boolean;
	/** Merged over the generated record at top level; `undefined` removes a field. */
	overrides?: Record<string, unknown>;
}

export interface DeliveryOptions {
	/** Default `ConversationComplete`. */
	event?: string;
	/** Sends `X-Webhook-Signature: sha256=<hex HMAC-SHA256 of the body>`. */
	signingSecret?: string;
}
