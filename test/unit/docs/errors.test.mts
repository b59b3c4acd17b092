import { errorCatalog } from '../../../nodes/shared/error-catalog.ts';

/** n8n's guidelines ban the first two; if publishing fails, n8n shows one line, without anything below. */
const bannedWords =
	/\b(?:errors?|problems?|below|above|renew\w*|refuse\w*|anybody|sign-in (?:has )?end\w*)\b/i;

test.each(Object.entries(errorCatalog))('the texts of %s are true in one line', (_, entry) => {
	expect(entry.message).toMatch(/\.$/);
	expect(entry.message).not.toMatch(bannedWords);
	expect(entry.advice).not.toMatch(bannedWords);
});
