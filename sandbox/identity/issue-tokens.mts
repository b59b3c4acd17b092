import type { Provider } from 'oidc-provider';
import type { IssueOptions, TokenSet } from './identity-types.mts';
import { apiResource, describeApi, describeUser, knownScopes, type Realm } from './realm.mts';

/** Tokens as a finished sign-in gives them, made from the same models but of no browser session. */
export async function issueTokens(
	provider: Provider,
	{ audience, state }: Realm,
	{
		clientId = state.clients[0]?.clientId ?? '',
		expiresInSeconds = state.lifetimes.accessTokenSeconds,
	}: IssueOptions = {},
): Promise<TokenSet> {
	const client = await provider.Client.find(clientId);
	if (client === undefined) throw new Error(`clientId: no application "${clientId}" is registered`);
	const [user] = state.users;
	if (user === undefined) throw new Error('There is no user.');
	const authTime = Math.floor(Date.now() / 1000);
	const scope = knownScopes.join(' ');

	const grant = new provider.Grant({ accountId: user.id, clientId });
	grant.addOIDCScope(scope);
	grant.addResourceScope(apiResource, scope);
	const grantId = await grant.save();

	const shared = { accountId: user.id, client, grantId, gty: 'authorization_code', scope };
	const accessToken = new provider.AccessToken({
		...shared,
		exp: authTime + expiresInSeconds,
		resourceServer: new provider.ResourceServer(apiResource, describeApi(audience)),
	});
	const refreshToken = new provider.RefreshToken({
		...shared,
		authTime,
		resource: apiResource,
		rotations: 0,
	});
	const idToken = new provider.IdToken(describeUser(user), { client });
	idToken.scope = scope;
	return {
		access_token: await accessToken.save(),
		expires_in: expiresInSeconds,
		refresh_token: await refreshToken.save(),
		refresh_expires_in: refreshToken.expiration,
		id_token: await idToken.issue({ use: 'idtoken' }),
		token_type: 'Bearer',
		scope,
	};
}
