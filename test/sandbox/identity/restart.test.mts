import type { IdentityServer } from '../../../sandbox/types.mts';
import {
	publicClient,
	readUserinfo,
	refresh,
	signInFully,
	startTestIdentity,
} from './identity-driver.mts';

let identity: IdentityServer;
beforeEach(async () => {
	identity = await startTestIdentity();
});
afterEach(() => identity.close());

/** Ends the identity server and starts another at the same address, with what the first one wrote down. */
async function restart({ remembers = true } = {}): Promise<void> {
	const port = Number(new URL(identity.url).port);
	const memory = JSON.parse(JSON.stringify(identity.readMemory()));
	await identity.close();
	identity = await startTestIdentity({ port, ...(remembers && { memory }) });
}

test('who signed in before a restart goes on: access token, refresh token, keys', async () => {
	const { access_token, refresh_token } = await signInFully(identity);
	const keys = await identity.jwks();
	await restart();
	expect(await identity.jwks()).toEqual(keys);
	expect((await readUserinfo(identity, access_token)).status).toBe(200);
	const { status, body } = await refresh(identity, publicClient, refresh_token);
	expect(status).toBe(200);
	await restart();
	expect((await refresh(identity, publicClient, body.refresh_token)).status).toBe(200);
});

test('what was revoked before a restart stays revoked', async () => {
	const { access_token, refresh_token } = await signInFully(identity);
	identity.revokeAccessTokens();
	identity.revokeRefreshTokens();
	await restart();
	expect(identity.isRevoked(String(access_token))).toBe(true);
	expect((await refresh(identity, publicClient, refresh_token)).status).toBe(400);
});

test('without its memory a restarted server takes nothing from before', async () => {
	const { access_token, refresh_token } = await signInFully(identity);
	await restart({ remembers: false });
	expect((await readUserinfo(identity, access_token)).status).toBe(401);
	expect((await refresh(identity, publicClient, refresh_token)).status).toBe(400);
});
