import { createHmac } from 'node:crypto';
import { freezeClock } from '../support/clock.mts';
import { serve } from '../support/servers/serve.mts';
import { useSandbox } from '../support/servers/use-sandbox.mts';
import { register } from '../support/servers/call-api.mts';
import { startReceiver, type Receiver } from '../support/servers/start-receiver.mts';
import { verify } from './identity/identity-driver.mts';

const waits: number[] = [];
const sandbox = useSandbox({
	retryDelaysMs: [5, 5],
	maxRetryAfterMs: 60_000,
	wait: async (milliseconds) => waits.push(milliseconds),
});
const receivers: Pick<Receiver, 'close'>[] = [];
afterEach(async () => {
	await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
});

async function registerReceiver(...answers: Parameters<typeof startReceiver>) {
	const receiver = await startReceiver(...answers);
	receivers.push(receiver);
	expect((await register(sandbox, { url: receiver.url })).status).toBe(201);
	return receiver;
}

test('a delivery carries a Bearer JWT of the registering user, for the audience of the API', async () => {
	const { received } = await registerReceiver({ status: 200 });
	await sandbox.finishConversation();
	const token = received[0]?.headers.authorization?.replace(/^Bearer /, '');
	expect(await verify(sandbox, token)).toMatchObject({
		sub: sandbox.user.id,
		azp: 'voice-agent-service',
		exp: expect.any(Number),
	});
});

test('what is not answered with 2xx is sent again until it is, each attempt logged', async () => {
	const { received } = await registerReceiver({ status: 500, body: 'busy' }, null, { status: 200 });
	const { deliveries } = await sandbox.finishConversation();
	expect(received).toHaveLength(3);
	expect(new Set(received.map(({ body }) => body)).size).toBe(1);
	expect(deliveries).toMatchObject([
		{
			state: 'delivered',
			attempts: [{ status: 500, answer: 'busy' }, { status: 0 }, { status: 200 }],
		},
	]);
});

test.each([
	['30', 30_000],
	['Sat, 21 Nov 2026 09:00:30 GMT', 30_000],
	['3600', 60_000],
	['Sat, 21 Nov 2026 10:00:00 GMT', 60_000],
	['Sat, 21 Nov 2026 08:59:59 GMT', 5],
	['soon', 5],
])('Retry-After: %s puts the next attempt off, up to the limit: %i ms', async (asked, waitMs) => {
	freezeClock(new Date('2026-11-21T09:00:00Z'));
	try {
		waits.length = 0;
		await registerReceiver({ status: 503, headers: { 'retry-after': asked } }, { status: 200 });
		const { deliveries } = await sandbox.finishConversation();
		expect(deliveries[0]?.attempts).toHaveLength(2);
		expect(waits).toEqual([waitMs]);
	} finally {
		jest.useRealTimers();
	}
});

test('of an answer that never ends the beginning is read', async () => {
	const receiver = await serve((_request, response) => {
		const write = () => {
			while (!response.closed && response.write('€'.repeat(1000)));
			response.once('drain', write);
		};
		write();
	});
	receivers.push(receiver);
	await register(sandbox, { url: receiver.url });
	const { deliveries } = await sandbox.finishConversation();
	expect(deliveries).toMatchObject([
		{ state: 'delivered', attempts: [{ status: 200, answer: '€'.repeat(2000) }] },
	]);
});

test('an event reaches who registered for it, and who did not say which', async () => {
	const counts: (() => number)[] = [];
	for (const fields of [
		{ event_types: ['SessionStarted'] },
		{ event_types: ['ConversationComplete', 'SessionStarted'], enabled: true },
		{ event_types: ['ConversationComplete'] },
		{ event_types: ['SessionStarted'], enabled: false },
		{},
	]) {
		const { received } = await registerReceiver({ status: 200 });
		Object.assign(sandbox.registrations.at(-1)?.body ?? {}, fields);
		counts.push(() => received.length);
	}
	await sandbox.deliver({ id: '1' }, { event: 'SessionStarted' });
	expect(counts.map((count) => count())).toEqual([1, 1, 0, 0, 1]);
	await sandbox.finishConversation();
	expect(counts.map((count) => count())).toEqual([1, 2, 1, 0, 2]);
});

test('any body and event name can be delivered, and signed', async () => {
	const { received } = await registerReceiver({ status: 200 });
	const signingSecret = 'a shared secret';
	await sandbox.deliver({ anything: 1 }, { event: 'SessionStarted', signingSecret });
	const [{ headers, body } = { headers: {}, body: '' }] = received;
	expect(JSON.parse(body)).toEqual({ event: 'SessionStarted', data: { anything: 1 } });
	const signature = createHmac('sha256', signingSecret).update(body).digest('hex');
	expect(headers).toMatchObject({
		'content-type': 'application/json',
		'x-webhook-signature': `sha256=${signature}`,
	});
});
