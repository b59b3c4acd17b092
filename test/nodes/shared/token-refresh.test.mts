import type { INodeParameters } from 'n8n-workflow';
import { waitUntil } from '../../../host/wait-until.mts';
import { VoiceAgentTrigger } from '../../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';
import {
	countRequests,
	fail,
	getCurrent,
	getUserInfo,
	pasted,
	register,
	requestsEndingWith,
	run,
	runForItems,
} from '../../support/in-process/driver.mts';
import { createHost } from '../../support/in-process/host.mts';
import {
	connectCredential,
	connectWith,
	pasteCredential,
} from '../../support/in-process/sandbox-credential.mts';
import type { StoredCredential } from '../../support/in-process/stored-credential.mts';
import { findClosedPort } from '../../support/servers/wrong-servers.mts';
import { useSandbox } from '../../support/servers/use-sandbox.mts';
import { skipWaits } from '../../support/clock.mts';

const sandbox = useSandbox();
beforeEach(skipWaits);
afterEach(() => jest.restoreAllMocks());

test.each([
	['access-token-rejected', 'after one refresh', {}, connectCredential, { me: 2, token: 1 }],
	['pasted-token-rejected', 'and is sent once', pasted, pasteCredential, { me: 1 }],
] as const)(
	'a 401 of the API keeps its own words: %s, %s',
	async (code, _, kind, get, requests) => {
		const words = 'The audience crm is not accepted';
		const body = JSON.stringify({ detail: words });
		await sandbox.switchOnFault('status', { target: 'users-me', status: 401, body });
		const failure = await fail({ ...getCurrent, ...kind }, await get(sandbox));
		expect(failure).toMatchObject({ code, message: expect.stringContaining('access token') });
		expect(failure.description).toContain(words);
		const advice = kind === pasted ? `${sandbox.url}/token` : 'reconnect it';
		expect(failure.description.replace(words, '')).toContain(advice);
		expect(countRequests(sandbox)).toEqual(requests);
	},
);

describe('a token that has to be refreshed', () => {
	let credential: StoredCredential;
	beforeEach(async () => {
		credential = await connectCredential(sandbox);
		await sandbox.switchOnFault('token-expired');
	});

	const body = JSON.stringify({ error: 'invalid_grant' });

	// Which scope was granted, or else which was asked for, decides.
	test.each([
		['refresh-token-missing', { refresh_token: undefined, scope: 'openid' }, ''],
		['refresh-token-missing', { refresh_token: undefined }, ''],
		['browser-session-ended', { scope: 'openid' }, 'openid offline_access'],
		['browser-session-ended', { scope: undefined }, 'openid'],
		['credential-reconnect-needed', { scope: 'openid offline_access' }, 'openid'],
	])('is %s with %j, where %j was asked for', async (code, tokens, scope) => {
		await sandbox.switchOnFault('status', { target: 'token', status: 400, body });
		const oauthTokenData = { ...Object(credential.data.oauthTokenData), ...tokens };
		Object.assign(credential.data, { oauthTokenData, scope });
		expect((await fail(getCurrent, credential)).code).toBe(code);
		expect(countRequests(sandbox).me).toBe(1);
	});
});

/** A credential whose access token has expired. */
async function connectExpired(): Promise<StoredCredential> {
	const { access_token } = await sandbox.identity.issueTokens({ expiresInSeconds: -600 });
	return await connectWith(sandbox, { access_token });
}

/** Each operation that may refresh the token, with default settings. */
const refreshing: [string, INodeParameters][] = [
	['Get Current', getCurrent],
	['Get User Info', getUserInfo],
	['Register', register],
	['Verify Token', { resource: 'identity', operation: 'verifyToken' }],
	['Refresh Token', { resource: 'identity', operation: 'refreshToken', refresh: 'always' }],
];

test.each(refreshing)('a failed refresh is sent once for all items: %s', async (_, parameters) => {
	const credential = await connectExpired();
	await sandbox.switchOnFault('status', { target: 'token' });
	const runNode = async () => {
		sandbox.requests.length = 0;
		const items = Array.from({ length: 5 }, () => ({ json: {} }));
		const output = await runForItems(parameters, credential, items, { continueOnFail: true });
		expect(new Set(output.map(({ json }) => JSON.stringify(json))).size).toBe(1);
		return output.length;
	};
	expect([await runNode(), countRequests(sandbox).token]).toEqual([5, 1]);
	// As Retry On Fail does. A registration remembers the failure for half a minute.
	const again = parameters === register ? undefined : 1;
	expect([await runNode(), countRequests(sandbox).token]).toEqual([5, again]);
});

test('a refresh that could not be sent is tried three times, and by the next item', async () => {
	const credential = await connectExpired();
	const { accessTokenUrl } = credential.data;
	credential.data.accessTokenUrl = `http://127.0.0.1:${await findClosedPort()}/token`;
	const read = credential.getDecrypted.bind(credential);
	jest.spyOn(credential, 'getDecrypted').mockImplementation(async (...of) => {
		if (countRequests(sandbox).me === 3) Object.assign(credential.data, { accessTokenUrl });
		return await read(...of);
	});
	const items = [{ json: {} }, { json: {} }];
	const output = await runForItems(getCurrent, credential, items, { continueOnFail: true });
	expect(output.map(({ json }) => json.error ?? json.email)).toEqual([
		expect.stringMatching(
			/^(?!.*nothing (?:was|is) sent).*'Identity Server URL'.*while refreshing the token\. The connection failed \(ECONNREFUSED\).*identity-unavailable$/s,
		),
		sandbox.user.email,
	]);
	// Three of the first item; of the second one before its refresh, and one after.
	expect(countRequests(sandbox).me).toBe(5);
});

test('many items send as many token requests as one, and go on with tokens that are stored meanwhile', async () => {
	const credential = await connectExpired();
	// By another execution, at a server that keeps the refresh token.
	const { access_token: stored } = await sandbox.identity.issueTokens();
	await sandbox.switchOnFault('too-many-requests', { target: 'token', retryAfterSeconds: 0 });
	let reads = 0;
	const read = credential.getDecrypted.bind(credential);
	jest.spyOn(credential, 'getDecrypted').mockImplementation(async (...of) => {
		if (++reads === 100)
			Object.assign(Object(credential.data.oauthTokenData), { access_token: stored });
		return await read(...of);
	});
	const items = Array.from({ length: 100 }, () => ({ json: {} }));
	const output = await runForItems(getCurrent, credential, items, { continueOnFail: true });
	expect(output.at(0)?.json.error).toContain('Code: identity-unavailable');
	expect(output.at(-1)?.json).toMatchObject({ email: sandbox.user.email });
	// The identity server said that it did nothing the first time.
	expect(countRequests(sandbox).token).toBe(2);
});

async function publish(credential: StoredCredential): Promise<boolean> {
	const host = createHost({ type: 'voiceAgentTrigger', credential });
	return await new VoiceAgentTrigger().webhookMethods.default.create.call(host.hook());
}

type Call = (credential: StoredCredential) => Promise<unknown>;

// If publishing fails n8n shows the message alone.
test.each<[string, Call, 'description' | 'message']>([
	['Get Current', async (credential) => await run(getCurrent, credential), 'description'],
	['Register', async (credential) => await run(register, credential), 'description'],
	['publishing', publish, 'message'],
])(
	'%s gives a refresh that hangs 60 s, blames the identity server, and keeps what it brings later',
	async (_, call, shown) => {
		const credential = await connectCredential(sandbox);
		const limits: { milliseconds: number; end: AbortController }[] = [];
		jest.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
			const end = new AbortController();
			limits.push({ milliseconds, end });
			return end.signal;
		});
		await sandbox.switchOnFault('token-expired');
		await sandbox.switchOnFault('delay', { target: 'token', delayMs: 3_600_000 });
		const before = Object(credential.data.oauthTokenData).access_token;
		const failing = call(credential).catch((thrown: unknown) => thrown);
		const what = { what: 'a request to refresh', intervalMs: 10 };
		await waitUntil(() => requestsEndingWith(sandbox, '/token')[0], what);
		// Every limit passes as soon as the sandbox has the request.
		const passed = new DOMException('The limit has passed', 'TimeoutError');
		for (const { end } of limits) end.abort(passed);
		expect(await failing).toMatchObject({
			context: { code: 'identity-unavailable' },
			[shown]: expect.stringContaining('No response arrived (time limit)'),
		});
		expect(Math.max(...limits.map(({ milliseconds }) => milliseconds))).toBe(60_000);
		expect(countRequests(sandbox)).toEqual({ me: 1, token: 1 });
		// From here on nothing is short of time.
		jest.restoreAllMocks();
		sandbox.clearFaults();
		const look = () => Object(credential.data.oauthTokenData).access_token !== before || undefined;
		await waitUntil(look, { what: 'the late tokens' });
		expect(await run(getCurrent, credential)).toMatchObject({ email: sandbox.user.email });
		// n8n repeats the first call's GET once it has the new token; nothing is made behind its back.
		expect(countRequests(sandbox)).toEqual({ me: 3, token: 1 });
		expect(sandbox.registrations).toEqual([]);
	},
);
