import { errors, interactionPolicy, Provider } from 'oidc-provider';
import type { Account, Configuration } from 'oidc-provider';
import type { SandboxUser } from './identity-types.mts';
import { chooseLanguage, loginTexts } from './login-texts.mts';
import { createStateAdapter } from './create-state-adapter.mts';
import { grantWhatIsAsked, restoreSessionGrant } from './grant-what-is-asked.mts';
import { apiResource, describeApi, describeUser, knownScopes, type Realm } from './realm.mts';
import { renderErrorPage } from './render-pages.mts';
import { writeTokensAsJwts } from './write-tokens.mts';

/** Of a browser session. A refresh token without `offline_access` ends with it (part 8). */
const sessionSeconds = 86_400;

/** Seconds until the browser session ends; it does not grow with use (part 8: idle = maximum). */
function remainingSessionSeconds(loginAt: number | undefined): number {
	const now = Math.floor(Date.now() / 1000);
	return Math.max(1, (loginAt ?? now) + sessionSeconds - now);
}

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

/** The library's settings: parts 4.2, 5 and 8 of the interface document. */
function configureProvider({ address, prefix, audience, state, speech }: Realm): Configuration {
	return {
		adapter: (model: string) => createStateAdapter(state, model),
		jwks: { keys: [state.signingKey] },
		routes: {
			authorization: '/protocol/openid-connect/auth',
			token: '/protocol/openid-connect/token',
			userinfo: '/protocol/openid-connect/userinfo',
			jwks: '/protocol/openid-connect/certs',
			end_session: '/protocol/openid-connect/logout',
		},
		discovery: {
			// Ours: the library's logout knows no refresh token.
			end_session_endpoint: `${address}/protocol/openid-connect/logout`,
			ui_locales_supported: Object.keys(loginTexts),
		},
		features: {
			devInteractions: { enabled: false },
			dPoP: { enabled: false },
			pushedAuthorizationRequests: { enabled: false },
			rpInitiatedLogout: { enabled: false },
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
		clockTolerance: 0,
		extraTokenClaims: (_: unknown, token: { clientId?: string }) => ({ azp: token.clientId }),
		issueRefreshToken: () => true,
		rotateRefreshToken: () => speech().ways.rotatesRefreshTokens,
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
		renderError: (context, out) => {
			context.type = 'html';
			context.body = renderErrorPage(chooseLanguage(context.query), out);
		},
		ttl: {
			AccessToken: () => state.lifetimes.accessTokenSeconds,
			IdToken: () => state.lifetimes.accessTokenSeconds,
			AuthorizationCode: 60,
			RefreshToken: (_: unknown, token: { scopes: Set<string>; authTime?: number }) =>
				token.scopes.has('offline_access')
					? state.lifetimes.refreshTokenSeconds
					: remainingSessionSeconds(token.authTime),
			Session: (_: unknown, session: { loginTs?: number }) =>
				remainingSessionSeconds(session.loginTs),
			Interaction: 3600,
			// An offline token has no hard cap (part 8), so the grant below it must not have one.
			Grant: 10 * 365 * 86_400,
		},
	};
}

function createPolicy(): interactionPolicy.DefaultPolicy {
	const policy = interactionPolicy.base();
	// Known to the library, so `prompt=consent` is legal, but never shown.
	policy.get('consent')?.checks.clear();
	policy.get('login')?.checks.add(
		new interactionPolicy.Check('unknown_scope', 'scope is unknown', ({ oidc }) => {
			for (const scope of String(oidc.params?.scope ?? '').split(' ')) {
				if (!knownScopes.includes(scope)) throw new errors.InvalidScope('scope is unknown', scope);
			}
			return false;
		}),
		0,
	);
	return policy;
}

function findAccount(users: SandboxUser[], id: string): Account | undefined {
	const user = users.find((candidate) => candidate.id === id);
	return user && { accountId: user.id, claims: () => describeUser(user) };
}
