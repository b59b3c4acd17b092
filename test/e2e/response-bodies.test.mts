import { randomUUID } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { readItems, type SavedWorkflow } from '../../host/n8n/n8n-workflow-types.mts';
import { credentialType } from '../../host/n8n/voice-agent-nodes.mts';
import { answersOnTurns, askTurns, publishQuestions } from './turn-questions.mts';
import { runByHand } from '../support/n8n/run-by-hand.mts';
import { findWebhookUrl, useHost } from '../support/n8n/start-host.mts';
import type { CredentialReference } from '../support/n8n/connect-at-sandbox.mts';
import {
	countExecutions,
	createAction,
	createNode,
	createTrigger,
	findTestUrl,
	publishNodes,
	saveNodes,
	waitForItem,
} from '../support/n8n/trigger-scene.mts';

// What a sender can put on the wire, through the body parsers of a real n8n. Which body is an event:
// test/unit/delivery/parse-delivery.
const host = useHost();
let credential: CredentialReference;
let workflow: SavedWorkflow;
let url: string;

beforeAll(async () => {
	credential = await host.connect();
	workflow = await publishNodes(host, credential);
	url = findWebhookUrl(host.n8n, workflow);
});

function createMultipart(): FormData {
	const form = new FormData();
	form.set('event', 'ConversationComplete');
	form.set('data', new Blob(['{}'], { type: 'application/json' }), 'data.json');
	return form;
}

function post(body: BodyInit, contentType?: string, encoding?: string): Promise<Response> {
	const headers = new Headers();
	if (contentType !== undefined) headers.set('content-type', contentType);
	if (encoding !== undefined) headers.set('content-encoding', encoding);
	return fetch(url, { method: 'POST', headers, body });
}

const postJson = (text: string) => post(text, 'application/json');

/** Sends a new conversation, which has to be accepted; gives its record, and what the trigger emitted. */
async function expectAccepted(send: (text: string) => Promise<Response>) {
	const record = host.sandbox.createRecord({ shape: 'A' });
	const answer = await send(JSON.stringify({ event: 'ConversationComplete', data: record }));
	expect({ status: answer.status, body: await answer.json() }).toEqual({
		status: 200,
		body: { status: 'accepted', id: record.id },
	});
	return { record, item: await waitForItem(host, workflow, record.id) };
}

describe('a body that is no event', () => {
	let executionsBefore: number;

	beforeAll(() => {
		executionsBefore = countExecutions(host);
	});

	const form = 'application/x-www-form-urlencoded';
	// Each content type has a parser of its own in n8n.
	test.each<[string, BodyInit, string | undefined, string]>([
		['1,001 blanks', ' '.repeat(1_001), undefined, 'body-empty'],
		['plain text', 'hello', 'text/plain', 'body-not-json'],
		['XML', '<event>ConversationComplete</event>', 'application/xml', 'body-not-json'],
		['a form', 'event=ConversationComplete&data=1', form, 'body-not-json'],
		['multipart', createMultipart(), undefined, 'body-not-json'],
	])('%s is rejected with 400 and a reason', async (_name, body, contentType, reason) => {
		const answer = await post(body, contentType);
		const sent: unknown = await answer.json();
		expect({ status: answer.status, body: sent }).toEqual({
			status: 400,
			body: { status: 'rejected', reason, message: expect.stringMatching(/\S/) },
		});
	});

	test('none of them started an execution', async () => {
		// Executions come in order: after this one none is still to come.
		await expectAccepted(postJson);
		expect(countExecutions(host)).toBe(executionsBefore + 1);
	});
});

describe('a valid event', () => {
	test.each([
		['JSON', 'application/json'],
		['plain text', 'text/plain'],
		['bytes', 'application/octet-stream'],
		['a CloudEvent', 'application/cloudevents+json'],
		['nothing at all', undefined],
	])('is accepted when it is labelled as %s', async (_name, contentType) => {
		const { record, item } = await expectAccepted((text) => post(Buffer.from(text), contentType));
		expect(item).toMatchObject({ id: record.id, agent_title: record.agent_title, shape: 'A' });
	});

	test('has turns whose missing fields are nothing to expressions, and undefined to code', async () => {
		const questions = await publishQuestions(host, credential);
		expect(await askTurns(host, questions)).toEqual(answersOnTurns);
	});

	test('is accepted when it is compressed', async () => {
		await expectAccepted((text) => post(gzipSync(text), 'application/json', 'gzip'));
	});
});

// docs/delivery-reasons.
test.each(['application/vnd.service.event+json', 'application/x-www-form-urlencoded'])(
	"another envelope, labelled as %s, is read behind n8n's own Webhook node from its file",
	async (label) => {
		const path = randomUUID();
		const parameters = { httpMethod: 'POST', path, options: { rawBody: true } };
		const webhook = createNode('Webhook', 'n8n-nodes-base.webhook', 2.1, parameters);
		const parsing = { source: 'field', fieldValue: '={{ $json.data.payload }}' };
		const parse = createAction('conversation', 'parse', parsing);
		const reading = await publishNodes(host, credential, [
			{ ...webhook, webhookId: path },
			createNode('Extract', 'n8n-nodes-base.extractFromFile', 1, { operation: 'fromJson' }),
			parse,
		]);
		const payload = host.sandbox.createRecord({ shape: 'A' });
		const headers = { 'content-type': label };
		const body = JSON.stringify({ payload });
		await fetch(`${host.n8n.url}/webhook/${path}`, { method: 'POST', headers, body });
		const [execution] = await host.client.waitForExecutions(reading.id, 1);
		expect(execution && readItems(execution, parse.name)).toMatchObject([{ id: payload.id }]);
		await host.client.deactivate(reading.id);
	},
);

// Before our node is reached; docs/deliveries lists the same.
describe('what n8n answers by itself', () => {
	test.each<[string, () => Promise<Response>, number]>([
		['broken JSON', () => postJson('{"event": "Conv'), 422],
		['JSON with NaN', () => postJson('{"data": {"id": NaN}}'), 422],
		['UTF-16', () => post(Buffer.from('{}', 'utf16le'), 'application/json'), 422],
		['broken XML', () => post('<event>Conv', 'application/xml'), 422],
		['a charset that n8n does not know', () => post('{}', 'application/json; charset=utf-16'), 422],
		['an unknown compression', () => post(brotliCompressSync('{}'), 'application/json', 'br'), 422],
		['more than 16 MB', () => postJson(JSON.stringify({ event: 'x'.repeat(17_000_000) })), 500],
		['another method', () => fetch(url, { method: 'PUT', body: '{}' }), 404],
		['OPTIONS', () => fetch(url, { method: 'OPTIONS' }), 204],
		['an unknown webhook', () => fetch(`${url}-x`, { method: 'POST', body: '{}' }), 404],
	])('%s', async (_name, send, status) => {
		const answer = await send();
		await answer.arrayBuffer();
		expect(answer.status).toBe(status);
	});
});

/** Runs Webhook → Send Test Event by hand, and gives its one item. The service must hear nothing of it. */
async function sendTestEvent(
	ofCredential: CredentialReference,
	webhookUrl: string,
): Promise<Record<string, unknown>> {
	const credentials = { [credentialType]: ofCredential };
	const node = createAction('webhook', 'sendTestEvent', { webhookUrl });
	const registrations = [...host.sandbox.registrations];
	const { items, error } = await runByHand(host, { ...node, credentials });
	const [item = {}] = items;
	expect([error, items]).toEqual([undefined, [item]]);
	expect(host.sandbox.registrations).toEqual(registrations);
	return item;
}

describe('Send Test Event says what comes back', () => {
	test('of a published workflow, which then runs', async () => {
		const item = await sendTestEvent(credential, url);
		expect(item).toMatchObject({ result: 'accepted', http_status: 200, signed: false });
		const { conversation_id, test_run_id } = item;
		expect(await waitForItem(host, workflow, conversation_id)).toMatchObject({ test_run_id });
	});

	test('of an unpublished workflow, and of a test URL at which nobody listens', async () => {
		const unpublished = await saveNodes(host, credential);
		const productionUrl = findWebhookUrl(host.n8n, unpublished);
		expect(await sendTestEvent(credential, productionUrl)).toMatchObject({
			result: 'not-published',
			http_status: 404,
			explanation: expect.stringContaining('unpublish it and publish it again'),
		});
		expect(await sendTestEvent(credential, findTestUrl(host, unpublished))).toMatchObject({
			result: 'not-listening',
			http_status: 404,
			explanation: expect.stringContaining('Execute step'),
		});
	});

	test('of a trigger that demands a signature', async () => {
		const signing = await host.connect({ signingSecret: 'a plain signing secret' });
		const signed = await publishNodes(host, signing, [createTrigger()]);
		const signedUrl = findWebhookUrl(host.n8n, signed);
		expect(await sendTestEvent(signing, signedUrl)).toMatchObject({
			result: 'accepted',
			signed: true,
		});
		expect(await sendTestEvent(credential, signedUrl)).toMatchObject({
			result: 'not-authenticated',
			http_status: 401,
			signed: false,
		});
		expect(countExecutions(host, signed.id)).toBe(1);
	});
});
