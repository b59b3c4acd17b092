import { Provider } from 'oidc-provider';
import { configureProvider } from './configure-provider.mts';
import { restoreSessionGrant } from './grant-what-is-asked.mts';
import type { Realm } from './realm.mts';
import { writeTokensAsJwts } from './write-tokens.mts';

/** A provider over the state's current signing key; a rotated key needs a new provider. */
export function createProvider(realm: Realm): Provider {
	const provider = new Provider(realm.issuer, configureProvider(realm));
	writeTokensAsJwts(provider, realm);
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
