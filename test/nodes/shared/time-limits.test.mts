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
	requestsEndingWith,
} from '../VoiceAgent/driver.mts';
import { createHost, type Host } from '../host/host.mts';
import { connectCredential } from '../host/sandbox-credential.mts';
import type { StoredCredential } from '../host/stored-credential.mts';
import { useSandbox } from '../host/use-sandbox.mts';

const { execute } = new VoiceAgent();
const { create } = new VoiceAgentTrigger().webhookMethods.default;
const sandbox = useSandbox();
let credential: StoredCredential;
let limits: { milliseconds: number; end: AbortController }[];

beforeEach(async () => {
	credential = await connectCredential(sandbox);
	limits = [];
	jest.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
		const end = new AbortController();
		limits.push({ milliseconds, end });
		return end.signal;
	});
});
afterEach(() => jest.restoreAllMocks());

/** How a call fails if every limit passes as soon as the sandbox has its request of this path. */
async function failAtLimit(call: () => Promise<unknown>, path: string): Promise<unknown> {
	const failing = call().catch((thrown: unknown) => thrown);
	await waitUntil(() => requestsEndingWith(sandbox, path)[0], {
		what: `a request to ${path}`,
		timeoutMs: 10_000,
		intervalMs: 10,
	});
	for (const { end } of limits) end.abort(new DOMException('The limit has passed', 'TimeoutError'));
	return await failing;
}

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
	test('gives a refresh that hangs 60 s, blames the identity server, and keeps what it brings later', async () => {
		await sandbox.switchOnFault('token-expired');
		await leaveUnanswered('token');
		const before = Object(credential.data.oauthTokenData).access_token;
		expect(await failAtLimit(call, '/token')).toMatchObject({
			context: { code: 'identity-unavailable' },
			[shown]: expect.stringContaining('No response arrived (time limit)'),
		});
		expect(Math.max(...limits.map(({ milliseconds }) => milliseconds))).toBe(60_000);
		expect(countRequests(sandbox)).toEqual({ me: 1, token: 1 });
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
	const failure = {
		context: { code: 'identity-unavailable' },
		description: expect.stringContaining('No response arrived (time limit).'),
	};
	await expect(run(getUserInfo)).rejects.toMatchObject(failure);
	const getSettings = async () => await run(getConfiguration);
	expect(await failAtLimit(getSettings, '/openid-configuration')).toMatchObject(failure);
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
