import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { errorCatalog } from '../../../nodes/shared/error-catalog.ts';
import { bannedTurns, findBannedTurns } from './banned-turns.mts';
import { projectFolder, readPages } from './read-docs.mts';
import { listSentences, listTexts } from './read-texts.mts';

test.each(bannedTurns)('"$turn" is found, and what is right is not', ({ turn, bad, good }) => {
	expect(findBannedTurns(bad).map((found) => found.turn)).toEqual([turn]);
	expect(findBannedTurns(good)).toEqual([]);
});

test('code is not prose', () => {
	expect(findBannedTurns('Run `select where`.\n\n```sql\nselect 1 where true\n```\n')).toEqual([]);
});

/** The interface document is the service's own text. */
const pages = readPages().filter(({ file }) => file !== 'docs/engineering/service-interface.md');

test.each(pages.map(({ file, text }) => [file, text]))('%s has no banned turn', (_, text) => {
	expect(findBannedTurns(text)).toEqual([]);
});

test.each(globSync('examples/*.json', { cwd: projectFolder }))('%s has no banned turn', (file) => {
	const { nodes, name }: { nodes: unknown; name: string } = JSON.parse(
		readFileSync(path.join(projectFolder, file), 'utf8'),
	);
	const texts = [name, ...listTexts(nodes)];
	expect(texts.length).toBeGreaterThan(2);
	expect(findBannedTurns(texts.join('\n'))).toEqual([]);
});

test.each(Object.entries(errorCatalog))('the texts of %s have no banned turn', (_, entry) => {
	expect(findBannedTurns(`${entry.message}\n${entry.advice}`)).toEqual([]);
});

test('no sentence of the sources has a banned turn', () => {
	const files = globSync(
		[
			'{core,nodes,credentials}/**/*.ts',
			'{host,sandbox}/**/*.mts',
			'sandbox/**/*.{js,html}',
			'scripts/**/*.{mts,mjs}',
		],
		// What people say in the written conversations is spoken.
		{ cwd: projectFolder, exclude: ['sandbox/events/scenarios.mts'] },
	);
	const sentences = files.flatMap((file) =>
		listSentences(readFileSync(path.join(projectFolder, file), 'utf8')).map((text) => ({
			file,
			text,
		})),
	);
	expect(sentences.length).toBeGreaterThan(500);
	expect(
		sentences.flatMap(({ file, text }) =>
			findBannedTurns(text).map((found) => ({ file, ...found })),
		),
	).toEqual([]);
});
