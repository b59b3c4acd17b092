import type { Adapter } from 'oidc-provider';
import { revokeGrant, type IdentityState } from './identity-state.mts';
import type { SandboxClient, StoredPayload } from './identity-types.mts';
import { readRefreshTokenId } from './sign-refresh-token.mts';

const isWebUri = (uri: string) => /^https?:/i.test(uri);

/** An application in the library's words. */
function describeClient({ clientId, clientSecret, redirectUris }: SandboxClient): StoredPayload {
	return {
		client_id: clientId,
		redirect_uris: redirectUris,
		// The library allows other schemes than http and https to native applications only.
		application_type: redirectUris.every(isWebUri) ? 'web' : 'native',
		grant_types: ['authorization_code', 'refresh_token'],
		response_types: ['code'],
		...(clientSecret === undefined
			? { token_endpoint_auth_method: 'none' }
			: { token_endpoint_auth_method: 'client_secret_post', client_secret: clientSecret }),
	};
}

function dropExpired(entries: Map<string, StoredPayload>): void {
	const now = Date.now() / 1000;
	for (const [id, { exp }] of entries) {
		if (typeof exp === 'number' && exp < now) entries.delete(id);
	}
}

/** The library's store over the identity state. Expiry is judged by the library, from `exp`. */
export function createStateAdapter(state: IdentityState, model: string): Adapter {
	const entries = (): Map<string, StoredPayload> => {
		const existing = state.models.get(model) ?? new Map<string, StoredPayload>();
		state.models.set(model, existing);
		return existing;
	};
	const findBy = (field: string, value: string) =>
		[...entries().values()].find((payload) => payload[field] === value);

	return {
		async upsert(id, payload) {
			if (entries().size >= 1000) dropExpired(entries());
			entries().set(id, payload);
		},
		async find(value) {
			if (model === 'Client') {
				const client = state.clients.find(({ clientId }) => clientId === value);
				return client && describeClient(client);
			}
			// A client shows the JWT that it was given, see signRefreshToken.
			const id = model === 'RefreshToken' ? await readRefreshTokenId(state, value) : value;
			return id === undefined ? undefined : entries().get(id);
		},
		findByUid: async (uid) => findBy('uid', uid),
		findByUserCode: async (userCode) => findBy('userCode', userCode),
		async consume(id) {
			const payload = entries().get(id);
			if (payload !== undefined) payload.consumed = Math.floor(Date.now() / 1000);
		},
		async destroy(id) {
			entries().delete(id);
		},
		async revokeByGrantId(grantId) {
			revokeGrant(state, grantId);
		},
	};
}
