import { createHmac } from 'node:crypto';
import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';
import { buildSampleRecord } from '../../../core/record/sample.ts';
import { testResults } from '../../../nodes/VoiceAgent/resources/webhook/test-response.ts';
import { runNode } from '../../support/in-process/driver.mts';
import { startReceiver, type Receiver } from '../../support/servers/start-receiver.mts';
import { deliver as deliverTo } from '../../support/in-process/deliver.mts';
import { StoredCredential } from '../../support/in-process/stored-credential.mts';
import { expectFailure } from '../../support/in-process/expect-failure.mts';

const signingSecret = 'a plain signing secret';
/** Saved, and never connected: a test event needs no sign-in. */
const local = { apiBaseUrl: 'http://127.0.0.1:1', clientId: 'client' };
const seen = new Set<string>();
let receiver: Receiver | undefined;

afterEach(async () => {
	await receiver?.close();
	receiver = undefined;
});

interface Settings {
	credential?: ICredentialDataDecryptedObject;
	options?: INodeParameters;
	/** In place of n8n's own. */
	httpRequest?: () => Promise<never>;
}

async function send(
	webhookUrl: string,
	{ credential = local, options = {}, httpRequest }: Settings = {},
) {
	const parameters = { resource: 'webhook', operation: 'sendTestEvent', webhookUrl, options };
	const { items, hints } = await runNode(undefined, parameters, {
		credential: new StoredCredential(credential),
		prepare: ({ helpers }) => void Object.assign(helpers, httpRequest && { httpRequest }),
	});
	const { result, explanation } = Object(items[0]?.json);
	seen.add(result);
	// What is not accepted is a hint beside the output.
	expect(hints.map(({ message }) => message)).toEqual(result === 'accepted' ? [] : [explanation]);
	return items[0]?.json ?? {};
}

async function answerWith(...answers: Parameters<typeof startReceiver>): Promise<Receiver> {
	receiver = await startReceiver(...answers);
	return receiver;
}

/** What the trigger emits for what arrived. */
async function deliver({ body, headers }: Receiver['received'][number]) {
	const sent = Object.fromEntries(Object.entries(headers).map(([name, at]) => [name, String(at)]));
	return (await deliverTo({}, body, { headers: sent })).items;
}

test.each(['A', 'B'] as const)(
	'a test event of shape %s is a delivery that the trigger emits, marked as an agent test',
	async (shape) => {
		const { url, received } = await answerWith({ status: 200 });
		const output = await send(url, { options: { shape } });
		const [delivery] = received;
		if (delivery === undefined) throw new Error('Nothing arrived.');
		expect(delivery.headers).toMatchObject({ 'content-type': 'application/json' });
		expect(delivery.headers.authorization).toBeUndefined();
		const { conversation_id: id, test_run_id } = output;
		const { agent_title } = buildSampleRecord('A');
		expect(await deliver(delivery)).toMatchObject([{ id, test_run_id, shape, agent_title }]);
		// Each is a conversation of its own.
		const next = await send(url);
		expect(next.conversation_id).not.toBe(id);
		expect(next.test_run_id).not.toBe(test_run_id);
	},
);

test.each([
	[undefined, 'x-webhook-signature'],
	[' X-Other-Signature ', 'x-other-signature'],
])('is signed under the header %s if the credential holds a secret', async (name, header) => {
	const { url, received } = await answerWith({ status: 200 });
	const options = name === undefined ? {} : { signatureHeader: name };
	const credential = { ...local, signingSecret };
	expect(await send(url, { credential, options })).toMatchObject({ signed: true });
	const expected = createHmac('sha256', signingSecret)
		.update(received[0]?.body ?? '')
		.digest('hex');
	expect(received[0]?.headers[header]).toBe(expected);
	expect(await send(url, { options })).toMatchObject({ signed: false });
	expect(received[1]?.headers[header]).toBeUndefined();
});

const own = (status: number, body: object) => ({ status, body: JSON.stringify(body) });
const unusable = 'credential-unusable';
const notAuthentic = 'not-authenticated';
const ofN8n = (status: number, message: string) => own(status, { code: status, message });

test.each([
	['accepted', own(200, { status: 'accepted', id: 'x' }), null],
	['ignored', own(200, { status: 'ignored', reason: 'agent-test' }), 'agent-test'],
	['ignored', own(200, { status: 'ignored', reason: 'too-short' }), 'too-short'],
	['ignored', own(200, { status: 'duplicate', id: 'x' }), 'duplicate'],
	['rejected', own(400, { status: 'rejected', reason: 'body-empty' }), 'body-empty'],
	['rejected', own(503, { status: 'postponed', reason: unusable }), unusable],
	['not-authenticated', own(401, { status: 'rejected', reason: notAuthentic }), notAuthentic],
	['access-denied', own(401, { error: 'log in first' }), null],
	['access-denied', { status: 403, body: '<h1>Forbidden</h1>' }, null],
	['not-published', ofN8n(404, 'The requested webhook "POST x" is not registered.'), null],
	['not-found', { status: 404, body: '<h1>Not Found</h1>' }, null],
	['not-found', own(404, { message: ['is', 'not registered'] }), null],
	['too-large', { status: 413, body: '<h1>Request Entity Too Large</h1>' }, null],
	['redirected', { status: 300, headers: { location: 'https://www.example.com/login?a=b' } }, null],
	['n8n-starting', { status: 200, body: 'n8n is starting up. Please wait' }, null],
	['server-failed', { status: 502, body: '<h1>Bad Gateway</h1>' }, null],
	['server-failed', ofN8n(500, 'There was a problem executing the workflow'), null],
	['other-server', { status: 200, body: '<h1>Welcome</h1>' }, null],
	['other-server', own(200, { message: 'Workflow was started' }), null],
	['connection-lost', null, null],
] as const)('%s: %j', async (result, answer, reason) => {
	const { url, received } = await answerWith(answer);
	const output = await send(url);
	expect(output).toMatchObject({
		result,
		reason,
		http_status: answer?.status ?? null,
		webhook_url: url,
		explanation: expect.stringContaining(testResults[result]),
	});
	expect(received).toHaveLength(1);
});

// N8N_ENDPOINT_WEBHOOK_TEST names another path; then n8n's hint alone tells the two apart.
test.each([
	['not-listening', '/webhook-test/1/webhook', undefined],
	[
		'not-listening',
		'/hook',
		"Click the 'Execute workflow' button on the canvas, then try again. (In test mode, the webhook only works for one call after you click this button)",
	],
	[
		'not-published',
		'/hook',
		"The workflow must be active for a production URL to run successfully. You can activate the workflow using the toggle in the top-right of the editor. Note that unlike test URL calls, production URL calls aren't shown on the canvas (only in the executions list)",
	],
])('an unknown webhook is %s by its path or by the hint of n8n: %s', async (...row) => {
	const [result, path, hint] = row;
	const message = 'The requested webhook "POST x" is not registered.';
	const { url } = await answerWith(own(404, { code: 404, message, hint }));
	expect(await send(url.replace('/hook', path))).toMatchObject({ result });
});

test.each([
	['agent-not-wanted', { agents: 'Nobody' }],
	['too-short', { minimumDuration: 3600 }],
	['from-number-not-wanted', { fromNumbers: '+999' }],
	['agent-test', { agentTests: 'without' }],
	// Its sentence is left out: the outcome may follow from rules of the trigger.
	['outcome-not-wanted', { outcomes: { outcome: { names: ['failed'] } } }],
] as [string, INodeParameters][])(
	"if a filter discards it, the explanation has the trigger's own sentence: %s",
	async (reason, filters) => {
		const { url, received } = await answerWith(own(200, { status: 'ignored', reason }));
		const { explanation } = await send(url);
		// What the trigger shows to a listener when its filter discards the sample.
		const parameters = { filters };
		const sent = received[0]?.body ?? '';
		const { discarded } = await deliverTo({ parameters }, sent, { isTest: true });
		const told = discarded[0]?.delivery;
		expect(told).toMatchObject({ reason });
		const says = (text: string) => String(explanation).includes(text);
		expect(says(` ${Object(told).message} `)).toBe(reason !== 'outcome-not-wanted');
		expect(says('A test event is marked as an agent test.')).toBe(reason === 'agent-test');
	},
);

test('a redirect is not followed, and the explanation says where it leads', async () => {
	const target = await startReceiver({ status: 200 });
	const headers = { location: `${target.url}?token=secret` };
	const { url } = await answerWith({ status: 307, headers });
	const { explanation } = await send(url);
	expect(String(explanation).endsWith(`It leads to ${target.url}`)).toBe(true);
	expect(target.received).toEqual([]);
	await target.close();
});

test.each([
	['timed-out', 'ERR_CANCELED'],
	['timed-out', 'ECONNABORTED'],
	['timed-out', 'ETIMEDOUT'],
	['connection-lost', 'ECONNRESET'],
	['connection-refused', 'ECONNREFUSED'],
	['host-not-found', 'ENOTFOUND'],
	['certificate-not-trusted', 'CERT_HAS_EXPIRED'],
	['connection-not-encrypted', 'EPROTO'],
] as const)('%s: %s', async (result, code) => {
	const httpRequest = jest.fn(
		async () => await Promise.reject(Object.assign(new Error(), { code })),
	);
	const expected = { result, http_status: null, explanation: testResults[result] };
	const output = await send('https://n8n.example.com/webhook/1/webhook', { httpRequest });
	expect(output).toMatchObject(expected);
	expect(httpRequest).toHaveBeenCalledTimes(1);
});

test('nothing of an answer is shown that is no code of ours, nor a secret of the URL', async () => {
	const { url } = await answerWith(
		own(401, { status: 'rejected', reason: `${signingSecret}!`, message: signingSecret }),
	);
	const address = `${url.replace('//', '//user:pass-word@')}?key=hidden-key`;
	const output = await send(address, { credential: { ...local, signingSecret } });
	expect(output).toMatchObject({ result: 'not-authenticated', reason: null, webhook_url: url });
	expect(JSON.stringify(output)).not.toMatch(/plain signing|pass-word|hidden-key/);
});

const cloud = { ...local, apiBaseUrl: 'https://api.example.com' };
const options = { signatureHeader: 'X\r\nHost: x' };
const forged = { credential: { ...cloud, signingSecret }, options };
const wrongSecret = { credential: { ...cloud, signingSecret: 5 } };

test.each([
	['webhook-url-invalid', 'n8n.example.com/webhook/1', {}],
	['webhook-url-not-https', 'http://n8n.example.com/webhook/1', {}],
	['webhook-url-unreachable', 'http://localhost:5678/webhook/1', { credential: cloud }],
	['signature-header-invalid', 'https://n8n.example.com/webhook/1', forged],
	['credential-field-invalid', 'https://n8n.example.com/webhook/1', wrongSecret],
] as const)('%s is an error, and nothing is sent to %s', async (code, webhookUrl, settings) => {
	const httpRequest = jest.fn();
	await expectFailure(send(webhookUrl, { ...settings, httpRequest }), code, { itemIndex: 0 });
	expect(httpRequest).not.toHaveBeenCalled();
});

test('every result was seen', () => {
	// ssrf-protection.test.mts sees that one: n8n reads this setting once.
	const all = Object.keys(testResults).filter((code) => code !== 'blocked-by-ssrf-protection');
	expect([...seen].toSorted()).toEqual(all.toSorted());
});
