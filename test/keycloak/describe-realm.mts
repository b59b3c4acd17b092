import realm from './realm.json' with { type: 'json' };

/** A client or a realm as Keycloak's admin API takes and gives it. */
type Representation = Record<string, unknown>;

export const audience = 'voice-agent-api';
export const secret = 'confidential-secret';

/** Of every user. */
export const password = 'demo-password';

/** What the docs ask for: without it `aud` of an access token is `account` alone. */
const audienceMapper = {
	name: 'voice-agent-api',
	protocol: 'openid-connect',
	protocolMapper: 'oidc-audience-mapper',
	config: { 'included.custom.audience': audience, 'access.token.claim': 'true' },
};

/** Puts the nonce of a sign-in into access tokens, as Keycloak did up to 24. */
const nonceMapper = {
	name: 'nonce',
	protocol: 'openid-connect',
	protocolMapper: 'oidc-nonce-backwards-compatible-mapper',
	config: {},
};

/** What a client without the scope `missing` has: one that names no scopes has all of these. */
const scopesWithout = (missing: string): Representation => ({
	defaultClientScopes: ['basic', 'roles', 'profile', 'email'].filter((name) => name !== missing),
	optionalClientScopes: ['offline_access'].filter((name) => name !== missing),
});

const publicClient = (clientId: string, more: Representation = {}): Representation => ({
	clientId,
	publicClient: true,
	...more,
});

const serviceClient = (clientId: string): Representation => ({
	clientId,
	secret,
	serviceAccountsEnabled: true,
	standardFlowEnabled: false,
});

const clients: Representation[] = [
	publicClient('public', { attributes: { 'pkce.code.challenge.method': 'S256' } }),
	{ clientId: 'confidential', secret },
	publicClient('no-offline-access', scopesWithout('offline_access')),
	publicClient('no-profile', scopesWithout('profile')),
	publicClient('no-audience', { protocolMappers: [] }),
	publicClient('other-redirect', { redirectUris: ['https://n8n.example.com/callback'] }),
	publicClient('lightweight', {
		attributes: { 'client.use.lightweight.access.token.enabled': 'true' },
	}),
	publicClient('no-refresh-tokens', { attributes: { 'use.refresh.tokens': 'false' } }),
	publicClient('with-nonce', { protocolMappers: [audienceMapper, nonceMapper] }),
	publicClient('signed-user-info', {
		attributes: { 'user.info.response.signature.alg': 'RS256' },
	}),
	serviceClient('service'),
	serviceClient('other-service'),
];

/** A whole realm for the import: every client that a case needs, each wrong in one way only. */
export function describeRealm(name: string, redirectUri: string): Representation {
	return {
		...realm,
		realm: name,
		users: realm.users.map((user) => ({
			...user,
			credentials: [{ type: 'password', value: password, temporary: false }],
			realmRoles: user.username === 'demo' ? [`default-roles-${name}`] : [],
		})),
		clients: clients.map((client) => ({
			redirectUris: [redirectUri],
			protocolMappers: [audienceMapper],
			...client,
		})),
	};
}
