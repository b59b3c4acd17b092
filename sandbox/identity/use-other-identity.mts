import type { JSONWebKeySet } from 'jose';
import type { IdentityServer } from './identity-types.mts';

/**
 * An identity server of the user's own in place of the sandbox's: the API checks tokens by its keys,
 * and what would need power over it throws. Of access tokens the API can reject those that it has seen.
 */
export function useOtherIdentity(url: string, audience: string): IdentityServer {
	const issuer = url.replace(/\/+$/, '');
	const seen = new Set<string>();
	let revoked = new Set<string>();
	// Those read last are good while it is away.
	let keys: JSONWebKeySet | undefined;
	const reject = (): never => {
		throw new Error(`The identity server ${issuer} is not the sandbox's own: it only gives keys.`);
	};
	return {
		url: issuer,
		issuer,
		audience,
		isOwn: false,
		jwks: async () => {
			try {
				keys = await readKeys(issuer);
			} catch (error) {
				if (keys === undefined) throw error;
			}
			return keys;
		},
		isRevoked: (tokenId) => {
			seen.add(tokenId);
			return revoked.has(tokenId);
		},
		issueTokens: async () => reject(),
		signJwt: async () => reject(),
		readToken: (token) => token,
		revokeAccessTokens: () => {
			revoked = new Set(seen);
		},
		revokeRefreshTokens: reject,
		rotateKeys: async () => reject(),
		setLifetimes: reject,
		endBrowserSessions: async () => reject(),
		readMemory: reject,
		reset: async () => revoked.clear(),
		close: async () => undefined,
	};
}

async function readKeys(issuer: string): Promise<JSONWebKeySet> {
	const url = `${issuer}/protocol/openid-connect/certs`;
	const answer = await fetch(url, { signal: AbortSignal.timeout(5000) });
	if (!answer.ok) throw new Error(`The keys of ${issuer} were answered with ${answer.status}.`);
	return await answer.json();
}
