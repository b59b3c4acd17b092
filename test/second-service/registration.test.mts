import { publish } from '../nodes/trigger-registration-driver.mts';
import { startReceiver } from './receiver.mts';
import type { Receiver, RunningTrigger } from './receiver.mts';
import { otherRegistrationReplies } from './service/api.mts';
import { send, waysToWrite } from './service/deliveries.mts';
import { createRecord } from './service/records.mts';
import { startSecondService } from './service/start-service.mts';
import type { SecondService } from './service/start-service.mts';
import { connect } from './sign-in.mts';

let service: SecondService;
let receiver: Receiver;

beforeEach(async () => {
	service = await startSecondService();
	receiver = await startReceiver();
});
afterEach(async () => {
	await receiver.close();
	await service.close();
});

const countPosts = () => service.calls.filter(({ path }) => path === '/api/Webhooks').length;

async function addTrigger(parameters = {}, options = {}): Promise<RunningTrigger> {
	return receiver.addTrigger(parameters, { credential: await connect(service), ...options });
}

async function failToPublish({ host }: RunningTrigger) {
	const error: unknown = await publish(host).then(
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

test.each([
	['success without an id', otherRegistrationReplies.declined, 'URL not allowed'],
	['a web page', otherRegistrationReplies.login, 'sign in'],
])('%s is an error that quotes the service', async (_, reply, words) => {
	const trigger = await addTrigger();
	service.replyOnce('/api/Webhooks', reply);
	const { message } = await failToPublish(trigger);
	expect(message.toLowerCase()).toContain(words.toLowerCase());
});

test('request ids and dates in the words of the service are shown whole', async () => {
	const trigger = await addTrigger();
	service.replyOnce('/api/Webhooks', otherRegistrationReplies.quota);
	const { message } = await failToPublish(trigger);
	expect(message).toContain('Request id 123e4567-e89b-12d3-a456-426614174000');
	expect(message).toContain('2025-11-30T23:30:00Z');
});
