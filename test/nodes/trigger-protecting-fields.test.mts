import { createHmac } from 'node:crypto';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { VoiceAgentTrigger } from '../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';
import { startSandbox } from '../../sandbox/start-sandbox.mts';
import type { Sandbox } from '../../sandbox/types.mts';
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
	['blanks', ' \t\n'],
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

test('blanks around a pasted signing secret are cut', async () => {
	const body = nextBody();
	const signature = createHmac('sha256', 'shared').update(body).digest('hex');
	const headers = { 'x-webhook-signature': signature };
	expect(await deliver({ signingSecret: ' shared\n' }, 'report', headers, body)).toMatchObject({
		status: 200,
	});
});
