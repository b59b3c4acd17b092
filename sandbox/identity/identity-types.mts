import type { JSONWebKeySet, JWK } from 'jose';
import type { Middleware } from 'koa';

/** Lifetimes of the identity server's tokens, in seconds. Defaults: part 8 of the interface document. */
export interface TokenLifetimes {
	/** Default 86400. */
	accessTokenSeconds: number;
	/** Offline refresh token, idle time. Default 2592000. */
	refreshTokenSeconds: number;
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

export interface TokenSet {
	access_token: string;
	expires_in: number;
	refresh_token: string;
	refresh_expires_in: number;
	id_token?: string;
	token_type: 'Bearer';
	scope: string;
}

export type StoredPayload = Record<string, unknown>;

/** What an identity server has made and granted, as JSON: a later one that gets it takes the tokens of this one. */
export interface IdentityMemory {
	/** The RS256 key of the realm, private. */
	signingKey: JWK;
	/** The library's models (sessions, grants, codes, tokens) by model name and id. */
	models: Record<string, Record<string, StoredPayload>>;
	/** `jti` of access tokens that the API must reject. */
	revoked: string[];
	/** JWTs by the token that an application has in their place. */
	opaque: Record<string, string>;
}

/** Tokens as they are sent: a dialect may leave one out or write one otherwise. */
export type SentTokens = { [Name in keyof TokenSet]?: unknown };

/** What a dialect of the sign-in can use. */
export interface TokenTools {
	signJwt: IdentityServer['signJwt'];
	clientSecret: string | undefined;
	/** A token in place of the JWT, which the service then reads in its place. Default: one that says nothing. */
	hideJwt(jwt: string, token?: string): string;
}

/** What becomes of the identity server's own answer, once the request has taken effect. */
export interface IdentityAnswer {
	/** Default: the answer is its own. */
	status?: number;
	headers?: Record<string, string>;
	body?: unknown;
	/** In place of `body`. */
	change?(body: Record<string, unknown>): unknown;
	delayMs?: number;
}

/** How the server does what the interface document leaves open. */
export interface IdentityWays {
	/** The host of the issuer, which is not that of the address. */
	issuerHost?: string;
	rotatesRefreshTokens: boolean;
	/** What a sign-in must also send. Only the check knows these parameters and scopes. */
	signInNeeds?: { parameter?: string; scope?: string };
	/** By the last segment of the path. */
	identityAnswers: Readonly<Record<string, IdentityAnswer>>;
}

export interface IdentityChanges {
	tokens(tokens: SentTokens, tools: TokenTools): SentTokens | Promise<SentTokens>;
}

/** How the server speaks. */
export interface IdentitySpeech {
	ways: IdentityWays;
	changes: IdentityChanges;
}

/** Rejects if the signal ends it. */
export type Wait = (milliseconds: number, signal?: AbortSignal) => Promise<unknown>;

export interface IdentityOptions {
	/** Default 0: the system selects. */
	port?: number;
	clients: SandboxClient[];
	users: SandboxUser[];
	/** `aud` of access tokens: the API base URL checks it. */
	audience: string;
	lifetimes?: Partial<TokenLifetimes>;
	/** Of an earlier identity server. Default: new keys, and nothing granted. */
	memory?: IdentityMemory;
	/** Runs before every route: named faults and recording. */
	before?: Middleware[];
	/** How the server speaks now. */
	speech: () => IdentitySpeech;
	wait: Wait;
}

export interface IssueOptions {
	/** Default: the first application. */
	clientId?: string;
	/** Of the access token. */
	expiresInSeconds?: number;
}

/** The running identity server. */
export interface IdentityServer {
	/** Address, with the realm, no trailing slash: `http://127.0.0.1:<port>/realms/<realm>`. */
	url: string;
	/** `iss` of its tokens: the address, unless a dialect says otherwise. */
	issuer: string;
	audience: string;
	/** `false`: it belongs to the user, and every method that changes it or signs with its keys throws. */
	isOwn: boolean;
	/** The JWKS as served (by another identity server: as read last), for the API's own checks. */
	jwks(): Promise<JSONWebKeySet>;
	/** Tokens as a finished sign-in of the first user would give without a dialect, and of no browser session. */
	issueTokens(options?: IssueOptions): Promise<TokenSet>;
	/**
	 * A JWT signed by the current key with these claims over `iss`, `iat`, `exp` (5 minutes) and `jti`, and
	 * these header fields over its own.
	 */
	signJwt(claims: Record<string, unknown>, header?: Record<string, unknown>): Promise<string>;
	/** The JWT that an opaque token stands for, else the token itself. */
	readToken(token: string): string;
	/** Whether the API must reject the access token of this `jti` although it verifies (fault "revoked"). */
	isRevoked(tokenId: string): boolean;
	/** Every access token given out so far (by another identity server: seen so far) is rejected by the API from now on. */
	revokeAccessTokens(): void;
	/** Every refresh token given out so far is rejected from now on. */
	revokeRefreshTokens(): void;
	/** New tokens are signed by a new key; the old key is no longer served. */
	rotateKeys(): Promise<void>;
	setLifetimes(lifetimes: Partial<TokenLifetimes>): void;
	/** Ends the browser sessions of a user, as a log-out in the web app does. */
	endBrowserSessions(userId: string): Promise<void>;
	/** What a later start can be given as `memory`; throws if `isOwn` is false. */
	readMemory(): IdentityMemory;
	/** Back to the state after start: sessions, tokens, lifetimes, keys. Address and clients stay. */
	reset(): Promise<void>;
	close(): Promise<void>;
}
