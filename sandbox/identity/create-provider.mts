import { errors, interactionPolicy, Provider, type ProviderContext } from 'oidc-provider';
import type { SandboxUser } from '../types.mts';
import { chooseLanguage, languageParameters, languages } from './choose-language.mts';
import { rememberIssued, type IdentityState } from './create-identity-state.mts';
import { createStateAdapter } from './create-state-adapter.mts';
import { describeUser } from './describe-user.mts';
import { renderErrorPage } from './render-pages.mts';
import { readRefreshTokenId, signRefreshToken } from './sign-refresh-token.mts';

/** The scopes that part 4.2 names. Asking for another one is refused. */
export const knownScopes = ['openid', 'profile', 'email', 'offline_access'];

/** The library's name for the service's API: every access token is for it. */
export const apiResource = 'urn:voice-agent:api';

export interface Realm {
	/** `http://127.0.0.1:<port>/realms/<realm>` */
	issuer: string;
	/** `/realms/<realm>` */
	prefix: string;
	audience: string;
	state: IdentityState;
}

/** The library with what it lacks: refresh tokens that are JWTs. */
class RealmProvider extends Provider {
	#realm: Realm;
	#refreshToken: typeof Provider.prototype.RefreshToken | undefined;

	constructor(realm: Realm) {
		super(realm.issuer, configure(realm));
		this.#realm = realm;
	}

	override get RefreshToken() {
		const { state, issuer } = this.#realm;
		// The store is chosen by the class's name, hence the same name as the library's.
		this.#refreshToken ??= class RefreshToken extends super.RefreshToken {
			static override async find(value: string, options?: { ignoreExpiration?: boolean }) {
				const id = await readRefreshTokenId(state, issuer, value);
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
		context.body = { ...context.body, refresh_expires_in: refreshToken.expiration };
	});
	provider.on('server_error', (context, error) => {
		console.error(`identity server: ${context.method} ${context.path}: ${error.stack}`);
	});
	return provider;
}

/** Seconds until the browser session ends; it does not grow with use (part 8: idle = maximum). */
export function remainingSessionSeconds(state: IdentityState, loginAt: number | undefined): number {
	const now = Math.floor(Date.now() / 1000);
	return Math.max(1, (loginAt ?? now) + state.lifetimes.sessionSeconds - now);
}

function configure({ issuer, prefix, audience, state }: Realm): Record<string, unknown> {
	return {
		adapter: (model: string) => createStateAdapter(state, model),
		jwks: { keys: [state.signingKey.privateJwk] },
		routes: {
			authorization: '/protocol/openid-connect/auth',
			token: '/protocol/openid-connect/token',
			jwks: '/protocol/openid-connect/certs',
			end_session: '/protocol/openid-connect/logout',
		},
		// Both endpoints are ours: the library's userinfo refuses tokens that have an audience, and its
		// logout knows no refresh token.
		discovery: {
			userinfo_endpoint: `${issuer}/protocol/openid-connect/userinfo`,
			end_session_endpoint: `${issuer}/protocol/openid-connect/logout`,
			ui_locales_supported: languages,
		},
		features: {
			devInteractions: { enabled: false },
			dPoP: { enabled: false },
			pushedAuthorizationRequests: { enabled: false },
			rpInitiatedLogout: { enabled: false },
			userinfo: { enabled: false },
			resourceIndicators: {
				enabled: true,
				defaultResource: () => apiResource,
				useGrantedResource: () => true,
				getResourceServerInfo: () => describeApi(audience),
			},
		},
		scopes: knownScopes,
		claims: {
			openid: ['sub'],
			profile: ['name', 'preferred_username'],
			email: ['email'],
		},
		responseTypes: ['code'],
		clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
		allowOmittingSingleRegisteredRedirectUri: false,
		clientBasedCORS: () => true,
		clockTolerance: 0,
		extraParams: languageParameters.filter((name) => name !== 'ui_locales'),
		extraTokenClaims: (_: unknown, token: { clientId: string }) => ({ azp: token.clientId }),
		issueRefreshToken: () => true,
		rotateRefreshToken: true,
		cookies: {
			long: { httpOnly: true, sameSite: 'lax', path: prefix },
			short: { httpOnly: true, sameSite: 'lax' },
		},
		interactions: {
			policy: createPolicy(),
			url: (_: unknown, { uid }: { uid: string }) => `${prefix}/login/${uid}`,
		},
		loadExistingGrant: grantWhatIsAsked,
		findAccount: (_: unknown, id: string) => findAccount(state.users, id),
		renderError: (context: ProviderContext, out: { error: string; error_description?: string }) => {
			context.type = 'html';
			context.body = renderErrorPage(chooseLanguage(context.query), out);
		},
		ttl: {
			AccessToken: () => state.lifetimes.accessTokenSeconds,
			IdToken: () => state.lifetimes.accessTokenSeconds,
			AuthorizationCode: () => state.lifetimes.authorizationCodeSeconds,
			RefreshToken: (_: unknown, token: { scopes: Set<string>; authTime?: number }) =>
				token.scopes.has('offline_access')
					? state.lifetimes.refreshTokenSeconds
					: remainingSessionSeconds(state, token.authTime),
			Session: (_: unknown, session: { loginTs?: number }) =>
				remainingSessionSeconds(state, session.loginTs),
			Interaction: 3600,
			// An offline token has no hard cap (part 8), so the grant below it must not have one.
			Grant: 10 * 365 * 86_400,
		},
	};
}

/** How access tokens for the service's API are made. */
export function describeApi(audience: string): Record<string, unknown> {
	return {
		audience,
		scope: knownScopes.join(' '),
		accessTokenFormat: 'jwt',
		jwt: { sign: { alg: 'RS256' } },
	};
}

/** Consent is implicit: signing in grants what the application asks for. */
async function grantWhatIsAsked({ oidc }: ProviderContext) {
	const { client, session, provider, account, params } = oidc;
	if (account === undefined) return undefined;
	const existingId = session.grantIdFor(client.clientId);
	const existing = existingId === undefined ? undefined : await provider.Grant.find(existingId);
	const grant =
		existing ?? new provider.Grant({ accountId: account.accountId, clientId: client.clientId });
	const scope = String(params.scope ?? '');
	grant.addOIDCScope(scope);
	grant.addResourceScope(apiResource, scope);
	await grant.save();
	return grant;
}

function createPolicy(): interactionPolicy.Policy {
	const policy = interactionPolicy.base();
	// Known to the library, so that `prompt=consent` is legal, but never shown.
	policy.get('consent')?.checks.clear();
	policy.get('login')?.checks.add(
		new interactionPolicy.Check('unknown_scope', 'scope is unknown', ({ oidc }) => {
			for (const scope of String(oidc.params.scope ?? '').split(' ')) {
				if (!knownScopes.includes(scope)) throw new errors.InvalidScope('scope is unknown', scope);
			}
			return false;
		}),
		0,
	);
	return policy;
}

function findAccount(users: SandboxUser[], id: string) {
	const user = users.find((candidate) => candidate.id === id);
	return user && { accountId: user.id, claims: () => describeUser(user, knownScopes) };
}
