import { BoundedMap, Throttle, waitUntilEnded } from '../../../core/memory.ts';

describe('BoundedMap', () => {
	/** A map of two entries at most, set in this order. */
	function createMap(keys: string[]): BoundedMap<string> {
		const map = new BoundedMap<string>(2);
		for (const key of keys) map.set(key, `value of ${key}`);
		return map;
	}

	test.each([
		['as many as fit stay', ['a', 'b'], ['a', 'b']],
		['the oldest leaves for one more', ['a', 'b', 'c'], ['b', 'c']],
		['one that is set again is the newest', ['a', 'b', 'a', 'c'], ['a', 'c']],
		['one that is set again makes nobody leave', ['a', 'b', 'b', 'b'], ['a', 'b']],
	])('%s', (_, keys, expected) => {
		const map = createMap(keys);
		const kept = ['a', 'b', 'c'].filter((key) => map.get(key) === `value of ${key}`);
		expect(kept).toEqual(expected);
	});

	test('one that was deleted leaves room', () => {
		const map = createMap(['a', 'b']);
		map.delete('b');
		map.set('c', 'value of c');
		expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([
			'value of a',
			undefined,
			'value of c',
		]);
	});

	test('one that was touched is the newest', () => {
		const map = createMap(['a', 'b']);
		expect(map.touch('a')).toBe('value of a');
		map.set('c', 'value of c');
		expect([map.get('a'), map.get('b')]).toEqual(['value of a', undefined]);
	});

	test('touching what is not there adds nothing', () => {
		const map = createMap(['a']);
		expect([map.touch('b'), map.values()]).toEqual([undefined, ['value of a']]);
	});
});

describe('Throttle', () => {
	const NOW = 1_790_000_000_000;
	const MINUTE = 60_000;

	/** At which of these moments, in milliseconds after the first, something may happen. */
	function listAllowed(offsetsMs: number[]): number[] {
		const throttle = new Throttle(MINUTE, 10);
		return offsetsMs.filter((offsetMs) => throttle.tryStart('key', NOW + offsetMs));
	}

	test.each([
		['once within the interval', [0, 1, MINUTE - 1], [0]],
		['again once the interval is over', [0, MINUTE, MINUTE + 1], [0, MINUTE]],
		['the interval counts from what was let through', [0, MINUTE - 1, MINUTE], [0, MINUTE]],
		[
			'a clock that was set back by an hour holds nothing off',
			[0, -60 * MINUTE],
			[0, -60 * MINUTE],
		],
	])('%s', (_, offsetsMs, expected) => {
		expect(listAllowed(offsetsMs)).toEqual(expected);
	});

	test('each key has an interval of its own', () => {
		const throttle = new Throttle(MINUTE, 10);
		expect(['a', 'b', 'a'].map((key) => throttle.tryStart(key, NOW))).toEqual([true, true, false]);
	});

	test('beyond the limit on keys the one let through longest ago is forgotten', () => {
		const throttle = new Throttle(MINUTE, 2);
		for (const key of ['a', 'b', 'c']) throttle.tryStart(key, NOW);
		expect([throttle.tryStart('c', NOW), throttle.tryStart('a', NOW)]).toEqual([false, true]);
	});

	test('what was suppressed is counted, for each key and once', () => {
		const throttle = new Throttle(MINUTE, 10);
		const start = (key: string, offsetMs: number) => throttle.start(key, NOW + offsetMs);
		expect(start('a', 0)).toEqual({ suppressed: 0 });
		expect([start('a', 1), start('a', 2), start('b', 3)]).toEqual([null, null, { suppressed: 0 }]);
		expect([start('a', MINUTE), start('a', 2 * MINUTE)]).toEqual([
			{ suppressed: 2 },
			{ suppressed: 0 },
		]);
	});
});

describe('waitUntilEnded', () => {
	const never = async () => await new Promise<void>(() => undefined);
	const atOnce = async () => await Promise.resolve();
	const failing = async () => await Promise.reject(new Error('cancelled'));

	test.each([
		['what has ended', true, atOnce, never],
		['what has failed', true, failing, never],
		['what goes on beyond the limit', false, never, atOnce],
		['what goes on if the limit itself fails', false, never, failing],
	])('%s: %s', async (_what, expected, ending, limit) => {
		expect(await waitUntilEnded(ending(), limit)).toBe(expected);
	});
});
