import { createHmac } from 'node:crypto';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { startSandbox } from '../../sandbox/start-sandbox.mts';
import type { Sandbox } from '../../sandbox/types.mts';
import { register } from './call-api.mts';
import { startReceiver, type Receiver } from './start-receiver.mts';

let sandbox: Sandbox;
const receivers: Receiver[] = [];

beforeAll(async () => {
	sandbox = await startSandbox({
		retryDelaysMs: [5, 5],
		maxRetryAfterMs: 60,
		deliveryTimeoutMs: 5000,
	});
});
afterEach(async () => {
	await sandbox.reset();
	await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
});
afterAll(() => sandbox.close());

async function registerReceiver(...answers: Parameters<typeof startReceiver>) {
	const receiver = await startReceiver(...answers);
	receivers.push(receiver);
	const answer = await register(sandbox, { url: receiver.url });
	expect(answer.status).toBe(201);
	return receiver;
}

test('a finished conversation reaches every registered URL as an envelope', async () => {
	const first = await registerReceiver({ status: 200 });
	const second = await registerReceiver({ status: 204 });
	const { record, deliveries } = await sandbox.finishConversation({ shape: 'A' });
	for (const receiver of [first, second]) {
		expect(receiver.received).toHaveLength(1);
		expect(JSON.parse(receiver.received[0]?.body ?? '')).toEqual({
			event: 'ConversationComplete',
			data: record,
		});
		expect(receiver.received[0]?.headers['content-type']).toBe('application/json');
	}
	expect(deliveries.map(({ state }) => state)).toEqual(['delivered', 'delivered']);
	expect(sandbox.deliveries).toEqual(deliveries);
	expect(deliveries[0]).toMatchObject({
		url: first.url,
		event: 'ConversationComplete',
		conversationId: record.id,
		shape: 'A',
		registrationId: sandbox.registrations[0]?.id,
	});
});

test('the log names a record of shape B by its session id', async () => {
	await registerReceiver({ status: 200 });
	const { record, deliveries } = await sandbox.finishConversation({ shape: 'B' });
	expect(deliveries[0]).toMatchObject({ conversationId: record.session_id, shape: 'B' });
});

test('a delivery carries a Bearer JWT of the registering user, for the audience of the API', async () => {
	const receiver = await registerReceiver({ status: 200 });
	await sandbox.finishConversation();
	const token = (receiver.received[0]?.headers.authorization ?? '').replace(/^Bearer /, '');
	const keys = createRemoteJWKSet(
		new URL(`${sandbox.identityServerUrl}/protocol/openid-connect/certs`),
	);
	const { payload } = await jwtVerify(token, keys, {
		issuer: sandbox.identityServerUrl,
		audience: sandbox.identity.audience,
	});
	expect(payload.sub).toBe(sandbox.user.id);
	expect(payload.azp).toBe('voice-agent-service');
	expect(payload.exp).toBeGreaterThan(Date.now() / 1000);
});

test('what is not answered with 2xx is sent again until it is, each attempt logged', async () => {
	const receiver = await registerReceiver({ status: 500, body: 'busy' }, null, { status: 200 });
	const { deliveries } = await sandbox.finishConversation();
	expect(receiver.received).toHaveLength(3);
	expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
	expect(deliveries[0]?.state).toBe('delivered');
	expect(deliveries[0]?.attempts.map(({ status }) => status)).toEqual([500, 0, 200]);
	expect(deliveries[0]?.attempts[0]?.answer).toBe('busy');
	expect(deliveries[0]?.attempts[1]?.answer).not.toBe('');
});

test('once the retries are used up the delivery has failed', async () => {
	const receiver = await registerReceiver({ status: 404 });
	const { deliveries } = await sandbox.finishConversation();
	expect(receiver.received).toHaveLength(3);
	expect(deliveries[0]?.state).toBe('failed');
});

test('a redirect is an answer other than 2xx and is not followed', async () => {
	const target = await startReceiver({ status: 200 });
	receivers.push(target);
	await registerReceiver({ status: 302, headers: { location: target.url } });
	const { deliveries } = await sandbox.finishConversation();
	expect(deliveries[0]?.state).toBe('failed');
	expect(target.received).toHaveLength(0);
});

test('Retry-After puts the next attempt off, up to the limit', async () => {
	await registerReceiver({ status: 503, headers: { 'retry-after': '3600' } }, { status: 200 });
	const started = performance.now();
	const { deliveries } = await sandbox.finishConversation();
	expect(performance.now() - started).toBeGreaterThan(55);
	expect(deliveries[0]?.attempts).toHaveLength(2);
});

test('a receiver that fails does not keep others from their delivery', async () => {
	await registerReceiver({ status: 500 });
	const well = await registerReceiver({ status: 200 });
	const { deliveries } = await sandbox.finishConversation();
	expect(deliveries.map(({ state }) => state)).toEqual(['failed', 'delivered']);
	expect(well.received).toHaveLength(1);
});

test('an event reaches who registered for it, and who did not say which', async () => {
	const receivers: Receiver[] = [];
	for (const fields of [
		{ event_types: ['SessionStarted'] },
		{ event_types: ['ConversationComplete', 'SessionStarted'], enabled: true },
		{ event_types: ['ConversationComplete'] },
		{ event_types: ['SessionStarted'], enabled: false },
		{},
	]) {
		const receiver = await registerReceiver({ status: 200 });
		Object.assign(sandbox.registrations.at(-1)?.body ?? {}, fields);
		receivers.push(receiver);
	}
	const deliveries = await sandbox.deliver({ id: '1' }, { event: 'SessionStarted' });
	expect(receivers.map(({ received }) => received.length)).toEqual([1, 1, 0, 0, 1]);
	expect(deliveries.map(({ event }) => event)).toEqual(Array(3).fill('SessionStarted'));
	await sandbox.finishConversation();
	expect(receivers.map(({ received }) => received.length)).toEqual([1, 2, 1, 0, 2]);
});

test('any body, event name and headers can be delivered', async () => {
	const receiver = await registerReceiver({ status: 200 });
	await sandbox.deliver(
		{ anything: 1 },
		{
			event: 'SessionStarted',
			authorization: null,
			headers: { 'X-Extra': 'yes', 'Content-Type': null },
			signingSecret: 'a shared secret',
		},
	);
	const { headers, body } = receiver.received[0] ?? { headers: {}, body: '' };
	expect(JSON.parse(body)).toEqual({ event: 'SessionStarted', data: { anything: 1 } });
	expect(headers.authorization).toBeUndefined();
	expect(headers['content-type']).toBeUndefined();
	expect(headers['x-extra']).toBe('yes');
	const signature = createHmac('sha256', 'a shared secret').update(body).digest('hex');
	expect(headers['x-webhook-signature']).toBe(`sha256=${signature}`);
});

test('an Authorization header of its own replaces the token', async () => {
	const receiver = await registerReceiver({ status: 200 });
	await sandbox.finishConversation({ delivery: { authorization: 'Basic dTpw' } });
	expect(receiver.received[0]?.headers.authorization).toBe('Basic dTpw');
});

test('reset ends deliveries that wait for their next attempt', async () => {
	const patient = await startSandbox({ retryDelaysMs: [3_600_000] });
	try {
		const receiver = await startReceiver({ status: 500 });
		receivers.push(receiver);
		await register(patient, { url: receiver.url });
		const finished = patient.finishConversation();
		while (patient.deliveries[0]?.attempts.length !== 1) await new Promise(setImmediate);
		await patient.reset();
		const { deliveries } = await finished;
		expect(deliveries[0]?.state).toBe('failed');
		expect(patient.deliveries).toHaveLength(0);
	} finally {
		await patient.close();
	}
});
