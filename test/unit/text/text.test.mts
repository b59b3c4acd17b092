import { foldCase, quoteText, shorten } from '../../../core/text.ts';

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
