import { isNestedTooDeep } from '../../../core/json.ts';

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
