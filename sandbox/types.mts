import type { Middleware } from 'koa';

/** Lifetimes of the identity server's tokens, in seconds. Defaults: part 8 of the interface document. */
export interface TokenLifetimes {
	/** Default 86400. */
	accessTokenSeconds: number;
	/** Offline refresh token, idle time. Default 2592000. */
	refreshTokenSeconds: number;
	/** Browser session; a refresh token without `offline_access` ends with it. Default 86400. */
	sessionSeconds: number;
	/** Default 60. */
	authorizationCodeSeconds: number;
}

/** An OAuth application as part 2.1 has it. A confidential one has a secret, a public one has none. */
export interface SandboxClient {
	clientId: string;
	clientSecret?: string;
	redirectUris: string[];
}

/** Somebody who can sign in at the identity server. */
export interface SandboxUser {
	/** The `sub` of the user's tokens. */
	id: string;
	username: string;
	password: string;
	name: string;
	email: string;
}

/** One HTTP request as a server of the sandbox received it. Header names are lower case. */
export interface RecordedRequest {
	at: string;
	method: string;
	/** Without the query. */
	path: string;
	query: Record<string, string>;
	headers: Record<string, string>;
	/** The body as text, `''` where there was none. */
	body: string;
	/** The parsed form of an `application/x-www-form-urlencoded` body, else `{}`. */
	form: Record<string, string>;
	/** Status of the answer; 0 where the connection was dropped. */
	status: number;
}

export interface TokenSet {
	access_token: string;
	expires_in: number;
	refresh_token: string;
	refresh_expires_in: number;
	id_token?: string;
	token_type: 'Bearer';
	scope: string;
}

export interface IdentityOptions {
	/** Default 0: the system chooses. */
	port?: number;
	/** Path segment of `/realms/<realm>`. Default `voice-agent`. */
	realm?: string;
	clients: SandboxClient[];
	users: SandboxUser[];
	/** `aud` of access tokens: the API base address checks it. Default `voice-agent-api`. */
	audience?: string;
	/**
	 * Authorize parameters that choose the language of the login page, first match wins. Default
	 * `['ui_locales']`, as a real Keycloak; a kinder server also reads `kc_locale` or `idp_locale`.
	 */
	languageParameters?: string[];
	/** Whether a refresh gives a new ID token as well, which part 4.2 does not promise. Default false. */
	renewsIdToken?: boolean;
	lifetimes?: Partial<TokenLifetimes>;
	/** Runs before every route: named faults and recording. */
	before?: Middleware[];
}

/** The running identity server. */
export interface IdentityServer {
	/** Issuer, with the realm, no trailing slash: `http://127.0.0.1:<port>/realms/<realm>`. */
	url: string;
	audience: string;
	/** `false`: it belongs to the user, and every method that changes it or signs with its keys throws. */
	isOwn: boolean;
	/** The JWKS as served, for the API's own checks. */
	jwks(): Promise<{ keys: Record<string, unknown>[] }>;
	/** Tokens as a finished sign-in would give, without a browser. */
	issueTokens(options?: {
		userId?: string;
		clientId?: string;
		scope?: string;
		expiresInSeconds?: number;
	}): Promise<TokenSet>;
	/** A JWT signed by the current key with these claims over `iss`, `iat`, `exp` (5 minutes) and `jti`. */
	signJwt(claims: Record<string, unknown>): Promise<string>;
	/** Whether the API must refuse this access token although it verifies (fault "revoked"). */
	isRevoked(accessToken: string): boolean;
	/** Every access token given out so far is refused by the API from now on. */
	revokeAccessTokens(): void;
	/** Every refresh token given out so far is refused from now on. */
	revokeRefreshTokens(): void;
	/** New tokens are signed by a new key; the old key is no longer served. */
	rotateKeys(): Promise<void>;
	/** Replaces the registered applications (the redirect URI of an n8n is known late). */
	setClients(clients: SandboxClient[]): void;
	setLifetimes(lifetimes: Partial<TokenLifetimes>): void;
	/** Ends the browser sessions of a user, as a log-out in the web application does. */
	endBrowserSessions(userId: string): Promise<void>;
	/** Back to the state after start: sessions, tokens, lifetimes, keys. Address and clients stay. */
	reset(): Promise<void>;
	close(): Promise<void>;
}

export interface SandboxRegistration {
	id: string;
	userId: string;
	url: string;
	/** The whole body as it came. */
	body: Record<string, unknown>;
	created_at: string;
}

export interface DeliveryAttempt {
	at: string;
	/** HTTP status of the answer, 0 where no answer came. */
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
	conversationId: string;
	shape: 'A' | 'B';
	attempts: DeliveryAttempt[];
	/** `delivered` on 2xx, `failed` once the retries are used up. */
	state: 'pending' | 'delivered' | 'failed';
}

/** What a finished conversation should look like; everything else follows from the seed. */
export interface ConversationOptions {
	shape?: 'A' | 'B';
	/** Number of history entries. Default 8. */
	turns?: number;
	/** Default: the next number of the sandbox's own sequence. */
	seed?: number;
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
	/** `Bearer <JWT>` by default; a string is sent as the header as it is, `null` sends none. */
	authorization?: string | null;
	/** Further or replaced headers; `null` leaves a header out. */
	headers?: Record<string, string | null>;
	/** Sends `X-Webhook-Signature: sha256=<hex HMAC-SHA256 of the body>`. */
	signingSecret?: string;
}

/** What the sandbox's API wants in the body of POST /api/Webhooks (the document shows no field). */
export interface RegistrationRules {
	/** Name of the field that holds the URL. Default `url`. */
	urlField: string;
	/** Fields that must be present. Default: the URL field alone. */
	requiredFields: string[];
}

/**
 * Named faults. `target` is a route family (default: every route of both servers; the page and its
 * control endpoints never meet a fault); `times` is how many requests meet it (default: until cleared).
 *
 * - `token-revoked`, `token-expired`: at once and for good, the API answers 401 to every access token
 *   given out so far; with target `token` refresh tokens given out so far are refused as well.
 * - `key-rotation`: at once, see `IdentityServer.rotateKeys`.
 * - `away`: the whole server that the target belongs to (default: both) closes connections unanswered.
 */
export type FaultName =
	| 'status'
	| 'delay'
	| 'broken-json'
	| 'dropped-connection'
	| 'too-many-requests'
	| 'token-revoked'
	| 'token-expired'
	| 'key-rotation'
	| 'away';

export type FaultTarget =
	| 'users-me'
	| 'webhooks'
	| 'recordings'
	| 'discovery'
	| 'auth'
	| 'token'
	| 'userinfo'
	| 'logout'
	| 'certs';

export interface FaultOptions {
	target?: FaultTarget;
	times?: number;
	/** For `status` (default 500) and `broken-json` (default 200). */
	status?: number;
	/** Default 1000. */
	delayMilliseconds?: number;
	/** Default 1. */
	retryAfterSeconds?: number;
	/** Default: a problem in JSON; for `broken-json` a JSON text that stops in the middle. */
	body?: string;
	/** Default `application/json`. */
	contentType?: string;
	/** Further headers of the fault's answer, such as `location`. */
	headers?: Record<string, string>;
	/**
	 * Whether the request takes effect before the fault spoils its answer. Default false. A recording
	 * (a streamed answer) is stalled or dropped after its first bytes.
	 */
	afterEffect?: boolean;
	/**
	 * For `away`: the API stops listening until the faults are cleared, so that connections are refused
	 * instead of closed. Its page is away then too.
	 */
	refuseConnections?: boolean;
}

/** A fault that is switched on. */
export interface ActiveFault {
	name: FaultName;
	options: FaultOptions;
	/** How many more requests meet it; `null`: until cleared. */
	remaining: number | null;
}

export interface SandboxOptions {
	/** Default 0: the system chooses. */
	port?: number;
	/**
	 * An identity server of the user's own, with its realm, in place of the sandbox's. The API checks
	 * tokens by its keys and takes users as they name them; deliveries carry no token by themselves.
	 */
	identityUrl?: string;
	identityPort?: number;
	realm?: string;
	/** Exact redirect URIs of the two default applications. */
	redirectUris?: string[];
	/** Default: one public (`sandbox-public`) and one confidential (`sandbox-confidential`). */
	clients?: SandboxClient[];
	users?: SandboxUser[];
	audience?: string;
	/** See `IdentityOptions`. */
	languageParameters?: string[];
	renewsIdToken?: boolean;
	lifetimes?: Partial<TokenLifetimes>;
	registrationRules?: Partial<RegistrationRules>;
	/** Waits before the second and each further attempt of a delivery. Default [1000, 5000, 30000]. */
	retryDelaysMilliseconds?: number[];
	/** The longest wait that a receiver's Retry-After may ask for. Default 30000. */
	maximumRetryAfterMilliseconds?: number;
	/** How long one attempt of a delivery may take. Default 30000. */
	deliveryTimeoutMilliseconds?: number;
	/** The clock for records and the expiry of recordings. Default: the system's. */
	now?: () => Date;
	/** Start of the seed sequence for conversations. Default 1. */
	seed?: number;
}

/** The whole contract of the sandbox. */
export interface Sandbox {
	/** API base address and web application: `http://127.0.0.1:<port>`, no trailing slash. */
	url: string;
	/** Identity server with its realm, no trailing slash. */
	identityUrl: string;
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
	/** Delivers any body to every registered URL, with the same retries and the same log. */
	deliver(record: Record<string, unknown>, options?: DeliveryOptions): Promise<LoggedDelivery[]>;
	setRegistrationRules(rules: Partial<RegistrationRules>): void;
	switchOnFault(name: FaultName, options?: FaultOptions): Promise<void>;
	clearFaults(): void;
	reset(): Promise<void>;
	close(): Promise<void>;
}
