import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import { googleAccount, googleTokens } from './targets/vendors/google-sheets.mts';

// The stand-in must reject what Google rejects, or the example against it proves little.
const key = createPrivateKey(googleAccount.privateKey);
const nowSeconds = Math.floor(Date.now() / 1000);
const claims = {
	iss: googleAccount.email,
	sub: googleAccount.email,
	scope: 'https://www.googleapis.com/auth/drive.file https://www.googleapis.com/auth/spreadsheets',
	aud: 'https://oauth2.googleapis.com/token',
	iat: nowSeconds,
	exp: nowSeconds + 3600,
};

async function ask(changed: Record<string, unknown> = {}, signingKey: KeyObject = key) {
	const assertion = await new SignJWT({ ...claims, ...changed })
		.setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
		.sign(signingKey);
	const grant_type = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
	const body = new URLSearchParams({ grant_type, assertion }).toString();
	const request = { method: 'POST', path: '/token', query: {}, authorization: undefined, body };
	return await googleTokens.answer(request);
}

test('an assertion of the service account gets a token', async () => {
	expect(await ask()).toMatchObject({ status: 200, body: { token_type: 'Bearer' } });
});

test.each([
	['another issuer', { iss: 'other@example.com' }, /"iss"/],
	['another audience', { aud: 'https://accounts.example.com' }, /"aud"/],
	['no scope for sheets', { scope: 'https://www.googleapis.com/auth/drive.file' }, /scope/],
	['an end that is over', { iat: nowSeconds - 7200, exp: nowSeconds - 3600 }, /"exp"/],
	['a life of more than an hour', { exp: nowSeconds + 7200 }, /Invalid input/],
])('an assertion with %s gets none', async (_, changed, message) => {
	await expect(ask(changed)).rejects.toThrow(message);
});

test('an assertion signed with another key gets none', async () => {
	const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
	await expect(ask({}, privateKey)).rejects.toThrow('signature verification failed');
});
