import { UnsecuredJWT, type JWTPayload } from 'jose';
import { useSandbox } from '../support/servers/use-sandbox.mts';
import { bearer, callApi, getCurrentUser, register } from '../support/servers/call-api.mts';

const sandbox = useSandbox();
const nowSeconds = () => Math.floor(Date.now() / 1000);
const hook = { url: 'https://n8n.example.com/webhook/1' };

/** Claims that the API accepts; each rejection below changes one. */
const goodClaims = (): JWTPayload => ({
	iss: sandbox.identityServerUrl,
	aud: sandbox.identity.audience,
	sub: sandbox.user.id,
	exp: nowSeconds() + 300,
});

describe('GET /api/Users/me', () => {
	test("answers the record of the token's user", async () => {
		const { id, name, username, email } = sandbox.user;
		const expected = { status: 200, json: { id, name, username, email } };
		expect(await getCurrentUser(sandbox, await bearer(sandbox))).toMatchObject(expected);
		const token = await sandbox.identity.signJwt(goodClaims());
		expect(await getCurrentUser(sandbox, `Bearer ${token}`)).toMatchObject(expected);
	});

	/** A token of the good claims with these changes. */
	const sign = (change: () => JWTPayload) => async () =>
		await sandbox.identity.signJwt({ ...goodClaims(), ...change() });

	test.each<[string, () => Promise<string>, string]>([
		['an expired token', sign(() => ({ exp: nowSeconds() - 1 })), 'The access token is expired.'],
		['another audience', sign(() => ({ aud: 'other' })), 'claim aud is not accepted.'],
		['another issuer', sign(() => ({ iss: 'x' })), 'claim iss is not accepted.'],
		['an unknown user', sign(() => ({ sub: 'x' })), 'The access token belongs to no user.'],
		['no expiry', sign(() => ({ exp: undefined })), 'claim exp is not accepted.'],
		['no signature', async () => new UnsecuredJWT(goodClaims()).encode(), ''],
		['an ID token', async () => String((await sandbox.identity.issueTokens()).id_token), ''],
	])('rejects %s', async (_name, create, words) => {
		const answer = await getCurrentUser(sandbox, `Bearer ${await create()}`);
		const json = { title: 'Unauthorized', detail: expect.stringContaining(words) };
		expect(answer).toMatchObject({ status: 401, json });
		expect(answer.headers.get('content-type')).toContain('application/problem+json');
		expect(answer.headers.get('www-authenticate')).toContain('error="invalid_token"');
	});

	test('rejects a call without a Bearer token', async () => {
		expect((await callApi(sandbox, '/api/Users/me')).status).toBe(401);
		expect((await getCurrentUser(sandbox, 'Basic dTpw')).status).toBe(401);
	});
});

describe('POST /api/Webhooks', () => {
	test('registers a URL for the user and answers its id', async () => {
		const body = { ...hook, event_types: ['ConversationComplete'] };
		const answer = await register(sandbox, body);
		const [registration] = sandbox.registrations;
		expect(answer).toMatchObject({ status: 201, json: { id: registration?.id } });
		expect(sandbox.registrations).toEqual([
			{
				id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-/),
				userId: sandbox.user.id,
				url: hook.url,
				body,
				created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
			},
		]);
	});

	test.each<[string, number, string, unknown, { authorization?: string; contentType?: string }?]>([
		['broken JSON', 400, 'The body is not JSON.', '{"url":'],
		['an array', 400, 'The body must be a JSON object.', []],
		['a body without the URL', 400, 'The field url is required.', {}],
		['a relative URL', 400, 'The field url must be an http or https URL.', { url: 'n8n' }],
		['another scheme', 400, 'The field url must be an http or https URL.', { url: 'ftp://x/' }],
		['a number', 400, 'The field url must be an http or https URL.', { url: 5 }],
		['another content type', 415, '', hook, { contentType: 'text/plain' }],
		['a body beyond 1 MB', 413, '', { ...hook, description: 'x'.repeat(1_000_001) }],
		['a bad token before it reads the body', 401, '', 'broken', { authorization: 'Bearer x' }],
	])('rejects %s with %i', async (_name, status, detail, body, changes = {}) => {
		const answer = await register(sandbox, body, changes);
		expect(answer).toMatchObject({
			status,
			json: { status, detail: expect.stringContaining(detail) },
		});
		expect(sandbox.registrations).toHaveLength(0);
	});
});

test('a call of the documentation-only event endpoint is rejected and trapped, in any case', async () => {
	const path = '/api/webhooks/notifications/events/ConversationComplete';
	for (const spelled of [path, path.toUpperCase(), `${path}d`]) {
		const answer = await callApi(sandbox, spelled, { method: 'POST', body: '{"event":"x"}' });
		expect(answer.status).toBe(404);
	}
	expect(sandbox.trappedCalls).toMatchObject([
		{ method: 'POST', path, body: '{"event":"x"}' },
		{ path: path.toUpperCase() },
	]);
	await sandbox.reset();
});

test('unknown paths and methods are rejected in JSON', async () => {
	expect((await callApi(sandbox, '/api/Conversations')).json).toMatchObject({ status: 404 });
	const answer = await callApi(sandbox, '/api/Webhooks');
	expect(answer.json).toMatchObject({ status: 405 });
	expect(answer.headers.get('allow')).toContain('POST');
});
