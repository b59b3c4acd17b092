import { VoiceAgentTrigger } from '../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';
import { waitUntil } from '../../host/wait-until.mts';
import { startSandbox } from '../../sandbox/start-sandbox.mts';
import type { Sandbox } from '../../sandbox/types.mts';
import { createExchange } from './host/exchange.mts';
import { createHost } from './host/host.mts';
import { connectCredential, pasteCredential } from './host/sandbox-credential.mts';
import type { StoredCredential } from './host/stored-credential.mts';

const trigger = new VoiceAgentTrigger();
const hour = 60 * 60 * 1000;
let sandbox: Sandbox;
let conversations = 0;

beforeEach(async () => {
	sandbox = await startSandbox();
});
afterEach(async () => await sandbox.close());

interface Delivery {
	now: number;
	keepSignInAlive: boolean;
	credential: StoredCredential;
	authentication?: 'oAuth2' | 'accessToken';
}

async function deliver({ now, keepSignInAlive, credential, authentication }: Delivery) {
	const clock = jest.spyOn(Date, 'now').mockReturnValue(now);
	const host = createHost({
		type: 'voiceAgentTrigger',
		credential,
		parameters: {
			...(authentication && { authentication }),
			verifyDeliveries: 'off',
			options: { keepSignInAlive },
		},
	});
	// A node may name both kinds; its parameter Authentication chooses.
	const oAuth2 = { id: 'credential-1', name: 'Sandbox' };
	host.node.credentials = { ...host.node.credentials, voiceAgentOAuth2Api: oAuth2 };
	const data = { id: `keep-alive-${++conversations}` };
	const exchange = createExchange(JSON.stringify({ event: 'ConversationComplete', data }));
	const result = await trigger.webhook.call(host.webhook(exchange.request, exchange.response));
	expect(result.webhookResponse).toEqual({ status: 'accepted', id: data.id });
	exchange.response.finish(200);
	clock.mockRestore();
}

/** Delivers with a new sign-in and answers its access token. */
async function deliverAt(now: number, keepSignInAlive: boolean): Promise<string> {
	const credential = await connectCredential(sandbox);
	await deliver({ now, keepSignInAlive, credential });
	return readToken(credential);
}

const readToken = ({ data }: StoredCredential) =>
	String(data.accessToken ?? Object(data.oauthTokenData).access_token);

/** The tokens that were used, in order. */
const listUsed = () =>
	sandbox.requests
		.filter(({ path }) => path === '/api/Users/me')
		.map(({ headers }) => headers.authorization?.replace('Bearer ', ''));

async function waitForUse(token: string): Promise<void> {
	const look = () => listUsed().includes(token) || undefined;
	await waitUntil(look, { what: 'a use of the sign-in', timeoutMs: 4_000 });
}

const answeredCalls = () =>
	sandbox.requests.filter(({ path, status }) => path === '/api/Users/me' && status === 200).length;

test('a delivery uses the sign-in once in 24 hours, and only where the option is on', async () => {
	const start = Date.now();
	await deliverAt(start, false);
	const first = await deliverAt(start, true);
	await waitForUse(first);
	await deliverAt(start + 23 * hour, true);
	const second = await deliverAt(start + 24 * hour, true);
	await waitForUse(second);
	// A use at the first or the third delivery would have come before the last one.
	expect(listUsed()).toEqual([first, second]);
});

test('a pasted token is not used, also where the node still names a sign-in', async () => {
	const now = Date.now() + 50 * hour;
	const pasted = await pasteCredential(sandbox);
	const authentication = 'accessToken';
	await deliver({ now, keepSignInAlive: true, credential: pasted, authentication });
	await waitForUse(await deliverAt(now + 24 * hour, true));
	expect(listUsed()).not.toContain(readToken(pasted));
});

test('a sign-in that has ended is refused, and the delivery accepted all the same', async () => {
	const credential = await connectCredential(sandbox);
	const token = readToken(credential);
	sandbox.identity.revokeRefreshTokens();
	await sandbox.switchOnFault('token-expired');
	await deliver({ now: Date.now() + 100 * hour, keepSignInAlive: true, credential });
	await waitForUse(token);
	expect(sandbox.requests.find(({ path }) => path === '/api/Users/me')?.status).toBe(401);
});

test('the answer does not wait for the sign-in', async () => {
	await sandbox.switchOnFault('delay', { target: 'users-me', delayMs: 60_000 });
	await deliverAt(Date.now() + 200 * hour, true);
	expect(answeredCalls()).toBe(0);
});
