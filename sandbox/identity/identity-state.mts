import { randomBytes, randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair } from 'jose';
import type {
	IdentityMemory,
	IssuedToken,
	SandboxClient,
	SandboxUser,
	SigningKey,
	StoredPayload,
	TokenLifetimes,
} from './identity-types.mts';

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
	/** `jti` of access tokens that the API must reject. */
	revoked: Set<string>;
	/** JWTs by the opaque token that an application has in their place. */
	opaque: Map<string, string>;
	reset(): void;
}

/** Part 8 of the interface document. */
const defaultLifetimes: TokenLifetimes = {
	accessTokenSeconds: 86_400,
	refreshTokenSeconds: 2_592_000,
};

export async function createIdentityState(options: {
	clients: SandboxClient[];
	users: SandboxUser[];
	lifetimes?: Partial<TokenLifetimes>;
	memory?: IdentityMemory;
}): Promise<IdentityState> {
	const { memory } = options;
	const firstKey = memory?.signingKey ?? (await generateSigningKey());
	const afterStart = () => ({
		lifetimes: { ...defaultLifetimes, ...options.lifetimes },
		signingKey: firstKey,
		models: new Map<string, Map<string, StoredPayload>>(),
		issued: new Map<string, IssuedToken>(),
		revoked: new Set<string>(),
		opaque: new Map<string, string>(),
	});
	const state: IdentityState = {
		clients: checkClients(options.clients),
		users: structuredClone(options.users),
		refreshTokenSecret: memory ? Buffer.from(memory.refreshTokenSecret, 'hex') : randomBytes(64),
		...afterStart(),
		...(memory && recall(memory)),
		reset: () => {
			Object.assign(state, afterStart());
		},
	};
	return state;
}

const recall = ({ models, issued, revoked }: IdentityMemory) => ({
	models: new Map(
		Object.entries(models).map(([name, ids]) => [name, new Map(Object.entries(ids))]),
	),
	issued: new Map(Object.entries(issued)),
	revoked: new Set(revoked),
});

/** What a server that starts later needs, so that the keys and grants of this one go on. */
export function readMemory(state: IdentityState): IdentityMemory {
	const { signingKey, refreshTokenSecret, models, issued, revoked } = state;
	return {
		signingKey,
		refreshTokenSecret: Buffer.from(refreshTokenSecret).toString('hex'),
		models: Object.fromEntries(
			[...models].map(([name, entries]) => [name, Object.fromEntries(entries)]),
		),
		issued: Object.fromEntries(issued),
		revoked: [...revoked],
	};
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

/** The rules of part 2.1. Throws if an application breaks one. */
export function checkClients(clients: SandboxClient[]): SandboxClient[] {
	for (const { clientId, clientSecret, redirectUris } of clients) {
		if (clientId === '') throw new Error('clientId: must not be empty');
		if (clientSecret === '') {
			throw new Error('clientSecret: must not be empty; leave it out for a public application');
		}
		if (redirectUris.length === 0) throw new Error('redirectUris: at least one is required');
		for (const uri of redirectUris) {
			if (!URL.canParse(uri) || /[#*]/.test(uri)) {
				throw new Error(`redirectUris: must be absolute, without fragment or wildcard: ${uri}`);
			}
		}
	}
	return structuredClone(clients);
}

export async function generateSigningKey(): Promise<SigningKey> {
	const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
	const header = { kid: randomUUID(), use: 'sig', alg: 'RS256' };
	return {
		privateJwk: { ...(await exportJWK(privateKey)), ...header },
		publicJwk: { ...(await exportJWK(publicKey)), ...header },
	};
}
