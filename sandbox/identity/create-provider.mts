import { Provider } from 'oidc-provider';
import { configureProvider } from './configure-provider.mts';
import { rememberIssued } from './create-identity-state.mts';
import { restoreSessionGrant } from './grant-what-is-asked.mts';
import type { Realm } from './realm.mts';
import { readRefreshTokenId, signRefreshToken } from './sign-refresh-token.mts';

/** The library with what it lacks: refresh tokens that are JWTs. */
class RealmProvider extends Provider {
	#realm: Realm;
	#refreshToken: typeof Provider.prototype.RefreshToken | undefined;

	constructor(realm: Realm) {
		super(realm.issuer, configureProvider(realm));
		this.#realm = realm;
	}

	override get RefreshToken() {
		const { state, issuer } = this.#realm;
		// The store is chosen by the class's name, hence the same name as the library's.
		this.#refreshToken ??= class RefreshToken extends super.RefreshToken {
			static override async find(value: string, options?: { ignoreExpiration?: boolean }) {
				const id = await readRefreshTokenId(state, value);
				return id === undefined ? undefined : await super.find(id, options);
			}

			override async getValueAndPayload() {
				const { payload } = await super.getValueAndPayload();
				const value = await signRefreshToken(state, issuer, this, Number(payload.exp));
				return { value, payload };
			}
		};
		return this.#refreshToken;
	}
}

/** A provider over the state's current signing key; a rotated key needs a new provider. */
export function createProvider(realm: Realm): Provider {
	const provider = new RealmProvider(realm);
	// The library lets native applications vary the port of a loopback address; part 2.1 says exact.
	provider.Client.prototype.redirectUriAllowed = function (value) {
		return this.redirectUris.includes(value);
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
		const isRenewal = context.oidc.params.grant_type === 'refresh_token';
		if (isRenewal && !realm.renewsIdToken) delete tokens.id_token;
		context.body = tokens;
	});
	provider.on('authorization.success', restoreSessionGrant);
	provider.on('interaction.started', restoreSessionGrant);
	provider.on('server_error', (context, error) => {
		console.error(`identity server: ${context.method} ${context.path}: ${error.stack}`);
	});
	return provider;
}
