import { foldCase, isVisible, quoteText, shorten } from '../../../core/text.ts';

test('folds words of 1,000 characters, and leaves longer ones as they are', () => {
	expect(foldCase(` ${'A'.repeat(998)} `)).toBe('a'.repeat(998));
	expect(foldCase('A'.repeat(1_001))).toBe('A'.repeat(1_001));
	expect(foldCase('E\u0301')).toBe('\u00e9');
});

test('folds what has 30 marks in a row, and leaves what has more as it is', () => {
	const marked = (count: number) => `E${'\u0301'.repeat(count)}`;
	expect(foldCase(marked(30))).toBe(`\u00e9${'\u0301'.repeat(29)}`);
	expect(foldCase(marked(31))).toBe(marked(31));
});

test.each([
	['abcde', 'abcde'],
	['abcdef', 'abcd…'],
	['abc😀f', 'abc…'],
	['ab😀ef', 'ab😀…'],
])('shortens %j to five characters: %j', (text, shown) => {
	expect(shorten(text, 5)).toBe(shown);
});

test.each([
	['abcde', '"abcde"'],
	['abcdef', '"abcde…"'],
	['a"b', String.raw`"a\"b"`],
	['a\n\u202e\u2028c', '"ac"'],
])('quotes %j as %s', (text, shown) => {
	expect(quoteText(text, 5)).toBe(shown);
});

// White space, controls, format characters, and what fonts draw as nothing.
const unseen =
	' \t\n\0\u0085\u00a0\u00ad\u034f\u061c\u115f\u1160\u17b4\u180e\u200b\u200d\u200f\u2028\u202e\u2060\u2069\u2800\u3000\u3164\ufe0f\ufeff\uffa0\u{e0001}';

test.each([...unseen, unseen, ''])('nobody sees %j', (text) => {
	expect(isVisible(text)).toBe(false);
	expect(isVisible(`${text}.${text}`)).toBe(true);
});

test.each(['a', '0', '.', '\u4e2d', '\u{1f600}', '\u0301', '\ufffd'])('%j is seen', (text) => {
	expect(isVisible(text)).toBe(true);
});
