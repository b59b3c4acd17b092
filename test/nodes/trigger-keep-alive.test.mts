import { VoiceAgentTrigger } from '../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';
import { waitUntil } from '../../sandbox/n8n/wait-until.mts';
import { startSandbox } from '../../sandbox/start-sandbox.mts';
import type { Sandbox } from '../../sandbox/types.mts';
import { createExchange } from './host/exchange.mts';
import { createHost } from './host/host.mts';
import { connectCredential } from './host/sandbox-credential.mts';

const trigger = new VoiceAgentTrigger();
const hour = 60 * 60 * 1000;
let sandbox: Sandbox;
let conversations = 0;

beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(async () => await sandbox.close());

async function deliverAt(now: number, keepSignInAlive: boolean): Promise<void> {
	const credential = await connectCredential(sandbox);
	const clock = jest.spyOn(Date, 'now').mockReturnValue(now);
	const host = createHost({
		type: 'voiceAgentTrigger',
		credential,
		parameters: { verifyDeliveries: 'off', options: { keepSignInAlive } },
	});
	const data = { id: `keep-alive-${++conversations}` };
	const exchange = createExchange(JSON.stringify({ event: 'ConversationComplete', data }));
	const result = await trigger.webhook.call(host.webhook(exchange.request, exchange.response));
	expect(result.webhookResponse).toEqual({ status: 'accepted', id: data.id });
	exchange.response.finish(200);
	clock.mockRestore();
}

const answeredCalls = () =>
	sandbox.requests.filter(({ path, status }) => path === '/api/Users/me' && status === 200).length;

test('a delivery uses the sign-in once in 24 hours, and only where the option is on', async () => {
	const start = Date.now();
	await deliverAt(start, false);
	await deliverAt(start, true);
	await waitUntil(() => answeredCalls() >= 1 || undefined, { what: 'a use', timeoutMs: 4_000 });
	await deliverAt(start + 23 * hour, true);
	await deliverAt(start + 24 * hour, true);
	await waitUntil(() => answeredCalls() >= 2 || undefined, { what: 'another', timeoutMs: 4_000 });
	// A use at the first or the third delivery would have come before this one.
	expect(answeredCalls()).toBe(2);
});

test('a sign-in that has ended does not keep a delivery from being accepted', async () => {
	const start = Date.now() + 100 * hour;
	sandbox.identity.revokeRefreshTokens();
	await sandbox.switchOnFault('token-expired');
	await deliverAt(start, true);
});

test('the answer does not wait for the sign-in', async () => {
	sandbox.clearFaults();
	await sandbox.switchOnFault('delay', { target: 'users-me', delayMilliseconds: 60_000 });
	await deliverAt(Date.now() + 200 * hour, true);
	const answered = sandbox.requests.filter(
		({ path, status }) => path === '/api/Users/me' && status === 200,
	);
	expect(answered).toHaveLength(2);
});
