import { jwtVerify } from 'jose';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import {
	dropEntries,
	publicPart,
	readToken,
	revokeGrant,
	type IdentityState,
} from './identity-state.mts';
import type { SandboxClient } from './identity-types.mts';

/** An application in the library's words. */
const describeClient = (client: SandboxClient): AdapterPayload => ({
	client_id: client.clientId,
	client_secret: client.clientSecret,
	redirect_uris: client.redirectUris,
	grant_types: ['authorization_code', 'refresh_token'],
	token_endpoint_auth_method: client.clientSecret === undefined ? 'none' : 'client_secret_post',
});

/** The id of the token that a JWT stands for, `''` if we did not sign it. Expiry is judged by the library. */
async function readTokenId(
	state: IdentityState,
	model: 'AccessToken' | 'RefreshToken',
	token: string,
): Promise<string> {
	const [alg, key] =
		model === 'AccessToken'
			? ['RS256', publicPart(state.signingKey)]
			: ['HS512', Buffer.from(state.refreshTokenSecret, 'hex')];
	try {
		const options = { algorithms: [alg], currentDate: new Date(0) };
		const { payload } = await jwtVerify(readToken(state, token), key, options);
		return payload.jti ?? '';
	} catch {
		return '';
	}
}

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
			const id = isToken ? await readTokenId(state, model, value) : value;
			return Object.hasOwn(entries(), id) ? entries()[id] : undefined;
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
