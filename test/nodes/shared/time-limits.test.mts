import type { INodeParameters } from 'n8n-workflow';
import { waitUntil } from '../../../host/wait-until.mts';
import { VoiceAgent } from '../../../nodes/VoiceAgent/VoiceAgent.node.ts';
import { VoiceAgentTrigger } from '../../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';
import type { FaultTarget } from '../../../sandbox/types.mts';
import {
	countRequests,
	getConfiguration,
	getCurrent,
	getUserInfo,
	register,
} from '../VoiceAgent/driver.mts';
import { createHost, type Host } from '../host/host.mts';
import { connectCredential } from '../host/sandbox-credential.mts';
import type { StoredCredential } from '../host/stored-credential.mts';
import { useSandbox } from '../host/use-sandbox.mts';

const { execute } = new VoiceAgent();
const { create } = new VoiceAgentTrigger().webhookMethods.default;
const { timeout } = AbortSignal;
jest.setTimeout(30_000);

const sandbox = useSandbox();
let credential: StoredCredential;
let limits: number[];

beforeEach(async () => {
	credential = await connectCredential(sandbox);
	limits = [];
	// A minute passes in 3 s.
	jest.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
		limits.push(milliseconds);
		return timeout.call(AbortSignal, milliseconds / 20);
	});
});
afterEach(() => jest.restoreAllMocks());

/** A context whose requests end after a thirtieth of their time, which leaves a busy machine enough. */
function hurry<Context extends ReturnType<Host['execute'] | Host['hook']>>(context: Context) {
	const { httpRequestWithAuthentication } = context.helpers;
	context.helpers.httpRequestWithAuthentication = async function (type, options, ...others) {
		const hurried = { ...options, timeout: (options.timeout ?? 0) / 30 };
		return await httpRequestWithAuthentication.call(this, type, hurried, ...others);
	};
	return context;
}

async function run(parameters: INodeParameters) {
	const host = createHost({ type: 'voiceAgent', parameters, credential });
	const [items = []] = await execute.call(hurry(host.execute()));
	return items[0]?.json;
}

let workflows = 0;

/** A workflow of its own each time: what became of another one is remembered. */
async function publish() {
	const webhookId = `limits-${++workflows}`;
	const host = createHost({ type: 'voiceAgentTrigger', credential, webhookId });
	return await create.call(hurry(host.hook()));
}

const leaveUnanswered = async (target: FaultTarget) =>
	await sandbox.switchOnFault('delay', { target, delayMs: 3_600_000 });

// If publishing fails n8n shows the message alone.
describe.each<[string, () => Promise<unknown>, 'description' | 'message']>([
	['Get Current', async () => await run(getCurrent), 'description'],
	['Register', async () => await run(register), 'description'],
	['publishing', async () => await publish(), 'message'],
])('%s', (_, call, shown) => {
	test('gives a refresh that hangs 60 s, and blames the identity server', async () => {
		await sandbox.switchOnFault('token-expired');
		await leaveUnanswered('token');
		await expect(call()).rejects.toMatchObject({
			context: { code: 'identity-unavailable' },
			[shown]: expect.stringContaining('No response arrived (time limit)'),
		});
		expect(Math.max(...limits)).toBe(60_000);
		expect(countRequests(sandbox)).toEqual({ me: 1, token: 1 });
		expect(sandbox.registrations).toEqual([]);
	});

	test('keeps what a refresh brings after the limit, and asks for no other', async () => {
		await sandbox.switchOnFault('token-expired');
		await leaveUnanswered('token');
		const before = Object(credential.data.oauthTokenData).access_token;
		await expect(call()).rejects.toMatchObject({ context: { code: 'identity-unavailable' } });
		// From here on nothing is short of time.
		jest.restoreAllMocks();
		sandbox.clearFaults();
		await waitUntil(
			() => Object(credential.data.oauthTokenData).access_token !== before || undefined,
			{ what: 'the late tokens', timeoutMs: 10_000 },
		);
		expect(await run(getCurrent)).toMatchObject({ email: sandbox.user.email });
		// n8n repeats the first call's GET once it has the new token; nothing is made behind its back.
		expect(countRequests(sandbox)).toEqual({ me: 3, token: 1 });
		expect(sandbox.registrations).toEqual([]);
	});
});

test('Get Current asks a slow service once, and does not suggest https', async () => {
	await leaveUnanswered('users-me');
	const error = await run(getCurrent).catch((thrown: unknown) => thrown);
	expect(error).toMatchObject({
		context: { code: 'response-lost' },
		description: expect.stringContaining('No response arrived (time limit).'),
	});
	expect(Object(error).description).not.toContain('https://');
	expect(countRequests(sandbox)).toEqual({ me: 1 });
});

test('Get User Info and Get Server Settings say the same of an identity server that hangs', async () => {
	for (const target of ['userinfo', 'discovery'] as const) await leaveUnanswered(target);
	for (const parameters of [getUserInfo, getConfiguration]) {
		await expect(run(parameters)).rejects.toMatchObject({
			context: { code: 'identity-unavailable' },
			description: expect.stringContaining('No response arrived (time limit).'),
		});
	}
	expect(countRequests(sandbox)).toEqual({ userinfo: 1, 'openid-configuration': 1 });
});

describe.each<[string, () => Promise<unknown>, 'description' | 'message']>([
	['Register', async () => await run(register), 'description'],
	['publishing', async () => await publish(), 'message'],
])('%s', (_, call, shown) => {
	test('says that nothing was registered if the service never says who is signed in', async () => {
		await leaveUnanswered('users-me');
		await expect(call()).rejects.toMatchObject({
			context: { code: 'response-lost' },
			[shown]: expect.stringContaining('No webhook was registered'),
		});
		expect(countRequests(sandbox)).toEqual({ me: 1 });
	});

	test('does not know what became of a POST without an answer', async () => {
		await leaveUnanswered('webhooks');
		await expect(call()).rejects.toMatchObject({
			context: { code: 'registration-outcome-unknown' },
		});
		expect(countRequests(sandbox)).toEqual({ me: 1, Webhooks: 1 });
	});
});
