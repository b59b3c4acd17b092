import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createKeySetCache } from '../../../core/token/key-sets.ts';
import { createRsaKey, ISSUER, NOW, toJwk } from '../../support/tokens/sign-test-tokens.mts';

const KEYS_PATH = '/protocol/openid-connect/certs';
const start = NOW;
const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
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
	const find = async (kid: string | undefined, nowMs: number, identityServerUrl = ISSUER) =>
		await keySets(identityServerUrl).findKey({ kid, alg: 'RS256' }, nowMs);
	/** The code of asking for a key, or `found`. */
	const ask = async (...asked: Parameters<typeof find>) => {
		const found = await find(...asked);
		return found.success ? 'found' : found.error.code;
	};
	return Object.assign(server, { find, ask });
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

describe('createKeySetCache, with the server there', () => {
	test('fetches once for 10 minutes, then again', async () => {
		const server = createServer();
		expect(server.calls).toEqual([]);
		for (const after of [0, second, 9 * minute, 10 * minute - 1]) {
			expect(await server.ask('old', start + after)).toBe('found');
		}
		expect(server.calls).toEqual([`${ISSUER}${KEYS_PATH}`]);
		await server.ask('old', start + 10 * minute);
		expect(server.calls).toHaveLength(2);
	});

	test('lets a withdrawn key go after 10 minutes', async () => {
		const server = createServer();
		await server.ask('old', start);
		server.answer = { keys: [toJwk(newKey)] };
		expect(await server.ask('old', start + 10 * minute)).toBe('key-unknown');
	});

	test('says when an unknown key can be asked about again, and nothing once it was asked about', async () => {
		const server = createServer();
		await server.ask('old', start);
		const early = await server.find('new', start + 10 * second);
		expect(early).toMatchObject({ error: { code: 'key-unknown', retryAfterSeconds: 20 } });
		const asked = await server.find('new', start + 30 * second);
		expect(asked).toMatchObject({ error: { code: 'key-unknown' } });
		expect(asked).not.toHaveProperty('error.retryAfterSeconds');
	});

	test('fetches at once for the first unknown kid after 30 s: keys rotated between two calls', async () => {
		const server = createServer();
		await server.ask('old', start);
		server.answer = { keys: [toJwk(oldKey), toJwk(newKey)] };
		expect(await server.ask('new', start + 29 * second)).toBe('key-unknown');
		expect(server.calls).toHaveLength(1);
		expect(await server.ask('new', start + 30 * second)).toBe('found');
		expect(server.calls).toHaveLength(2);
	});

	test('fetches at most once in 30 s for 1,000 unknown kids, one after another', async () => {
		const server = createServer();
		await server.ask('old', start);
		for (let index = 0; index < 1000; index += 1) {
			expect(await server.ask(`unknown-${index}`, start + minute + index * 29)).toBe('key-unknown');
		}
		expect(server.calls).toHaveLength(2);
	});

	test('fetches once for 1,000 unknown kids, each asked about a little earlier than the last', async () => {
		const server = createServer();
		await server.ask('old', start - hour);
		for (let request = 0; request < 1000; request++) {
			await server.ask(`unknown-${request}`, start - request);
		}
		expect(server.calls).toHaveLength(2);
	});

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

	test('asks by the function of whoever caused the request', async () => {
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

	test('asks again after 30 s for a token that names no key, since a new one may have signed it', async () => {
		const server = createServer();
		expect(await server.ask(undefined, start)).toBe('found');
		await server.ask(undefined, start + 30 * second - 1);
		expect(server.calls).toHaveLength(1);
		server.answer = { keys: [toJwk(oldKey), toJwk(newKey)] };
		expect(await server.ask(undefined, start + 30 * second)).toBe('kid-missing');
		expect(await server.ask(undefined, start + 31 * second)).toBe('kid-missing');
		expect(server.calls).toHaveLength(2);
		server.answer = serverAway;
		expect(await server.ask('old', start + minute + second)).toBe('found');
	});

	test('does not ask again about a key that cannot be used', async () => {
		const server = createServer({ keys: [{ ...toJwk(oldKey), e: 'AQ' }] });
		expect(await server.ask('old', start)).toBe('key-unusable');
		expect(await server.ask('old', start + minute)).toBe('key-unusable');
		expect(server.calls).toHaveLength(1);
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
			expect(await server.find('old', nowMs)).toMatchObject({
				error: { code: 'keys-unavailable', retryAfterSeconds: expect.any(Number) },
			});
		}
		expect(server.calls).toHaveLength(1);
	});

	test('keeps what comes after the caller has gone', async () => {
		const { server, answer } = createImpatient();
		await server.ask('old', start);
		await answer();
		expect(await server.ask('old', start + second)).toBe('found');
		expect(server.calls).toHaveLength(1);
	});

	test('uses the keys it has meanwhile, and calls no key unknown without an answer', async () => {
		const { server, answer } = createImpatient();
		await server.ask('old', start);
		await answer();
		server.answer = createLateAnswer().answer;
		expect(await server.ask('old', start + 11 * minute)).toBe('found');
		expect(await server.find('new', start + 11 * minute)).toMatchObject({
			error: { code: 'key-unknown', retryAfterSeconds: expect.any(Number) },
		});
		expect(server.calls).toHaveLength(2);
	});
});

describe('createKeySetCache, with the server away', () => {
	test('says so where there are no keys, and when it asks again: after 5 s', async () => {
		const server = createServer(serverAway);
		expect(await server.ask('old', start)).toBe('keys-unavailable');
		expect(await server.find('old', start + 1.5 * second)).toMatchObject({
			error: { code: 'keys-unavailable', retryAfterSeconds: 4 },
		});
		expect(await server.ask('old', start + 5 * second - 1)).toBe('keys-unavailable');
		expect(server.calls).toHaveLength(1);
		server.answer = { keys: [toJwk(oldKey)] };
		expect(await server.ask('old', start + 5 * second)).toBe('found');
	});

	test('names at least 1 s to who was waiting for longer than that when the request failed', async () => {
		const { answer, give } = createLateAnswer();
		const server = createServer(answer);
		const asks = [start, start + minute].map(async (nowMs) => await server.find('old', nowMs));
		await give(serverAway);
		expect(await Promise.all(asks)).toMatchObject([
			{ error: { code: 'keys-unavailable', retryAfterSeconds: 5 } },
			{ error: { code: 'keys-unavailable', retryAfterSeconds: 1 } },
		]);
	});

	test('uses the keys it has for 24 hours, and not longer', async () => {
		const server = createServer();
		await server.ask('old', start);
		server.answer = serverAway;
		expect(await server.ask('old', start + 11 * minute)).toBe('found');
		expect(await server.ask('old', start + 24 * hour)).toBe('found');
		expect(await server.ask('old', start + 24 * hour + 1)).toBe('keys-unavailable');
	});

	test('asks at most once in 30 s while it uses old keys', async () => {
		const server = createServer();
		await server.ask('old', start);
		server.answer = serverAway;
		for (let after = 11 * minute; after < 12 * minute; after += second) {
			expect(await server.ask('old', start + after)).toBe('found');
		}
		expect(server.calls).toHaveLength(3);
	});

	test('does not call a key unknown that the server could not be asked about', async () => {
		const server = createServer();
		await server.ask('old', start);
		server.answer = serverAway;
		expect(await server.ask('new', start + minute)).toBe('keys-unavailable');
		expect(await server.ask('new', start + minute + second)).toBe('keys-unavailable');
		expect(await server.ask('old', start + minute + second)).toBe('found');
		server.answer = { keys: [toJwk(newKey)] };
		expect(await server.ask('new', start + minute + 30 * second)).toBe('found');
		expect(server.calls).toHaveLength(3);
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

	test('is not held off by a clock that was set back', async () => {
		const server = createServer(serverAway);
		await server.ask('old', start);
		server.answer = { keys: [toJwk(oldKey)] };
		expect(await server.ask('old', start - hour)).toBe('found');
	});
});

describe('createKeySetCache, with garbage from the server', () => {
	test('says that there is no key set, and asks again after 5 s', async () => {
		const server = createServer('<html>Bad gateway</html>');
		expect(await server.ask('old', start)).toBe('key-set-invalid');
		expect(await server.ask('old', start + 4 * second)).toBe('key-set-invalid');
		expect(server.calls).toHaveLength(1);
		server.answer = { keys: [toJwk(oldKey)] };
		expect(await server.ask('old', start + 5 * second)).toBe('found');
	});

	test('keeps the keys it has', async () => {
		const server = createServer();
		await server.ask('old', start);
		server.answer = { keys: 'none' };
		expect(await server.ask('old', start + 11 * minute)).toBe('found');
	});
});
