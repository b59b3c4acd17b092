import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import type {
	IdentityMemory,
	IdentityOptions,
	SandboxClient,
	SandboxUser,
	StoredPayload,
	TokenLifetimes,
} from './identity-types.mts';

/** Everything the identity server knows. Nothing of it lives anywhere else. */
export interface IdentityState extends IdentityMemory {
	clients: SandboxClient[];
	users: SandboxUser[];
	lifetimes: TokenLifetimes;
	reset(): void;
}

/** Part 8 of the interface document. */
const defaultLifetimes: TokenLifetimes = {
	accessTokenSeconds: 86_400,
	refreshTokenSeconds: 2_592_000,
};

export async function createIdentityState(
	options: Pick<IdentityOptions, 'clients' | 'users' | 'lifetimes' | 'memory'>,
): Promise<IdentityState> {
	const memory: IdentityMemory = options.memory ?? {
		signingKey: await generateSigningKey(),
		models: {},
		revoked: [],
		opaque: {},
	};
	const afterStart = () => ({
		...structuredClone(memory),
		lifetimes: { ...defaultLifetimes, ...options.lifetimes },
	});
	const state: IdentityState = {
		clients: options.clients,
		users: options.users,
		...afterStart(),
		reset: () => {
			Object.assign(state, afterStart());
		},
	};
	return state;
}

export const readMemory = (state: IdentityState): IdentityMemory => {
	const { signingKey, models, revoked, opaque } = state;
	return structuredClone({ signingKey, models, revoked, opaque });
};

/** The JWT for which an application shows this token: a dialect may have given an opaque one. */
export const readToken = ({ opaque }: IdentityState, token: string): string =>
	(Object.hasOwn(opaque, token) && opaque[token]) || token;

/** Ends a token family: the grant, and every code and refresh token that stands on it. */
export function revokeGrant({ models }: IdentityState, grantId: string): void {
	// Access tokens stay known: they can still be revoked at the API.
	for (const model of ['AuthorizationCode', 'RefreshToken', 'Grant']) {
		dropEntries(models[model], (payload, id) => [payload.grantId, id].includes(grantId));
	}
}

export function dropEntries(
	entries: Record<string, StoredPayload> = {},
	matches: (payload: StoredPayload, id: string) => boolean,
): void {
	for (const [id, payload] of Object.entries(entries)) {
		if (matches(payload, id)) Reflect.deleteProperty(entries, id);
	}
}

export async function generateSigningKey(): Promise<JWK> {
	const { privateKey } = await generateKeyPair('RS256', { extractable: true });
	return { ...(await exportJWK(privateKey)), kid: randomUUID(), use: 'sig', alg: 'RS256' };
}

/** What of a signing key is served. */
export const publicPart = ({ kty, n, e, kid, use, alg }: JWK): JWK => ({
	kty,
	n,
	e,
	kid,
	use,
	alg,
});
