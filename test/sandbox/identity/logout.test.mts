import { CookieJar } from 'tough-cookie';
import { signIn } from '../../../sandbox/identity/sign-in.mts';
import type { IdentityServer } from '../../../sandbox/types.mts';
import {
	authorizationUrl,
	confidentialClient,
	endpoint,
	logOut,
	publicClient,
	readUserinfo,
	refresh,
	signInFully,
	startTestIdentity,
	user,
	type Parameters,
} from './identity-driver.mts';

let identity: IdentityServer;
beforeAll(async () => {
	identity = await startTestIdentity();
});
afterAll(() => identity.close());

describe.each([
	['public', publicClient],
	['confidential', confidentialClient],
])('log-out of a %s application', (_, client) => {
	test.each(['openid', 'openid offline_access'])(
		'revokes the refresh token, its family and the browser session: %s',
		async (scope) => {
			const cookies = new CookieJar();
			const { refresh_token: first } = await signInFully(identity, { client, scope, cookies });
			const { body } = await refresh(identity, client, first);
			expect(await logOut(identity, client, body.refresh_token)).toEqual({ status: 204, body: {} });
			expect((await refresh(identity, client, body.refresh_token)).body.error).toBe(
				'invalid_grant',
			);
			expect((await readUserinfo(identity, body.access_token)).status).toBe(401);
			const { loginPage } = await signIn({
				authorizationUrl: authorizationUrl(identity, {
					client_id: confidentialClient.clientId,
				}),
				username: user.username,
				password: user.password,
				cookies,
			});
			expect(loginPage).toContain('<form');
		},
	);
});

describe('rejections', () => {
	const rejections: [string, Parameters, number, string][] = [
		['an unknown application', { client_id: 'nobody' }, 401, 'invalid_client'],
		['no application', { client_id: undefined }, 401, 'invalid_client'],
		['a wrong secret', { client_secret: 'wrong' }, 401, 'invalid_client'],
		['no secret', { client_secret: undefined }, 401, 'invalid_client'],
		['no refresh token', { refresh_token: undefined }, 400, 'invalid_request'],
		['an unknown refresh token', { refresh_token: 'unknown' }, 400, 'invalid_grant'],
		[
			'another application',
			{ client_id: publicClient.clientId, client_secret: undefined },
			400,
			'invalid_grant',
		],
	];
	test.each(rejections)('rejects %s and revokes nothing', async (_, changed, status, error) => {
		const { refresh_token } = await signInFully(identity, { client: confidentialClient });
		const answer = await logOut(identity, confidentialClient, refresh_token, changed);
		expect({ status: answer.status, error: answer.body.error }).toEqual({ status, error });
		expect((await refresh(identity, confidentialClient, refresh_token)).status).toBe(200);
	});

	test('rejects a secret from a public application', async () => {
		const { refresh_token } = await signInFully(identity);
		const answer = await logOut(identity, publicClient, refresh_token, { client_secret: 'a' });
		expect(answer.status).toBe(401);
	});

	test('rejects a refresh token that was used already, and revokes its family', async () => {
		const { refresh_token } = await signInFully(identity);
		const { body } = await refresh(identity, publicClient, refresh_token);
		expect((await logOut(identity, publicClient, refresh_token)).body.error).toBe('invalid_grant');
		expect((await refresh(identity, publicClient, body.refresh_token)).status).toBe(400);
	});

	test('rejects JSON in the place of a form', async () => {
		const { refresh_token } = await signInFully(identity);
		const response = await fetch(endpoint(identity, 'logout'), {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ client_id: publicClient.clientId, refresh_token }),
		});
		expect(response.status).toBe(401);
		expect((await refresh(identity, publicClient, refresh_token)).status).toBe(200);
	});
});
