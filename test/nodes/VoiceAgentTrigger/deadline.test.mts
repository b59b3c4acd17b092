import { VoiceAgentTrigger } from '../../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';
import { nextId, writeEvent } from '../../support/in-process/deliver.mts';
import { createExchange } from '../../support/in-process/exchange.mts';
import { createHost } from '../../support/in-process/host.mts';
import { serve, type TestServer } from '../../support/servers/serve.mts';
import { createRsaKey, signRs256 } from '../../support/tokens/sign-test-tokens.mts';
import { StoredCredential } from '../../support/in-process/stored-credential.mts';

/** No sender is kept longer, whatever the trigger waits for. */
const LONGEST_MS = 4_000;

const trigger = new VoiceAgentTrigger();
let silent: TestServer;
let identityServerUrl: string;

// It takes every request and never answers. The key cache lives as long as the process: each test has
// its own server.
beforeEach(async () => {
	silent = await serve(() => undefined);
	identityServerUrl = `${silent.url}/realms/silent`;
	jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
});
afterEach(async () => {
	jest.restoreAllMocks();
	jest.useRealTimers();
	await silent.close();
});

function signToken(): string {
	const iat = Math.floor(Date.now() / 1000);
	return signRs256(createRsaKey('unknown'), { iss: identityServerUrl, iat, exp: iat + 300 });
}

type Sent = { id: string; mode?: string; token?: string };

/** Hands a delivery to the trigger, and answers what became of it, or `null` as long as it waits. */
function send({ id, mode = 'reportOnly', token }: Sent) {
	const credential = new StoredCredential({
		apiBaseUrl: 'https://api.example.com',
		identityServerUrl,
	});
	const parameters = { verifyDeliveries: mode };
	const host = createHost({ type: 'voiceAgentTrigger', credential, parameters });
	const headers = { ...(token !== undefined && { authorization: `Bearer ${token}` }) };
	jest.spyOn(host.hook().logger, 'warn').mockImplementation();
	const { request, response } = createExchange(writeEvent({ id }), { headers });
	const sent = { state: null as string | null };
	void trigger.webhook.call(host.webhook(request, response)).then((result) => {
		sent.state = result.workflowData ? 'accepted' : String(response.answer?.body.reason);
	});
	return sent;
}

test.each([
	['require', 'keys-unavailable'],
	['reportOnly', 'accepted'],
])('a key server that hangs keeps a sender no longer than 4 s (%s)', async (mode, expected) => {
	const sent = send({ id: nextId(), mode, token: signToken() });
	await jest.advanceTimersByTimeAsync(1_000);
	expect(sent.state).toBeNull();
	await jest.advanceTimersByTimeAsync(LONGEST_MS - 1_000);
	expect(sent.state).toBe(expected);
});

test('both at once keep a sender no longer than 4 s in all', async () => {
	const id = nextId();
	send({ id });
	const copy = send({ id, token: signToken() });
	await jest.advanceTimersByTimeAsync(LONGEST_MS);
	expect(copy.state).toBe('still-under-way');
});
