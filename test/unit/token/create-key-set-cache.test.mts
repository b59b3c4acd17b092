import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createKeySetCache } from '../../../core/token/key-sets.ts';
import rows from '../../fixtures/key-set-steps.json' with { type: 'json' };
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
test.each(Object.entries<string>(rows))('%s: %s', async (_what, steps) => {
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
