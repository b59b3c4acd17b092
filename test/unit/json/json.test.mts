import { isNestedTooDeep, repairTexts } from '../../../core/json.ts';

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

// In JSON text as this file writes it: two backslashes are one.
test.each([
	['"\\u0000"', '"\uFFFD"'],
	['"\\u0000\\u0000\\ud83d"', '"\uFFFD\uFFFD\uFFFD"'],
	['"\\ud83d\\ude00"', '"\u{1F600}"'],
	['"\\ude00\\ud83d"', '"\uFFFD\uFFFD"'],
	['"a\\\\u0000"', '"a\\\\u0000"'],
	['"\\u0000a\\\\u0000"', '"\uFFFDa\\\\u0000"'],
	['"\\\\\\u0000"', '"\\\\\uFFFD"'],
	['{"\\udfff":[{"b":"\\ud800"}],"n":0}', '{"\uFFFD":[{"b":"\uFFFD"}],"n":0}'],
	['{"__proto__":"\\u0000"}', '{"__proto__":"\uFFFD"}'],
])('of the texts in %s, what no database takes becomes U+FFFD: %s', (text, expected) => {
	expect(JSON.stringify(repairTexts(JSON.parse(text)))).toBe(expected);
});

test('a value without such texts is itself', () => {
	const value = { a: ['\uFFFD', { b: '😀 \\u0000' }], c: null, d: 1 };
	expect(repairTexts(value)).toBe(value);
});
