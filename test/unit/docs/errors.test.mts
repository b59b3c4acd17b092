import { errorCatalog } from '../../../nodes/shared/error-catalog.ts';
import { readPages } from './read-docs.mts';

const page = readPages().find(({ file }) => file === 'docs/errors.md');

/** The table's rows as `[code, message, advice]`. */
const rows = [
	...(page?.text ?? '').matchAll(/^\| `([a-z0-9-]+)`\s*\| (.*?)\s*\| (.*?)\s*\|$/gm),
].map((match) => match.slice(1, 4));

test('docs/errors.md lists every code that the nodes can show, in their words', () => {
	expect(rows).toEqual(
		Object.entries(errorCatalog).map(([code, { message, advice }]) => [code, message, advice]),
	);
});

/** n8n's guidelines ban the first two; if publishing fails, n8n shows one line, without anything below. */
const bannedWords =
	/\b(?:errors?|problems?|below|above|renew\w*|refuse\w*|anybody|sign-in (?:has )?end\w*)\b/i;

test.each(Object.entries(errorCatalog))('the texts of %s are true in one line', (_, entry) => {
	expect(entry.message).toMatch(/\.$/);
	expect(entry.message).not.toMatch(bannedWords);
	expect(entry.advice).not.toMatch(bannedWords);
});
