import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createKeySetCache } from '../../../core/token/key-sets.ts';
import { createRsaKey, ISSUER, NOW, toJwk } from '../../support/tokens/sign-test-tokens.mts';

const KEYS_PATH = '/protocol/openid-connect/certs';
const start = NOW;
const second = 1_000;
const minute = 60 * second;
const oldKey = createRsaKey('old');
const newKey = createRsaKey('new');
const serverAway = new Error('connect ECONNREFUSED');

/**
 * A stand-in for the identity server: what it answers can be changed, and its calls are counted. A promise
 * is an answer that is still to come.
 * @param limit how long a caller waits
 */
function createServer(answer: unknown = { keys: [toJwk(oldKey)] }, limit?: () => Promise<void>) {
	const server = { answer, calls: new Array<string>() };
	const keySets = createKeySetCache()(async (jwksUrl) => {
		server.calls.push(jwksUrl);
		const current = await server.answer;
		if (current === serverAway) throw serverAway;
		return current;
	}, limit);
	/** `found`, or the code of asking for a key with the seconds after which to ask again, if they are named. */
	const ask = async (kid: string | undefined, nowMs: number, identityServerUrl = ISSUER) => {
		const found = await keySets(identityServerUrl).findKey({ kid, alg: 'RS256' }, nowMs);
		if (found.success) return 'found';
		const { code, retryAfterSeconds } = found.error;
		return [code, retryAfterSeconds ?? []].flat().join('~');
	};
	return Object.assign(server, { ask });
}

/** An answer that comes when `give` is called with it. */
function createLateAnswer() {
	let give = (_document: unknown): void => undefined;
	const answer = new Promise<unknown>((resolve) => {
		give = resolve;
	});
	return {
		answer,
		give: async (document: unknown) => {
			give(document);
			await new Promise((resolve) => setImmediate(resolve));
		},
	};
}

function collectGarbage(): void {
	setFlagsFromString('--expose-gc');
	runInNewContext('gc')();
}

const answers: Record<string, unknown> = {
	old: { keys: [toJwk(oldKey)] },
	new: { keys: [toJwk(newKey)] },
	both: { keys: [toJwk(oldKey), toJwk(newKey)] },
	unusable: { keys: [{ ...toJwk(oldKey), e: 'AQ' }] },
	none: { keys: 'none' },
	garbage: '<html>Bad gateway</html>',
	away: serverAway,
};

/** Steps: what the server answers from now on, or `second kid outcome`, and how often it was asked until then. */
test.each([
	[
		'fetches once for 10 minutes',
		'old; 0 old found; 540 old found; 599.999 old found 1; 600 old found 2',
	],
	['lets a withdrawn key go after 10 minutes', 'old; 0 old found; new; 600 old key-unknown'],
	[
		'fetches for an unknown kid after 30 s, and says when',
		'old; 0 old found; 10 new key-unknown~20 1; both; 29 new key-unknown~1 1; 30 new found 2',
	],
	[
		'fetches at most once in 30 s for unknown kids',
		'old; 0 old found; 60 a key-unknown 2; 61 b key-unknown~29 2; 89.9 c key-unknown~1 2; 90 d key-unknown 3',
	],
	[
		'fetches once for unknown kids, each asked about a little earlier than the last',
		'old; -3600 old found; 0 a key-unknown 2; -1 b key-unknown~30 2; -2 c key-unknown~30 2',
	],
	[
		'asks again after 30 s for a token that names no key, since a new one may have signed it',
		'old; 0 - found; 29.999 - found 1; both; 30 - kid-missing; 31 - kid-missing 2; away; 61 old found',
	],
	[
		'does not ask again about an unusable key',
		'unusable; 0 old key-unusable; 60 old key-unusable 1',
	],
	[
		'asks a server that is away again after 5 s, and says when',
		'away; 0 old keys-unavailable~5; 1.5 old keys-unavailable~4 1; 4.999 old keys-unavailable~1 1; old; 5 old found',
	],
	[
		'uses the keys it has for 24 hours, and not longer, while the server is away',
		'old; 0 old found; away; 660 old found; 86400 old found; 86400.001 old keys-unavailable~5',
	],
	[
		'asks at most once in 30 s while it uses old keys',
		'old; 0 old found; away; 660 old found 2; 689.9 old found 2; 690 old found 3; 719.9 old found 3',
	],
	[
		'does not call a key unknown that the server could not be asked about',
		'old; 0 old found; away; 60 new keys-unavailable~30; 61 new keys-unavailable~29; 61 old found; new; 90 new found 3',
	],
	[
		'asks all the same after a clock was set back',
		'away; 0 old keys-unavailable~5; old; -3600 old found',
	],
	[
		'asks again 5 s after an answer that is no key set',
		'garbage; 0 old key-set-invalid~5; 4 old key-set-invalid~1 1; old; 5 old found',
	],
	['keeps the keys it has when garbage comes', 'old; 0 old found; none; 660 old found'],
])('%s: %s', async (_what, steps) => {
	const server = createServer();
	expect(server.calls).toEqual([]);
	for (const step of steps.split('; ')) {
		const [seconds = '', kid, outcome, calls] = step.split(' ');
		if (kid === undefined) {
			server.answer = answers[seconds];
			continue;
		}
		const asked = await server.ask(kid === '-' ? undefined : kid, start + Number(seconds) * second);
		expect([step, asked]).toEqual([step, outcome]);
		if (calls !== undefined) expect([step, server.calls.length]).toEqual([step, Number(calls)]);
	}
	expect(new Set(server.calls)).toEqual(new Set([`${ISSUER}${KEYS_PATH}`]));
});

describe('createKeySetCache, with the server there', () => {
	test('shares one request among concurrent misses, however long it takes', async () => {
		const { answer, give } = createLateAnswer();
		const server = createServer(answer);
		const asks = Array.from({ length: 50 }, async (_, index) =>
			server.ask('old', start + index * second),
		);
		await new Promise((resolve) => setImmediate(resolve));
		await give({ keys: [toJwk(oldKey)] });
		expect(await Promise.all(asks)).toEqual(Array(50).fill('found'));
		expect(server.calls).toHaveLength(1);
	});

	test('keeps servers apart', async () => {
		const server = createServer();
		const [one, two] = ['one', 'two'].map((name) => `https://${name}.example`);
		for (const url of [one, two, one, two]) await server.ask('old', start, url);
		expect(server.calls).toEqual([`${one}${KEYS_PATH}`, `${two}${KEYS_PATH}`]);
	});

	test('asks by the function of the caller', async () => {
		const cache = createKeySetCache();
		const calls: string[] = [];
		const callers = ['first', 'second'].map((name) =>
			cache(async () => {
				calls.push(name);
				return await Promise.resolve({ keys: [toJwk(oldKey)] });
			}),
		);
		const ask = async (caller: number, nowMs: number) =>
			await callers[caller]?.(ISSUER).findKey({ kid: 'old', alg: 'RS256' }, nowMs);
		await ask(1, start);
		await ask(0, start + minute);
		await ask(0, start + 10 * minute);
		expect(calls).toEqual(['second', 'first']);
	});

	test('keeps no caller alive', async () => {
		const cache = createKeySetCache();
		const callers: Array<WeakRef<object>> = [];
		async function askOnce(): Promise<void> {
			const caller = { keys: [toJwk(oldKey)] };
			callers.push(new WeakRef(caller));
			const keySets = cache(async () => await Promise.resolve(caller));
			await keySets(ISSUER).findKey({ kid: 'old', alg: 'RS256' }, start);
		}
		await askOnce();
		await new Promise((resolve) => setImmediate(resolve));
		collectGarbage();
		expect(callers.map((caller) => caller.deref())).toEqual([undefined]);
	});
});

describe('createKeySetCache, with a server that never answers', () => {
	/** A caller who waits for nothing and so goes on at once. */
	function createImpatient() {
		const { answer, give } = createLateAnswer();
		const server = createServer(answer, async () => await Promise.resolve());
		return { server, answer: async () => await give({ keys: [toJwk(oldKey)] }) };
	}

	test('says so once the caller has waited long enough, and asks once', async () => {
		const { server } = createImpatient();
		for (const nowMs of [start, start + minute]) {
			expect(await server.ask('old', nowMs)).toMatch(/^keys-unavailable~\d+$/);
		}
		expect(server.calls).toHaveLength(1);
	});

	test('keeps what comes after the caller has gone, and uses it while a later answer is to come', async () => {
		const { server, answer } = createImpatient();
		await server.ask('old', start);
		await answer();
		expect(await server.ask('old', start + second)).toBe('found');
		expect(server.calls).toHaveLength(1);
		server.answer = createLateAnswer().answer;
		expect(await server.ask('old', start + 11 * minute)).toBe('found');
		// No key is called unknown without an answer.
		expect(await server.ask('new', start + 11 * minute)).toMatch(/^key-unknown~\d+$/);
		expect(server.calls).toHaveLength(2);
	});
});

describe('createKeySetCache, with the server away', () => {
	test('names at least 1 s to who was waiting for longer than that when the request failed', async () => {
		const { answer, give } = createLateAnswer();
		const server = createServer(answer);
		const asks = [start, start + minute].map(async (nowMs) => await server.ask('old', nowMs));
		await give(serverAway);
		expect(await Promise.all(asks)).toEqual(['keys-unavailable~5', 'keys-unavailable~1']);
	});

	test('comes back after a fetch that throws before it returns a promise', async () => {
		let isAway = true;
		const cache = createKeySetCache()(() => {
			if (isAway) throw serverAway;
			return Promise.resolve({ keys: [toJwk(oldKey)] });
		});
		const ask = async (nowMs: number) =>
			await cache(ISSUER).findKey({ kid: 'old', alg: 'RS256' }, nowMs);
		expect(await ask(start)).toMatchObject({ error: { code: 'keys-unavailable' } });
		isAway = false;
		expect(await ask(start + 5 * second)).toMatchObject({ success: true });
	});
});
