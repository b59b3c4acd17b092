import type { Provider } from 'oidc-provider';
import type { SandboxUser, TokenSet } from './identity-types.mts';
import {
	apiResource,
	describeApi,
	describeUser,
	remainingSessionSeconds,
	type Realm,
} from './realm.mts';

/** Tokens as a finished sign-in gives them, made from the same models but without a browser. */
export async function issueTokens(
	provider: Provider,
	{ audience, state }: Realm,
	wanted: { user: SandboxUser; clientId: string; scope: string; expiresInSeconds?: number },
): Promise<TokenSet> {
	const { user, clientId, scope } = wanted;
	const client = await provider.Client.find(clientId);
	if (client === undefined) throw new Error(`clientId: no application "${clientId}" is registered`);
	const authTime = Math.floor(Date.now() / 1000);

	const grant = new provider.Grant({ accountId: user.id, clientId });
	grant.addOIDCScope(scope);
	grant.addResourceScope(apiResource, scope);
	const grantId = await grant.save();

	const session = new provider.Session();
	session.loginAccount({ accountId: user.id });
	session.ensureClientContainer(clientId);
	session.grantIdFor(clientId, grantId);
	await session.save(remainingSessionSeconds(authTime));

	const shared = {
		accountId: user.id,
		client,
		grantId,
		gty: 'authorization_code',
		sessionUid: session.uid,
		expiresWithSession: !scope.split(' ').includes('offline_access'),
		scope,
	};
	const expiresIn = wanted.expiresInSeconds ?? state.lifetimes.accessTokenSeconds;
	const accessToken = new provider.AccessToken({
		...shared,
		exp: authTime + expiresIn,
		resourceServer: new provider.ResourceServer(apiResource, describeApi(audience)),
	});
	const refreshToken = new provider.RefreshToken({
		...shared,
		authTime,
		resource: apiResource,
		rotations: 0,
	});
	const tokens: TokenSet = {
		access_token: await accessToken.save(),
		expires_in: expiresIn,
		refresh_token: await refreshToken.save(),
		refresh_expires_in: refreshToken.expiration,
		token_type: 'Bearer',
		scope,
	};
	if (!scope.split(' ').includes('openid')) return tokens;

	const idToken = new provider.IdToken(describeUser(user), { client });
	idToken.scope = scope;
	return { ...tokens, id_token: await idToken.issue({ use: 'idtoken' }) };
}
