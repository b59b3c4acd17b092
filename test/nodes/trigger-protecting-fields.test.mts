import { createHmac } from 'node:crypto';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { VoiceAgentOAuth2Api } from '../../credentials/VoiceAgentOAuth2Api.credentials.ts';
import { VoiceAgentTokenApi } from '../../credentials/VoiceAgentTokenApi.credentials.ts';
import { VoiceAgentTrigger } from '../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';
import { startSandbox } from '../../sandbox/start-sandbox.mts';
import type { Sandbox } from '../../sandbox/types.mts';
import { decryptCredential } from './host/decrypt-credential.mts';
import { createExchange } from './host/exchange.mts';
import { createHost } from './host/host.mts';
import { connectCredential } from './host/sandbox-credential.mts';

const trigger = new VoiceAgentTrigger();
let sandbox: Sandbox;
let conversations = 0;

beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(async () => await sandbox.close());

const nextBody = () =>
	JSON.stringify({ event: 'ConversationComplete', data: { id: `field-${++conversations}` } });

/** A node whose credential also holds these values, as n8n hands them over. */
async function createHostWith(values: Record<string, unknown>, mode = 'report') {
	const credential = await connectCredential(sandbox);
	credential.data = { ...credential.data, ...values } as ICredentialDataDecryptedObject;
	const parameters = { registration: 'manual', verifyDeliveries: mode };
	return createHost({ type: 'voiceAgentTrigger', credential, parameters });
}

async function deliver(
	values: Record<string, unknown>,
	mode?: string,
	headers = {},
	body = nextBody(),
) {
	const host = await createHostWith(values, mode);
	const warn = jest.spyOn(host.hook().logger, 'warn').mockImplementation();
	const { request, response } = createExchange(body, { headers });
	const result = await trigger.webhook.call(host.webhook(request, response));
	const logged = JSON.stringify(warn.mock.calls);
	warn.mockRestore();
	if (result.workflowData) response.finish(200);
	const { answer } = response;
	return { status: result.workflowData ? 200 : answer?.status, answer, logged };
}

const publish = async (values: Record<string, unknown>) =>
	await trigger.webhookMethods.default.checkExists.call((await createHostWith(values)).hook());

const sandboxAddresses = () => ({
	apiBaseUrl: sandbox.url,
	identityServerUrl: sandbox.identityServerUrl,
});

const fields: [string, string][] = [
	['signingSecret', 'Webhook Signing Secret'],
	['expectedAudience', 'Expected Audience'],
	['expectedClient', 'Expected Client'],
	['expectedSubject', 'Expected Subject'],
];
const unusable: [string, unknown][] = [
	['a number', 12345678],
	['null', null],
	['undefined, as an expression without a result gives it', undefined],
	['false', false],
	['a list', ['text']],
	['an object', { text: 'text' }],
	['spaces', ' \t\n'],
];
const cases = fields.flatMap(([field, name]) =>
	unusable.map(([kind, value]) => [field, kind, name, value] as const),
);

test.each(cases)(
	'%s that is %s answers 503 and is not shown',
	async (field, _kind, name, value) => {
		for (const mode of ['report', 'off', 'required']) {
			const { status, answer, logged } = await deliver({ [field]: value }, mode);
			expect({ mode, status }).toEqual({ mode, status: 503 });
			expect(answer).toMatchObject({
				headers: { 'retry-after': expect.stringMatching(/^[1-9]\d*$/) },
				body: { status: 'unavailable', reason: 'credential-unusable' },
			});
			expect(logged).toContain(name);
			expect(logged).not.toContain('12345678');
		}
	},
);

test.each(cases)('%s that is %s stops publishing', async (field, _kind, name, value) => {
	await expect(publish({ [field]: value })).rejects.toMatchObject({
		context: { code: 'credential-field-invalid' },
		message: expect.stringContaining(name),
	});
});

test.each(fields)('%s that is empty or missing is not set', async (field) => {
	for (const values of [{}, { [field]: '' }]) {
		expect(await deliver(values)).toMatchObject({ status: 200 });
		expect(await publish(values)).toBe(true);
	}
});

test('spaces around a pasted signing secret are cut', async () => {
	const body = nextBody();
	const signature = createHmac('sha256', 'shared').update(body).digest('hex');
	const headers = { 'x-webhook-signature': signature };
	expect(await deliver({ signingSecret: ' shared\n' }, 'report', headers, body)).toMatchObject({
		status: 200,
	});
});

describe('what the credential requires', () => {
	const claims = { expectedAudience: 'a', expectedClient: 'c', expectedSubject: 's' };
	const required: [string, string, string, object][] = [
		['requireSignature', 'signingSecret', 'Webhook Signing Secret', {}],
		['requireExpectedClaims', 'expectedAudience', 'Expected Audience', claims],
		['requireExpectedClaims', 'expectedClient', 'Expected Client', claims],
		['requireExpectedClaims', 'expectedSubject', 'Expected Subject', claims],
	];

	test.each(required)('%s makes an empty %s an error', async (name, field, shown, others) => {
		for (const mode of ['report', 'off', 'required']) {
			const values = { ...others, [name]: true, [field]: '' };
			const { status, answer, logged } = await deliver(values, mode);
			expect({ mode, status }).toEqual({ mode, status: 503 });
			expect(answer?.body).toEqual({ status: 'unavailable', reason: 'credential-unusable' });
			expect(logged).toContain(shown);
			await expect(publish(values)).rejects.toMatchObject({
				context: { code: 'credential-field-empty' },
				message: expect.stringContaining(shown),
			});
		}
	});

	test.each(required)(
		'%s is on with anything but false: %s',
		async (name, field, _shown, others) => {
			for (const on of [undefined, null, '', 'false', 0]) {
				const values = { ...others, [name]: on, [field]: '' };
				expect(await deliver(values)).toMatchObject({ status: 503 });
			}
			expect(await publish({ ...others, [name]: false, [field]: '' })).toBe(true);
		},
	);

	test.each(required)(
		'%s lets what is set do its work: %s',
		async (name, field, _shown, others) => {
			expect(await publish({ ...others, [name]: true, [field]: 'set' })).toBe(true);
		},
	);
});

describe('a credential as n8n decrypts it', () => {
	const untouched: [string, VoiceAgentOAuth2Api | VoiceAgentTokenApi][] = [
		['OAuth2', new VoiceAgentOAuth2Api()],
		['access token', new VoiceAgentTokenApi()],
	];

	test.each(untouched)('demands nothing if its fields were not touched: %s', async (_, type) => {
		const decrypted = decryptCredential(type, {});
		expect(await deliver({ ...decrypted, ...sandboxAddresses() })).toMatchObject({ status: 200 });
		expect(await publish({ ...decrypted, ...sandboxAddresses() })).toBe(true);
	});

	test.each(untouched)(
		'made by the API with expectedClient alone, lets no other client through: %s',
		async (_, type) => {
			const saved = { expectedClient: 'voice-agent-service' };
			const values = { ...decryptCredential(type, saved), ...sandboxAddresses() };
			const send = async (azp: string) => {
				const token = await sandbox.identity.signJwt({ sub: sandbox.user.id, azp });
				return await deliver(values, 'required', { authorization: `Bearer ${token}` });
			};
			expect(await send('another-client')).toMatchObject({ status: 401 });
			expect(await send('voice-agent-service')).toMatchObject({ status: 200 });
		},
	);
});

describe('what the log says', () => {
	const signed = (text: string) => createHmac('sha256', 'shared').update(text).digest('hex');
	const signingSecret = 'shared';

	test.each([
		['another header', 'hmac-missing', {}, ['Signature Header']],
		['no signature', 'hmac-malformed', { 'x-webhook-signature': 'no' }, ['Signature Header']],
		[
			'another body',
			'hmac-mismatch',
			{ 'x-webhook-signature': signed('other') },
			['Signature Header', 'proxy', 'spaces in the secret'],
		],
	])('names the usual causes of a mismatch: %s', async (_, reason, headers, causes) => {
		const { status, logged } = await deliver({ signingSecret }, 'report', headers);
		expect(status).toBe(401);
		for (const words of [reason, ...causes]) expect(logged).toContain(words);
	});
});
