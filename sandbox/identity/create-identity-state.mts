import { randomBytes } from 'node:crypto';
import type { SandboxClient, SandboxUser, TokenLifetimes } from './identity-types.mts';
import { checkClients } from './check-clients.mts';
import { generateSigningKey, type SigningKey } from './generate-signing-key.mts';

export type StoredPayload = Record<string, unknown>;

/** What is remembered of an access token after it was given out: it is a JWT and not stored itself. */
export interface IssuedToken {
	expiresAt: number;
	grantId?: string;
	/** Set if the token ends with a browser session. */
	sessionUid?: string;
}

/** Everything the identity server knows. Nothing of it lives anywhere else. */
export interface IdentityState {
	clients: SandboxClient[];
	users: SandboxUser[];
	lifetimes: TokenLifetimes;
	signingKey: SigningKey;
	/** HMAC key of refresh tokens: only this server reads them, so key rotation leaves them alone. */
	refreshTokenSecret: Uint8Array;
	/** The library's models (sessions, grants, codes, refresh tokens) by model name and id. */
	models: Map<string, Map<string, StoredPayload>>;
	/** Access tokens given out, by `jti`. */
	issued: Map<string, IssuedToken>;
	/** `jti` of access tokens that the API must refuse. */
	revoked: Set<string>;
	reset(): void;
}

/** Part 8 of the interface document. */
const defaultLifetimes: TokenLifetimes = {
	accessTokenSeconds: 86_400,
	refreshTokenSeconds: 2_592_000,
	sessionSeconds: 86_400,
	authorizationCodeSeconds: 60,
};

export async function createIdentityState(options: {
	clients: SandboxClient[];
	users: SandboxUser[];
	lifetimes?: Partial<TokenLifetimes>;
}): Promise<IdentityState> {
	const firstKey = await generateSigningKey();
	const afterStart = () => ({
		lifetimes: { ...defaultLifetimes, ...options.lifetimes },
		signingKey: firstKey,
		models: new Map<string, Map<string, StoredPayload>>(),
		issued: new Map<string, IssuedToken>(),
		revoked: new Set<string>(),
	});
	const state: IdentityState = {
		clients: checkClients(options.clients),
		users: structuredClone(options.users),
		refreshTokenSecret: randomBytes(64),
		...afterStart(),
		reset: () => {
			Object.assign(state, afterStart());
		},
	};
	return state;
}

/** Adds an access token to the record of those given out, dropping those that expired. */
export function rememberIssued(state: IdentityState, jti: string, token: IssuedToken): void {
	const now = Date.now() / 1000;
	if (state.issued.size >= 1000) {
		for (const [id, { expiresAt }] of state.issued) if (expiresAt < now) state.issued.delete(id);
	}
	state.issued.set(jti, token);
}

/** Ends a token family: the grant and every code and token that stands on it. */
export function revokeGrant(state: IdentityState, grantId: string): void {
	for (const entries of state.models.values()) {
		for (const [id, payload] of entries) if (payload.grantId === grantId) entries.delete(id);
	}
	state.models.get('Grant')?.delete(grantId);
}

/** Ends the browser sessions that the test picks, and with them every token bound to them. */
export function endSessions(
	state: IdentityState,
	matches: (session: StoredPayload) => boolean,
): void {
	const sessions = state.models.get('Session');
	if (sessions === undefined) return;
	for (const [id, session] of sessions) if (matches(session)) sessions.delete(id);
}

/** Whether the grant and, if the token ends with a browser session, that session still stand. */
export function isAlive(state: IdentityState, token: IssuedToken): boolean {
	if (token.grantId !== undefined && !state.models.get('Grant')?.has(token.grantId)) return false;
	if (token.sessionUid === undefined) return true;
	const now = Date.now() / 1000;
	return [...(state.models.get('Session')?.values() ?? [])].some(
		({ uid, exp }) => uid === token.sessionUid && typeof exp === 'number' && exp > now,
	);
}
