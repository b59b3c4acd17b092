import { errorCatalog } from '../../../nodes/shared/errors/error-catalog.ts';
import { bannedTurns, findBannedTurns } from './banned-turns.mts';
import { readPages } from './read-docs.mts';

test.each(bannedTurns)('"$turn" is found, and what is right is not', ({ turn, bad, good }) => {
	expect(findBannedTurns(bad).map((found) => found.turn)).toEqual([turn]);
	expect(findBannedTurns(good)).toEqual([]);
});

test('code is not prose', () => {
	expect(findBannedTurns('Run `select where`.\n\n```sql\nselect 1 where true\n```\n')).toEqual([]);
});

/**
 * The changelog tells what was, partly in old names of parameters; the interface document is the
 * service's own text.
 */
const pages = readPages().filter(
	({ file }) => file !== 'CHANGELOG.md' && file !== 'docs/service-interface.md',
);

/** Pages that still have to be rewritten. */
const notYet = new Set(
	['errors', 'nodes/voice-agent', 'nodes/voice-agent-trigger', 'oauth-application'].map(
		(name) => `docs/${name}.md`,
	),
);

test.each(pages.filter(({ file }) => !notYet.has(file)).map(({ file, text }) => [file, text]))(
	'%s has no banned turn',
	(_, text) => {
		expect(findBannedTurns(text)).toEqual([]);
	},
);

test.each(Object.entries(errorCatalog))('the texts of %s have no banned turn', (_, entry) => {
	expect(findBannedTurns(`${entry.problem}\n${entry.advice}`)).toEqual([]);
});
