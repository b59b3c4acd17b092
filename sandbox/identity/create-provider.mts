import { Provider } from 'oidc-provider';
import { configureProvider } from './configure-provider.mts';
import { rememberIssued } from './identity-state.mts';
import { restoreSessionGrant } from './grant-what-is-asked.mts';
import type { Realm } from './realm.mts';
import { signRefreshToken } from './sign-refresh-token.mts';

// The method by which the library turns a token into what the client gets; its types leave it out.
declare module 'oidc-provider' {
	interface RefreshToken {
		getValueAndPayload(): Promise<{ value: string; payload: Record<string, unknown> }>;
	}
}

/** A provider over the state's current signing key; a rotated key needs a new provider. */
export function createProvider(realm: Realm): Provider {
	const provider = new Provider(realm.issuer, configureProvider(realm));
	signRefreshTokens(provider, realm);
	// The library lets native applications vary the port of a loopback address; part 2.1 says exact.
	provider.Client.prototype.redirectUriAllowed = function (value) {
		return this.redirectUris?.includes(value) ?? false;
	};
	provider.on('access_token.issued', (token) => {
		rememberIssued(realm.state, token.jti, {
			expiresAt: Date.now() / 1000 + token.expiration,
			grantId: token.grantId,
			sessionUid: token.expiresWithSession ? token.sessionUid : undefined,
		});
	});
	provider.on('grant.success', (context) => {
		const refreshToken = context.oidc.entities.RefreshToken;
		if (refreshToken === undefined || typeof context.body !== 'object') return;
		const tokens: Record<string, unknown> = {
			...context.body,
			refresh_expires_in: refreshToken.expiration,
		};
		// Part 4.2 promises no ID token of a refresh.
		if (context.oidc.params?.grant_type === 'refresh_token') delete tokens.id_token;
		context.body = tokens;
	});
	provider.on('authorization.success', restoreSessionGrant);
	provider.on('interaction.started', restoreSessionGrant);
	provider.on('server_error', (context, error) => {
		console.error(`identity server: ${context.method} ${context.path}: ${error.stack}`);
	});
	return provider;
}

/** The library's refresh tokens are opaque; the service's are JWTs (part 2.2). */
function signRefreshTokens({ RefreshToken }: Provider, { state, issuer }: Realm): void {
	const { getValueAndPayload } = RefreshToken.prototype;
	RefreshToken.prototype.getValueAndPayload = async function () {
		const { payload } = await getValueAndPayload.call(this);
		return { value: await signRefreshToken(state, issuer, this, Number(payload.exp)), payload };
	};
}
