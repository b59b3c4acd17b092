import { errorCatalog } from '../../../nodes/shared/errors/error-catalog.ts';
import { readPages } from './read-docs.mts';

const page = readPages().find(({ file }) => file === 'docs/errors.md');

/** The table's rows as `[code, problem, advice]`. */
const rows = [
	...(page?.text ?? '').matchAll(/^\| `([a-z0-9-]+)`\s*\| (.*?)\s*\| (.*?)\s*\|$/gm),
].map((match) => match.slice(1, 4));

test('docs/errors.md lists every code that the nodes can show, in their words', () => {
	expect(rows).toEqual(
		Object.entries(errorCatalog).map(([code, { problem, advice }]) => [code, problem, advice]),
	);
});
