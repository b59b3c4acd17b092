import { BoundedMap, createThrottle } from '../../../core/memory.ts';

describe('BoundedMap', () => {
	test.each([
		['as many as fit stay', ['set a', 'set b'], ['a', 'b']],
		['the oldest leaves for one more', ['set a', 'set b', 'set c'], ['b', 'c']],
		['one that is set again is the newest', ['set a', 'set b', 'set a', 'set c'], ['a', 'c']],
		['one that is set again makes nobody leave', ['set a', 'set b', 'set b'], ['a', 'b']],
		['one that was touched is the newest', ['set a', 'set b', 'touch a', 'set c'], ['a', 'c']],
		['one that was deleted leaves room', ['set a', 'set b', 'delete b', 'set c'], ['a', 'c']],
		['touching what is not there adds nothing', ['set a', 'touch b'], ['a']],
	])('of two entries at most, %s', (_, steps, expected) => {
		const map = new BoundedMap<string>(2);
		for (const step of steps) {
			const [what, key = ''] = step.split(' ');
			if (what === 'set') map.set(key, key);
			else if (what === 'touch') map.touch(key);
			else map.delete(key);
		}
		expect(['a', 'b', 'c'].filter((key) => map.get(key) === key)).toEqual(expected);
		expect([...map.values()].toSorted()).toEqual(expected);
	});
});

describe('createThrottle', () => {
	const NOW = 1_790_000_000_000;
	const MINUTE = 60_000;

	/** At which of these moments, in milliseconds after the first, something may happen. */
	function listAllowed(offsetsMs: number[]): number[] {
		const throttle = createThrottle(MINUTE);
		return offsetsMs.filter((offsetMs) => throttle.start('key', NOW + offsetMs) !== null);
	}

	test.each([
		['again once the interval is over', [0, MINUTE, MINUTE + 1], [0, MINUTE]],
		['the interval counts from what was let through', [0, MINUTE - 1, MINUTE], [0, MINUTE]],
		['a clock that was set back holds nothing off', [0, -60 * MINUTE], [0, -60 * MINUTE]],
	])('%s', (_, offsetsMs, expected) => {
		expect(listAllowed(offsetsMs)).toEqual(expected);
	});

	test('beyond 10,000 keys the one let through longest ago is forgotten', () => {
		const throttle = createThrottle(MINUTE);
		for (let key = 0; key <= 10_000; key += 1) throttle.start(`key ${key}`, NOW);
		const again = [throttle.start('key 10000', NOW), throttle.start('key 0', NOW)];
		expect(again).toEqual([null, { suppressed: 0 }]);
	});

	test('what was suppressed is counted, for each key and once', () => {
		const throttle = createThrottle(MINUTE);
		const start = (key: string, offsetMs: number) => throttle.start(key, NOW + offsetMs);
		expect(start('a', 0)).toEqual({ suppressed: 0 });
		expect([start('a', 1), start('a', 2), start('b', 3)]).toEqual([null, null, { suppressed: 0 }]);
		const later = [start('a', MINUTE), start('a', 2 * MINUTE)];
		expect(later).toEqual([{ suppressed: 2 }, { suppressed: 0 }]);
	});
});
