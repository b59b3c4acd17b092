import { createHash } from 'node:crypto';
import { CREDENTIAL_BLANKING_VALUE } from 'n8n-workflow';
import * as z from 'zod/v4';
import { describeCredential } from '../../host/n8n/voice-agent-nodes.mts';
import { startSandbox } from '../../sandbox/start-sandbox.mts';
import type { RecordedRequest } from '../../sandbox/types.mts';
import {
	createTokenCredential,
	type CredentialReference,
} from '../support/n8n/connect-at-sandbox.mts';
import { runByHand, type HandRun } from '../support/n8n/run-by-hand.mts';
import { useHost } from '../support/n8n/start-host.mts';
import { createNode } from '../support/n8n/trigger-scene.mts';

// The sign-in as a real n8n does it, asserted on what the identity server received, and what n8n itself
// does with a credential of ours.
const host = useHost();

const listRequests = (method: string, pathEnd: string): RecordedRequest[] =>
	host.sandbox.requests.filter(
		(request) => request.method === method && request.path.endsWith(pathEnd),
	);

function takeRequest(method: string, pathEnd: string): RecordedRequest {
	const last = listRequests(method, pathEnd).at(-1);
	if (last === undefined) throw new Error(`The sandbox received no ${method} …${pathEnd}.`);
	return last;
}

// Addresses and languages are in test/nodes/credentials/declared, a confidential application is in
// test/keycloak and test/versions.
test('a public application asks with a challenge by S256, and sends its id and the verifier', async () => {
	// Not a language, but a value that each on the way has to escape.
	await host.connect({ applicationType: 'public', advancedSettings: true, signInLanguage: 'a&b' });
	const { clientId } = host.sandbox.clients.public;
	const redirectUri = `${host.n8n.url}/rest/oauth2-credential/callback`;
	const { query } = takeRequest('GET', '/protocol/openid-connect/auth');
	expect(query).toEqual({
		client_id: clientId,
		redirect_uri: redirectUri,
		response_type: 'code',
		scope: 'openid profile email offline_access',
		state: expect.stringMatching(/.{16}/),
		code_challenge: expect.stringMatching(/^[\w-]{43}$/),
		code_challenge_method: 'S256',
		ui_locales: 'a&b',
		kc_locale: 'a&b',
	});
	const { form, headers, status } = takeRequest('POST', '/protocol/openid-connect/token');
	expect(status).toBe(200);
	expect(form).toEqual({
		client_id: clientId,
		grant_type: 'authorization_code',
		code: expect.stringMatching(/\S/),
		redirect_uri: redirectUri,
		code_verifier: expect.stringMatching(/^[\w.~-]{43,128}$/),
	});
	expect(headers).not.toHaveProperty('authorization');
	const challenge = createHash('sha256').update(String(form.code_verifier)).digest('base64url');
	expect(challenge).toBe(query.code_challenge);
});

/** Runs n8n's HTTP Request node against the API with a credential of ours. */
async function requestUser(type: string, credential: CredentialReference): Promise<HandRun> {
	const node = createNode('HTTP Request', 'n8n-nodes-base.httpRequest', 4.2, {
		url: `${host.sandbox.url}/api/Users/me`,
		authentication: 'predefinedCredentialType',
		nodeCredentialType: type,
		options: {},
	});
	return runByHand(host, { ...node, credentials: { [type]: credential } });
}

test("the OAuth2 credential works in n8n's HTTP Request node, also when its token has ended", async () => {
	const credential = await host.connect();
	host.sandbox.requests.length = 0;
	const first = await requestUser('voiceAgentOAuth2Api', credential);
	await host.sandbox.switchOnFault('token-expired');
	const refreshed = await requestUser('voiceAgentOAuth2Api', credential);
	expect([first, refreshed]).toMatchObject(
		[0, 1].map(() => ({ items: [{ email: host.sandbox.user.email }], error: undefined })),
	);
	const tokens = listRequests('GET', '/api/Users/me').map(({ headers }) => headers.authorization);
	expect(new Set(tokens).size).toBe(2);
});

test("the access token credential works in n8n's HTTP Request node", async () => {
	const { access_token: accessToken } = await host.sandbox.identity.issueTokens();
	const credential = await createTokenCredential(host, { accessToken });
	const { items } = await requestUser('voiceAgentTokenApi', credential);
	expect(items).toMatchObject([{ email: host.sandbox.user.email }]);
	expect(listRequests('GET', '/api/Users/me').at(-1)?.headers.authorization).toBe(
		`Bearer ${accessToken}`,
	);
});

describe('the test that n8n runs of a credential', () => {
	beforeEach(() => host.sandbox.clearFaults());
	const answer = z.object({ status: z.string(), message: z.string() });
	const masked = CREDENTIAL_BLANKING_VALUE;

	/** As the editor's button does: what is masked there n8n fills in from what it has saved. */
	const run = async ({ id, name }: CredentialReference, type: string, data: object) =>
		answer.parse(
			await host.session.rest('POST', '/credentials/test', {
				credentials: { id, name, type, data },
			}),
		);

	/** Saves a credential of this type, and returns the test of it. */
	async function prepareTest(type: string) {
		if (type === 'OAuth2') {
			const credential = await host.connect();
			const data = { ...describeCredential(host.sandbox), oauthTokenData: masked };
			return async () => await run(credential, 'voiceAgentOAuth2Api', data);
		}
		const credential = await createTokenCredential(host);
		const { url: apiBaseUrl, identityServerUrl } = host.sandbox;
		const data = { apiBaseUrl, identityServerUrl, accessToken: masked };
		return async () => await run(credential, 'voiceAgentTokenApi', data);
	}

	const revokeTokens = () => {
		host.sandbox.identity.revokeAccessTokens();
		host.sandbox.identity.revokeRefreshTokens();
	};
	const redirect = async (location: string) =>
		await host.sandbox.switchOnFault('status', {
			target: 'users-me',
			status: 302,
			headers: { location },
		});
	const answers = [
		['that takes the token', () => undefined, 200, 'OK'],
		['that has revoked the token', revokeTokens, 401, 'Error'],
		['that leads elsewhere', redirect, 302, 'Error'],
	] as const;
	const rows = answers.flatMap((row) =>
		['OAuth2', 'access token'].map((type) => [type, ...row] as const),
	);

	test.each(rows)(
		'of type %s asks a service %s, and no other',
		async (type, _, change, status, outcome) => {
			const elsewhere = await startSandbox();
			const runTest = await prepareTest(type);
			await change(`${elsewhere.url}/api/Users/me`);
			host.sandbox.requests.length = 0;
			expect(await runTest()).toMatchObject({ status: outcome });
			// n8n sends a pasted token that was rejected once more, and tries to refresh one of OAuth2, by POST.
			const times = type === 'access token' && status === 401 ? 2 : 1;
			const headers = { authorization: expect.stringMatching(/^Bearer \S+$/) };
			const asked = Array.from({ length: times }, () => ({
				path: '/api/Users/me',
				status,
				headers,
			}));
			expect(host.sandbox.requests.filter(({ method }) => method === 'GET')).toMatchObject(asked);
			expect(elsewhere.requests).toEqual([]);
			await elsewhere.close();
		},
	);

	test('is bad while the service is away', async () => {
		const runTest = await prepareTest('access token');
		await host.sandbox.switchOnFault('away', { target: 'users-me', refuseConnections: true });
		const message = expect.stringContaining('ECONN');
		expect(await runTest()).toEqual({ status: 'Error', message });
	});
});
