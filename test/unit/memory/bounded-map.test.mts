import { BoundedMap } from '../../../core/memory.ts';

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
	expect([map.touch('b'), map.size]).toEqual([undefined, 1]);
});

test('setting one too many answers what left', () => {
	const map = createMap(['a', 'b']);
	expect([map.set('b', 'new'), map.set('c', 'value of c')]).toEqual([undefined, 'value of a']);
});

test('the oldest can be deleted until nothing is left', () => {
	const map = createMap(['a', 'b']);
	const deleted = [map.deleteOldest(), map.deleteOldest(), map.deleteOldest()];
	expect(deleted).toEqual(['value of a', 'value of b', undefined]);
	expect(map.size).toBe(0);
});
