import type { Adapter, AdapterPayload } from 'oidc-provider';
import { dropEntries, readToken, revokeGrant, type IdentityState } from './identity-state.mts';
import type { SandboxClient } from './identity-types.mts';

/** An application in the library's words. */
const describeClient = (client: SandboxClient): AdapterPayload => ({
	client_id: client.clientId,
	client_secret: client.clientSecret,
	redirect_uris: client.redirectUris,
	grant_types: ['authorization_code', 'refresh_token'],
	token_endpoint_auth_method: client.clientSecret === undefined ? 'none' : 'client_secret_post',
});

/** The library's store over the identity state. Expiry is judged by the library, from `exp`. */
export function createStateAdapter(state: IdentityState, model: string): Adapter {
	const entries = () => (state.models[model] ??= {});
	const findBy = (field: string, value: string) =>
		Object.values(entries()).find((payload) => payload[field] === value);

	return {
		async upsert(id, payload) {
			if (Object.keys(entries()).length >= 1000) {
				dropEntries(entries(), ({ exp }) => Number(exp) < Date.now() / 1000);
			}
			entries()[id] = payload;
		},
		async find(value) {
			if (model === 'Client') {
				const client = state.clients.find(({ clientId }) => clientId === value);
				return client && describeClient(client);
			}
			const isToken = model === 'AccessToken' || model === 'RefreshToken';
			if (isToken) return findBy('value', readToken(state, value));
			return Object.hasOwn(entries(), value) ? entries()[value] : undefined;
		},
		findByUid: async (uid) => findBy('uid', uid),
		findByUserCode: async (userCode) => findBy('userCode', userCode),
		async consume(id) {
			Object.assign(entries()[id] ?? {}, { consumed: Math.floor(Date.now() / 1000) });
		},
		async destroy(id) {
			Reflect.deleteProperty(entries(), id);
		},
		async revokeByGrantId(grantId) {
			revokeGrant(state, grantId);
		},
	};
}
