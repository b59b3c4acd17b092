import { Throttle } from '../../../core/memory.ts';

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
	['a clock that was set back by an hour holds nothing off', [0, -60 * MINUTE], [0, -60 * MINUTE]],
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
