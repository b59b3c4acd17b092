import { createLocalJWKSet, errors, jwtVerify, type JWTPayload } from 'jose';
import type { IdentityServer, SandboxUser } from '../identity/identity-types.mts';
import type { SandboxState } from '../state.mts';
import { Problem } from '../problem.mts';

export interface AccessTokenCheck {
	identity: IdentityServer;
	users: SandboxUser[];
	state: SandboxState;
}

/**
 * Part 5.3: signature against the keys as the identity server serves them now, `iss`, `aud` and `exp`.
 * Gives the token's user or throws a 401 problem. The keys are read each time, so a rotated one
 * counts at once.
 */
export function createAccessTokenCheck({ identity, users, state }: AccessTokenCheck) {
	return async (authorization: string | undefined): Promise<SandboxUser> => {
		const shown = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
		if (shown === undefined)
			throw rejection('An Authorization header with a Bearer token is needed.');
		const token = identity.readToken(shown);
		const claims = await verify(token);
		if (identity.isRevoked(claims.jti ?? ''))
			throw rejection(`The access token is ${state.rejectedTokensAre}.`);
		const user = identity.isOwn
			? users.find(({ id }) => id === claims.sub)
			: describeClaimedUser(claims);
		if (user === undefined) throw rejection('The access token belongs to no user.');
		return user;
	};

	async function verify(token: string): Promise<JWTPayload> {
		try {
			const keys = createLocalJWKSet(await identity.jwks());
			const { payload } = await jwtVerify(token, keys, {
				issuer: identity.issuer,
				audience: identity.audience,
				requiredClaims: ['sub', 'exp'],
			});
			return payload;
		} catch (error) {
			throw rejection(explain(error));
		}
	}
}

/** A user of another identity server: what the token says of them. */
function describeClaimedUser(claims: JWTPayload): SandboxUser {
	const read = (name: string) => {
		const value = claims[name];
		return typeof value === 'string' ? value : '';
	};
	return {
		id: read('sub'),
		username: read('preferred_username'),
		password: '',
		name: read('name'),
		email: read('email'),
	};
}

function explain(error: unknown): string {
	if (error instanceof errors.JWTExpired) return 'The access token is expired.';
	if (error instanceof errors.JWTClaimValidationFailed) {
		return `The access token's claim ${error.claim} is not accepted.`;
	}
	if (error instanceof errors.JWKSNoMatchingKey)
		return 'The access token is signed by an unknown key.';
	return 'The access token is invalid.';
}

const rejection = (detail: string) =>
	new Problem(401, detail, {
		'www-authenticate': `Bearer error="invalid_token", error_description="${detail}"`,
	});
