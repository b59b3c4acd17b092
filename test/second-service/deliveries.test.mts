import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { startWebhookServer } from '../support/in-process/webhook-server.mts';
import type { WebhookServer, RunningTrigger } from '../support/in-process/webhook-server.mts';
import { send, sendAgain, waysToDescribe, waysToWrite } from './service/deliveries.mts';
import type { Write } from './service/deliveries.mts';
import { createRecord, omit, toPascalCase } from './service/records.mts';
import type { JsonObject } from './service/records.mts';
import { startSecondService } from './service/start-service.mts';
import type { SecondService } from './service/start-service.mts';
import { connect } from './sign-in.mts';

let service: SecondService;
let server: WebhookServer;

beforeAll(async () => {
	service = await startSecondService();
	server = await startWebhookServer();
});
afterAll(async () => {
	await server.close();
	await service.close();
});

const plain: Write = (data) => ({
	body: JSON.stringify({ event: 'ConversationComplete', data }),
	headers: { 'Content-Type': 'application/json' },
});

async function addTrigger(parameters: INodeParameters = {}): Promise<RunningTrigger> {
	return server.addTrigger(parameters, { credential: await connect(service) });
}

/** What a delivery becomes behind a trigger of its own, without what tells of the delivery itself. */
async function receive(write: Write, record: JsonObject): Promise<IDataObject> {
	const trigger = await addTrigger();
	expect(await send(trigger.url, write(record))).toBe(200);
	const [item = {}] = trigger.executions;
	return omit(item, ['delivery']);
}

test.each(Object.entries(waysToWrite))('%s is the same conversation', async (_, write) => {
	const record = createRecord(service.url);
	expect(await receive(write, record)).toEqual(await receive(plain, record));
});

test.each(Object.entries(waysToDescribe))('%s: what both tell is the same', async (_, write) => {
	const record = createRecord(service.url);
	const item = await receive(write, record);
	const { id, agent_title, history, duration_seconds } = await receive(plain, record);
	expect(item).toMatchObject({ id, agent_title, history, duration_seconds });
	expect(item.parse_issues ?? []).toEqual([]);
});

describe('a retry', () => {
	/** How many executions a record and its retry start. */
	async function countStarted(record: JsonObject, retry: JsonObject): Promise<number> {
		const trigger = await addTrigger();
		expect(await send(trigger.url, plain(record))).toBe(200);
		expect(await send(trigger.url, plain(retry))).toBe(200);
		return trigger.executions.length;
	}

	test('as a database gives the record back, its links signed anew, is a duplicate', async () => {
		const trigger = await addTrigger();
		const record = createRecord(service.url);
		await send(trigger.url, plain(record));
		expect(await sendAgain(trigger.url, record)).toBe(200);
		expect(trigger.executions.length).toBe(1);
	});

	test.each(Object.entries(waysToWrite))('%s is a duplicate', async (_, write) => {
		const trigger = await addTrigger();
		const record = createRecord(service.url);
		await send(trigger.url, plain(record));
		expect(await send(trigger.url, write(record))).toBe(200);
		expect(trigger.executions.length).toBe(1);
	});

	test('with a link signed anew in its path is a duplicate', async () => {
		const record = createRecord(service.url);
		const signed = (key: string) => ({ ...record, audio_url: `${service.url}/${key}/call.wav` });
		expect(await countStarted(signed('k-1'), signed('k-2'))).toBe(1);
	});

	test('with an undocumented link signed anew is another state', async () => {
		const record = createRecord(service.url);
		const state = (query: string) => ({ ...record, invoice_url: `${service.url}/bill?${query}` });
		expect(await countStarted(state('a=1'), state('a=2'))).toBe(2);
	});

	test('with another status is another state', async () => {
		const record = createRecord(service.url);
		expect(await countStarted(record, { ...record, status: 'REVIEWED' })).toBe(2);
	});
});

test('a duration as text passes a filter on the duration', async () => {
	const trigger = await addTrigger({ filters: { minimumDuration: 60 } });
	const record = { ...createRecord(service.url), duration_seconds: '62.5' };
	await send(trigger.url, plain(record));
	expect(trigger.executions.length).toBe(1);
});

test('a record in another spelling of its names is listed as an issue', async () => {
	const item = await receive(plain, { ...Object(toPascalCase(createRecord(service.url))) });
	expect(item.parse_issues).not.toEqual([]);
	expect(item.parse_issues).toBeDefined();
});

describe('the token of a delivery, where Verify Deliveries is Require', () => {
	const require: INodeParameters = { verifyDeliveries: 'require' };

	async function receiveWith(token: string): Promise<number> {
		const { url } = await addTrigger(require);
		const { body, headers } = plain(createRecord(service.url));
		return await send(url, { body, headers: { ...headers, Authorization: `Bearer ${token}` } });
	}

	test('verifies without kid by the only key', async () => {
		expect(await receiveWith(service.identity.signToken({ sub: 'worker' }))).toBe(200);
	});

	test('never verifies if it is opaque', async () => {
		expect(await receiveWith('b3BhcXVl')).toBe(401);
	});

	test('never verifies in the name of another issuer', async () => {
		const token = service.identity.signToken({ iss: `${service.identity.url}-other` });
		expect(await receiveWith(token)).toBe(401);
	});
});
