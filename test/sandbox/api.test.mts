import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose';
import { startSandbox } from '../../sandbox/start-sandbox.mts';
import type { Sandbox } from '../../sandbox/types.mts';
import { bearer, callApi, getCurrentUser, register } from './call-api.mts';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox();
});
afterEach(() => sandbox.reset());
afterAll(() => sandbox.close());

const nowSeconds = () => Math.floor(Date.now() / 1000);

/** Claims that the API accepts; each rejection below changes one. */
const goodClaims = (): JWTPayload => ({
	iss: sandbox.identityServerUrl,
	aud: sandbox.identity.audience,
	sub: sandbox.user.id,
	exp: nowSeconds() + 300,
});

const hook = { url: 'https://n8n.example.com/webhook/1' };

describe('GET /api/Users/me', () => {
	test("answers the record of the token's user", async () => {
		const answer = await getCurrentUser(sandbox, await bearer(sandbox));
		expect(answer.status).toBe(200);
		expect(answer.json).toEqual({
			id: sandbox.user.id,
			name: sandbox.user.name,
			username: sandbox.user.username,
			email: sandbox.user.email,
		});
	});

	test('accepts the claims that the rejections start from', async () => {
		const answer = await getCurrentUser(
			sandbox,
			`Bearer ${await sandbox.identity.signJwt(goodClaims())}`,
		);
		expect(answer.status).toBe(200);
	});

	const changedClaims: [string, () => JWTPayload, string][] = [
		['an expired token', () => ({ exp: nowSeconds() - 1 }), 'The access token is expired.'],
		['another audience', () => ({ aud: 'other' }), "The access token's claim aud is not accepted."],
		[
			'another issuer',
			() => ({ iss: 'http://other' }),
			"The access token's claim iss is not accepted.",
		],
		['a user that does not exist', () => ({ sub: 'x' }), 'The access token belongs to no user.'],
		['no expiry', () => ({ exp: undefined }), "The access token's claim exp is not accepted."],
	];
	test.each(changedClaims)('rejects %s', async (_name, change, detail) => {
		const token = await sandbox.identity.signJwt({ ...goodClaims(), ...change() });
		const answer = await getCurrentUser(sandbox, `Bearer ${token}`);
		expect(answer.status).toBe(401);
		expect(answer.headers.get('content-type')).toContain('application/problem+json');
		expect(answer.json).toMatchObject({ title: 'Unauthorized', status: 401, detail });
		expect(answer.headers.get('www-authenticate')).toContain('error="invalid_token"');
	});

	test('rejects a token signed by an unknown key, under a new and under the known key id', async () => {
		const { privateKey } = await generateKeyPair('RS256');
		const { keys } = await sandbox.identity.jwks();
		for (const kid of ['unknown', String(keys[0]?.kid)]) {
			const token = await new SignJWT(goodClaims())
				.setProtectedHeader({ alg: 'RS256', kid })
				.sign(privateKey);
			expect((await getCurrentUser(sandbox, `Bearer ${token}`)).status).toBe(401);
		}
	});

	test('rejects alg none, and HS256 keyed with the public key', async () => {
		const { keys } = await sandbox.identity.jwks();
		const publicKey = new TextEncoder().encode(JSON.stringify(keys[0]));
		const confused = await new SignJWT(goodClaims())
			.setProtectedHeader({ alg: 'HS256', kid: String(keys[0]?.kid) })
			.sign(publicKey);
		for (const token of [new UnsecuredJWT(goodClaims()).encode(), confused]) {
			expect((await getCurrentUser(sandbox, `Bearer ${token}`)).status).toBe(401);
		}
	});

	test('rejects an ID token and a refresh token', async () => {
		const { id_token, refresh_token } = await sandbox.identity.issueTokens();
		for (const token of [id_token, refresh_token]) {
			expect((await getCurrentUser(sandbox, `Bearer ${token}`)).status).toBe(401);
		}
	});

	test('rejects a call without a Bearer token', async () => {
		expect((await callApi(sandbox, '/api/Users/me')).status).toBe(401);
		expect((await getCurrentUser(sandbox, 'Basic dTpw')).status).toBe(401);
	});

	test('looks the key up by itself, in no record of requests', async () => {
		await getCurrentUser(sandbox, await bearer(sandbox));
		expect(sandbox.requests.map(({ path }) => path)).toEqual(['/api/Users/me']);
	});
});

test('a token by an EC key that the identity server does not serve is rejected', async () => {
	const { privateKey, publicKey } = await generateKeyPair('ES256');
	const jwk = await exportJWK(publicKey);
	const token = await new SignJWT(goodClaims())
		.setProtectedHeader({ alg: 'ES256', jwk })
		.sign(privateKey);
	expect((await getCurrentUser(sandbox, `Bearer ${token}`)).status).toBe(401);
});

describe('POST /api/Webhooks', () => {
	test('registers a URL for the user and answers its id', async () => {
		const body = { ...hook, event_types: ['ConversationComplete'] };
		const answer = await register(sandbox, body);
		expect(answer.status).toBe(201);
		expect(sandbox.registrations).toEqual([
			{
				id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-/),
				userId: sandbox.user.id,
				url: hook.url,
				body,
				created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
			},
		]);
		expect(answer.json).toEqual({ id: sandbox.registrations[0]?.id });
	});

	test('the path counts in any case', async () => {
		const answer = await callApi(sandbox, '/API/WEBHOOKS', {
			method: 'POST',
			headers: { authorization: await bearer(sandbox), 'content-type': 'application/json' },
			body: JSON.stringify(hook),
		});
		expect(answer.status).toBe(201);
	});

	const rejectedBodies: [string, unknown, string][] = [
		['broken JSON', '{"url":', 'The body is not JSON.'],
		['an array', [], 'The body must be a JSON object.'],
		['null', null, 'The body must be a JSON object.'],
		['a body without the URL', {}, 'The field url is required.'],
		['a URL that is none', { url: 'n8n' }, 'The field url must be an http or https URL.'],
		['another scheme', { url: 'ftp://x.test/' }, 'The field url must be an http or https URL.'],
		['a URL that is no text', { url: 5 }, 'The field url must be an http or https URL.'],
	];
	test.each(rejectedBodies)('rejects %s', async (_name, body, detail) => {
		const answer = await register(sandbox, body);
		expect(answer.json).toMatchObject({ title: 'Bad Request', status: 400, detail });
		expect(answer.status).toBe(400);
		expect(sandbox.registrations).toHaveLength(0);
	});

	test('rejects other content types', async () => {
		const answer = await register(sandbox, hook, { contentType: 'text/plain' });
		expect(answer.status).toBe(415);
		expect(sandbox.registrations).toHaveLength(0);
	});

	test('rejects a body beyond 1 MB', async () => {
		const answer = await register(sandbox, { ...hook, description: 'x'.repeat(1_000_001) });
		expect(answer.status).toBe(413);
	});

	test('rejects a missing token before it looks at the body', async () => {
		const answer = await register(sandbox, 'broken', { authorization: 'Bearer x' });
		expect(answer.status).toBe(401);
	});

	test('a second webhook for one URL is registered, unless the rules say otherwise', async () => {
		expect((await register(sandbox, hook)).status).toBe(201);
		expect((await register(sandbox, hook)).status).toBe(201);
		sandbox.setRegistrationRules({ isUrlUnique: true });
		expect((await register(sandbox, hook)).status).toBe(409);
		expect((await register(sandbox, { ...hook, url: `${hook.url}/2` })).status).toBe(201);
		expect(sandbox.registrations).toHaveLength(3);
	});

	test('the wanted fields are settable', async () => {
		sandbox.setRegistrationRules({ urlField: 'callback', requiredFields: ['events'] });
		const without = await register(sandbox, { callback: hook.url });
		expect(without.json).toMatchObject({ status: 400, detail: 'The field events is required.' });
		expect((await register(sandbox, { ...hook, events: ['x'] })).json).toMatchObject({
			detail: 'The field callback is required.',
		});
		expect((await register(sandbox, { callback: hook.url, events: ['x'] })).status).toBe(201);
		expect(sandbox.registrations[0]?.url).toBe(hook.url);
		await sandbox.reset();
		expect((await register(sandbox, hook)).status).toBe(201);
	});
});

test('a call of the documentation-only event endpoint is rejected and trapped, in any case', async () => {
	const path = '/api/webhooks/notifications/events/ConversationComplete';
	for (const spelled of [path, path.toUpperCase()]) {
		const answer = await callApi(sandbox, spelled, { method: 'POST', body: '{"event":"x"}' });
		expect(answer.status).toBe(404);
	}
	expect(sandbox.trappedCalls).toHaveLength(2);
	expect(sandbox.trappedCalls[0]).toMatchObject({ method: 'POST', path, body: '{"event":"x"}' });
	await callApi(sandbox, `${path}d`, { method: 'POST' });
	expect(sandbox.trappedCalls).toHaveLength(2);
});

test('every request is recorded with its status, in order', async () => {
	const authorization = await bearer(sandbox);
	await getCurrentUser(sandbox, authorization);
	await register(sandbox, hook, { authorization: 'Bearer x' });
	await callApi(sandbox, '/nothing?a=1&b=2');
	expect(sandbox.requests).toMatchObject([
		{ method: 'GET', path: '/api/Users/me', headers: { authorization }, body: '', status: 200 },
		{ method: 'POST', path: '/api/Webhooks', body: JSON.stringify(hook), status: 401 },
		{ method: 'GET', path: '/nothing', query: { a: '1', b: '2' }, status: 404 },
	]);
});

test('what the identity server receives is recorded too, forms parsed', async () => {
	await fetch(`${sandbox.identityServerUrl}/protocol/openid-connect/token`, {
		method: 'POST',
		body: new URLSearchParams({ grant_type: 'refresh_token', client_id: 'nobody' }),
	});
	expect(sandbox.requests).toMatchObject([
		{
			method: 'POST',
			path: '/realms/voice-agent/protocol/openid-connect/token',
			body: 'grant_type=refresh_token&client_id=nobody',
			form: { grant_type: 'refresh_token', client_id: 'nobody' },
			status: 401,
		},
	]);
});

test('unknown paths and methods are rejected in JSON', async () => {
	expect((await callApi(sandbox, '/api/Conversations')).json).toMatchObject({ status: 404 });
	const answer = await callApi(sandbox, '/api/Webhooks');
	expect(answer.json).toMatchObject({ status: 405 });
	expect(answer.headers.get('allow')).toContain('POST');
});
