import { publish } from '../support/in-process/registration-driver.mts';
import { startWebhookServer } from '../support/in-process/webhook-server.mts';
import type { WebhookServer, RunningTrigger } from '../support/in-process/webhook-server.mts';
import { otherRegistrationReplies } from './service/api.mts';
import { send, waysToWrite } from './service/deliveries.mts';
import { createRecord } from './service/records.mts';
import { startSecondService } from './service/start-service.mts';
import type { SecondService } from './service/start-service.mts';
import { connect } from './sign-in.mts';

let service: SecondService;
let server: WebhookServer;

beforeEach(async () => {
	service = await startSecondService();
	server = await startWebhookServer();
});
afterEach(async () => {
	await server.close();
	await service.close();
});

const countPosts = () => service.calls.filter(({ path }) => path === '/api/Webhooks').length;
const twoEvents = {
	triggerOn: 'otherEvents',
	eventNames: 'ConversationComplete, SessionStarted',
};

async function addTrigger(parameters = {}, options = {}): Promise<RunningTrigger> {
	return server.addTrigger(parameters, { credential: await connect(service), ...options });
}

async function failToPublish(
	{ host }: RunningTrigger,
	activation: 'activate' | 'manual' = 'activate',
) {
	const error: unknown = await publish(host, activation).then(
		() => undefined,
		(thrown: unknown) => thrown,
	);
	if (!(error instanceof Error)) throw new Error('It was published.');
	return error;
}

async function deliver(url: string): Promise<number | undefined> {
	const write = waysToWrite['compact JSON'];
	return write && (await send(url, write(createRecord(service.url))));
}

test('201, 200 and 202 with a UUID in capitals among other fields are registrations', async () => {
	for (let round = 0; round < 3; round++) {
		const trigger = await addTrigger();
		await publish(trigger.host);
		await publish(trigger.host);
		expect(await deliver(trigger.url)).toBe(200);
		expect(trigger.executions.length).toBe(1);
	}
	expect(service.api.webhooks).toHaveLength(3);
	expect(countPosts()).toBe(3);
});

test('a token that the API rejects on publishing is refreshed, and the webhook is registered', async () => {
	const trigger = await addTrigger();
	service.identity.forgetAccessTokens();
	await publish(trigger.host);
	expect(service.api.webhooks).toMatchObject([{ url: trigger.url }]);
});

describe('where the service takes one webhook for a URL', () => {
	/** The same node after an event was added and its workflow published again. */
	async function addEvent(): Promise<{ before: RunningTrigger; after: RunningTrigger }> {
		const before = await addTrigger();
		await publish(before.host);
		const staticData = before.host.saveStaticData();
		const webhookId = before.host.node.webhookId ?? '';
		const after = await addTrigger(twoEvents, { webhookId, staticData });
		return { before, after };
	}

	test('an event more is published, and the URL that worked goes on working', async () => {
		const { after } = await addEvent();
		const logger = after.host.hook().logger;
		const warn = jest.spyOn(logger, 'warn').mockImplementation();
		try {
			await publish(after.host, 'update');
			const [webhook] = service.api.webhooks;
			const lines = warn.mock.calls.map(([line]) => line).join('\n');
			expect(lines).toContain(webhook?.id);
			expect(lines).toMatch(/delete/i);
		} finally {
			warn.mockRestore();
		}
		expect(await deliver(after.url)).toBe(200);
		expect(after.executions.length).toBe(1);
	});

	test('its 409 is no registration: the next publication posts again', async () => {
		const { after } = await addEvent();
		await publish(after.host, 'update');
		service.api.webhooks.length = 0;
		await publish(after.host, 'update');
		expect(service.api.webhooks).toMatchObject([{ url: after.url }]);
		await publish(after.host, 'update');
		expect(countPosts()).toBe(3);
	});

	test('a URL that nobody remembers fails with what to delete', async () => {
		const trigger = await addTrigger();
		const id = '9D3A1C52-0B7E-4F11-8A64-5E2F00C1D7AB';
		service.api.webhooks.push({ id, url: trigger.url, body: {} });
		const { message } = await failToPublish(trigger);
		expect(message).toMatch(/already has a webhook for this URL.*Manual/s);
		expect(message).toContain(id);
	});

	test('listening for a test event goes on', async () => {
		const trigger = await addTrigger();
		service.api.webhooks.push({ id: 'OLD', url: trigger.testUrl, body: {} });
		await publish(trigger.host, 'manual');
		expect(await deliver(trigger.testUrl)).toBe(200);
		expect(trigger.heard.executions.length).toBe(1);
	});
});

test.each([
	['success without an id', otherRegistrationReplies.declined, 'URL not allowed'],
	['a web page', otherRegistrationReplies.login, 'sign in'],
])('%s is an error that quotes the service', async (_, reply, words) => {
	const trigger = await addTrigger();
	service.replyOnce('/api/Webhooks', reply);
	const error = await failToPublish(trigger);
	expect(error.message.toLowerCase()).toContain(words.toLowerCase());
	expect(error).toMatchObject({ context: { code: 'registration-response-without-id' } });
});

test('request ids and dates in the words of the service are shown whole', async () => {
	const trigger = await addTrigger();
	service.replyOnce('/api/Webhooks', otherRegistrationReplies.quota);
	const { message } = await failToPublish(trigger);
	expect(message).toContain('Request id 123e4567-e89b-12d3-a456-426614174000');
	expect(message).toContain('2025-11-30T23:30:00Z');
});
