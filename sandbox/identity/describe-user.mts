import type { AccountClaims } from 'oidc-provider';
import type { SandboxUser } from './identity-types.mts';

/** The claims about a user that the scopes open: `profile` the names, `email` the address. */
export function describeUser(user: SandboxUser, scopes: readonly string[]): AccountClaims {
	return {
		sub: user.id,
		...(scopes.includes('profile') && { name: user.name, preferred_username: user.username }),
		...(scopes.includes('email') && { email: user.email }),
	};
}
