import { startSandbox } from '../../../sandbox/start-sandbox.mts';
import { useSandbox } from '../../nodes/host/use-sandbox.mts';
import { authorize, callback, readUserinfo, refresh, signInFully } from './identity-driver.mts';

const sandbox = useSandbox();

test('the applications can be replaced: another secret and another redirect URI count at once', async () => {
	const { public: open, confidential } = sandbox.clients;
	const { refresh_token } = await signInFully(sandbox, { client: confidential });
	const rotated = { ...confidential, clientSecret: 'rotated' };
	const redirect_uri = `${callback}/late`;
	try {
		sandbox.identity.setClients([rotated, { ...open, redirectUris: [redirect_uri] }]);
		expect((await refresh(sandbox, refresh_token, confidential)).body.error).toBe('invalid_client');
		expect((await refresh(sandbox, refresh_token, rotated)).status).toBe(200);
		expect((await authorize(sandbox, { redirect_uri })).get('code')).not.toBeNull();
	} finally {
		sandbox.identity.setClients([open, confidential]);
	}
});

test('lifetimes down to seconds, until the reset, which brings back keys and ends all tokens', async () => {
	const { keys } = await sandbox.identity.jwks();
	sandbox.identity.setLifetimes({ accessTokenSeconds: 2, refreshTokenSeconds: 3 });
	const before = await signInFully(sandbox);
	expect(before).toMatchObject({ expires_in: 2, refresh_expires_in: 3 });
	await sandbox.identity.rotateKeys();
	await sandbox.reset();
	expect((await sandbox.identity.jwks()).keys).toEqual(keys);
	expect((await refresh(sandbox, before.refresh_token)).body.error).toBe('invalid_grant');
	expect(await signInFully(sandbox)).toMatchObject({ expires_in: 86_400 });
});

test.each([
	['with its memory goes on', true, [200, 200]],
	['without its memory takes nothing', false, [401, 400]],
])('a server restarted %s from before', async (_name, remembers, statuses) => {
	const earlier = await startSandbox();
	const identityPort = Number(new URL(earlier.identityServerUrl).port);
	const revoked = await signInFully(earlier);
	earlier.identity.revokeAccessTokens();
	earlier.identity.revokeRefreshTokens();
	const kept = await signInFully(earlier);
	const identityMemory = JSON.parse(JSON.stringify(earlier.identity.readMemory()));
	await earlier.close();
	const later = await startSandbox({ identityPort, ...(remembers && { identityMemory }) });
	const tryTokens = async ({ access_token, refresh_token }: Record<string, unknown>) => [
		(await readUserinfo(later, access_token)).status,
		(await refresh(later, refresh_token)).status,
	];
	try {
		expect(await tryTokens(kept)).toEqual(statuses);
		expect(await tryTokens(revoked)).toEqual([401, 400]);
	} finally {
		await later.close();
	}
});
