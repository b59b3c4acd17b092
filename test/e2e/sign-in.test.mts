import { createHash } from 'node:crypto';
import type { RecordedRequest } from '../../sandbox/types.mts';
import type { CredentialReference } from '../support/n8n/connect-at-sandbox.mts';
import { findWebhookUrl, useHost } from '../support/n8n/start-host.mts';
import { publishNodes } from '../support/n8n/trigger-scene.mts';

// The sign-in as a real n8n does it, asserted on what the identity server received.
const host = useHost();

function takeRequest(method: string, pathEnd: string): RecordedRequest {
	const found = host.sandbox.requests.filter(
		(request) => request.method === method && request.path.endsWith(pathEnd),
	);
	const last = found.at(-1);
	if (last === undefined) throw new Error(`The sandbox received no ${method} …${pathEnd}.`);
	return last;
}

const authorization = () => takeRequest('GET', '/protocol/openid-connect/auth');
const token = () => takeRequest('POST', '/protocol/openid-connect/token');

/** The code was exchanged with the verifier of the challenge and these fields, and nothing in a header. */
function expectCodeExchange(fields: Record<string, unknown>): void {
	const { form, headers, status } = token();
	expect(status).toBe(200);
	expect(form).toEqual({
		...fields,
		grant_type: 'authorization_code',
		code: expect.stringMatching(/\S/),
		redirect_uri: `${host.n8n.url}/rest/oauth2-credential/callback`,
		code_verifier: expect.stringMatching(/^[\w.~-]{43,128}$/),
	});
	expect(headers).not.toHaveProperty('authorization');
	const challenge = createHash('sha256').update(String(form.code_verifier)).digest('base64url');
	expect(challenge).toBe(authorization().query.code_challenge);
}

describe('a public application', () => {
	beforeAll(async () => {
		await host.connect({ applicationType: 'public', advancedSettings: true, signInLanguage: 'de' });
	});

	test('asks with a challenge by S256, all scopes and the sign-in language', () => {
		expect(authorization().query).toEqual({
			client_id: host.sandbox.clients.public.clientId,
			redirect_uri: `${host.n8n.url}/rest/oauth2-credential/callback`,
			response_type: 'code',
			scope: 'openid profile email offline_access',
			state: expect.stringMatching(/.{16}/),
			code_challenge: expect.stringMatching(/^[\w-]{43}$/),
			code_challenge_method: 'S256',
			ui_locales: 'de',
			kc_locale: 'de',
		});
	});

	test('sends its id and the verifier of that challenge, and no secret anywhere', () => {
		expectCodeExchange({ client_id: host.sandbox.clients.public.clientId });
	});
});

describe('a confidential application', () => {
	beforeAll(async () => {
		const { clientId, clientSecret } = host.sandbox.clients.confidential;
		await host.connect({ applicationType: 'confidential', clientId, clientSecret });
	});

	test('sends its secret in the form, with the verifier, and not in a header', () => {
		const { clientId, clientSecret } = host.sandbox.clients.confidential;
		expectCodeExchange({ client_id: clientId, client_secret: clientSecret });
		expect(authorization().query.code_challenge_method).toBe('S256');
	});
});

test('without "Stay Signed In" no offline access is asked for', async () => {
	await host.connect({ advancedSettings: true, staySignedIn: false });
	expect(authorization().query.scope).toBe('openid profile email');
});

test.each([
	[{ advancedSettings: true, signInLanguage: '' }, {}],
	// n8n drops the fields while the switch that shows them is off.
	[{ advancedSettings: false, signInLanguage: 'de', languageParameter: 'idp_locale' }, {}],
	[
		{ advancedSettings: true, languageParameter: '', signInLanguage: 'a&b' },
		{ ui_locales: 'a&b', kc_locale: 'a&b' },
	],
])('the sign-in language of %j is sent as %j', async (fields, expected) => {
	await host.connect(fields);
	const sent = Object.entries(authorization().query);
	expect(
		Object.fromEntries(
			sent.filter(([name]) => name.endsWith('_locale') || name.endsWith('_locales')),
		),
	).toEqual(expected);
});

async function expectToRegister(credential: CredentialReference): Promise<void> {
	const workflow = await publishNodes(host, credential);
	expect(host.sandbox.registrations.map(({ url }) => url)).toContain(
		findWebhookUrl(host.n8n, workflow),
	);
	await host.client.deleteWorkflow(workflow.id);
}

test('trailing slashes of the addresses do not matter', async () => {
	const credential = await host.connect({
		apiBaseUrl: `${host.sandbox.url}/`,
		identityServerUrl: `${host.sandbox.identityServerUrl}//`,
	});
	await expectToRegister(credential);
});

test('an expired access token is refreshed without anyone noticing', async () => {
	const credential = await host.connect();
	host.sandbox.identity.revokeAccessTokens();
	await expectToRegister(credential);
	expect(token().form).toEqual({
		grant_type: 'refresh_token',
		client_id: host.sandbox.clients.public.clientId,
		refresh_token: expect.stringMatching(/\S/),
	});
});

test('a credential that was never connected stops publishing and says what to do', async () => {
	const name = 'Never connected';
	const id = await host.client.createCredential(name, 'voiceAgentOAuth2Api', {
		apiBaseUrl: host.sandbox.url,
		identityServerUrl: host.sandbox.identityServerUrl,
		clientId: host.sandbox.clients.public.clientId,
	});
	const workflow = await host.importExample({ id, name });
	await expect(host.client.activate(workflow.id)).rejects.toThrow(/connect/i);
	await host.client.deactivate(workflow.id);
	await host.client.deleteWorkflow(workflow.id);
});
