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

const clients: Representation[] = [
	{
		clientId: 'public',
		publicClient: true,
		attributes: { 'pkce.code.challenge.method': 'S256' },
	},
	{ clientId: 'confidential', secret },
	{ clientId: 'no-offline-access', publicClient: true, ...scopesWithout('offline_access') },
	{ clientId: 'no-profile', publicClient: true, ...scopesWithout('profile') },
	{ clientId: 'no-audience', publicClient: true, protocolMappers: [] },
	{
		clientId: 'other-redirect',
		publicClient: true,
		redirectUris: ['https://n8n.example.com/callback'],
	},
	{
		clientId: 'lightweight',
		publicClient: true,
		attributes: { 'client.use.lightweight.access.token.enabled': 'true' },
	},
	{
		clientId: 'no-refresh-tokens',
		publicClient: true,
		attributes: { 'use.refresh.tokens': 'false' },
	},
	{ clientId: 'with-nonce', publicClient: true, protocolMappers: [audienceMapper, nonceMapper] },
	{
		clientId: 'signed-user-info',
		publicClient: true,
		attributes: { 'user.info.response.signature.alg': 'RS256' },
	},
	{ clientId: 'service', secret, serviceAccountsEnabled: true, standardFlowEnabled: false },
	{ clientId: 'other-service', secret, serviceAccountsEnabled: true, standardFlowEnabled: false },
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
