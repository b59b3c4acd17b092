import { copyJson, isNestedTooDeep, setOwn, sortFields } from '../../../core/json.ts';

function nest(levels: number): unknown {
	let value: unknown = 'innermost';
	for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { value };
	return value;
}

test.each([
	['a text', 'text', false],
	['null', null, false],
	['as many levels as are allowed', nest(1_000), false],
	['one level more', nest(1_001), true],
	['one level more behind other values', [1, null, { a: 1, b: nest(999) }, 2], true],
])('%s is nested too deep: %#', (_, value, expected) => {
	expect(isNestedTooDeep(value)).toBe(expected);
});

test('a value that holds itself is nested too deep', () => {
	const value: unknown[] = [];
	value.push(value);
	expect(isNestedTooDeep(value)).toBe(true);
});

test.each([
	[new Date('2026-11-03T09:15:00Z'), '2026-11-03T09:15:00.000Z'],
	[new Date('never'), null],
	[10n, '10'],
	[Infinity, 'Infinity'],
	[NaN, 'NaN'],
	[undefined, undefined],
	[() => 1, undefined],
	[
		[undefined, 1],
		[null, 1],
	],
	[{ a: undefined, b: { c: [new Date(0)] } }, { b: { c: ['1970-01-01T00:00:00.000Z'] } }],
])('the copy of %p as JSON is %p', (value, copy) => {
	expect(copyJson(value)).toEqual(copy);
});

test('a field named __proto__ is copied as a field', () => {
	const target = {};
	setOwn(target, '__proto__', 1);
	expect(Object.keys(target)).toEqual(['__proto__']);
	expect(Object.getPrototypeOf(target)).toBe(Object.prototype);
	expect(JSON.stringify(copyJson(target))).toBe('{"__proto__":1}');
});

test('fields are sorted at every level, and lists are not', () => {
	expect(JSON.stringify(sortFields({ b: [{ d: 1, c: 2 }, 0], a: null }))).toBe(
		'{"a":null,"b":[{"c":2,"d":1},0]}',
	);
});
