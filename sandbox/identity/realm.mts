import type { ResourceServer } from 'oidc-provider';
import type { IdentityState } from './identity-state.mts';
import type { IdentityServer, IdentitySpeech, SandboxUser } from './identity-types.mts';

/** The scopes that part 4.2 names. Asking for another one is rejected. */
export const knownScopes = ['openid', 'profile', 'email', 'offline_access'];

/** The library's name for the service's API: every access token is for it. */
export const apiResource = 'urn:voice-agent:api';

export interface Realm {
	/** `http://127.0.0.1:<port>/realms/<realm>` */
	address: string;
	/** The same, unless a dialect says otherwise. */
	issuer: string;
	/** `/realms/<realm>` */
	prefix: string;
	audience: string;
	state: IdentityState;
	speech: () => IdentitySpeech;
	signJwt: IdentityServer['signJwt'];
}

/** How access tokens for the service's API are made. */
export function describeApi(audience: string): ResourceServer {
	return {
		audience,
		scope: knownScopes.join(' '),
		accessTokenFormat: 'jwt',
		jwt: { sign: { alg: 'RS256' } },
	};
}

/** Every claim about a user; the library gives those that the scopes open. */
export const describeUser = ({ id, name, username, email }: SandboxUser) => ({
	...{ sub: id, name, email },
	preferred_username: username,
});
