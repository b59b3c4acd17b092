import { basename, join } from 'node:path';
import { type MarkedPart, readPart, replacePart } from '../../scripts/marked-part.mts';
import { writeTable } from '../../scripts/write-table.mts';

/** The tables of a suite's page, by their titles: the further cells of each row, by its first. */
export type Tables = Record<string, Record<string, string[]>>;

/** With `-- --write` what a suite observes becomes what is expected, for somebody to read. */
export const isWriting = process.env.WRITE_OBSERVED === '1';

const markPart = (folder: string): MarkedPart => ({
	file: join(folder, 'results.md'),
	begin: `<!-- Observed by: npm run test:${basename(folder)} -- --write -->`,
	end: '<!-- End of what was observed -->',
});

const readRow = (line: string): [string, string[]] => {
	const [name = '', ...cells] = line
		.slice(2, -2)
		.split(' | ')
		.map((cell) => cell.trim().replaceAll('\\|', '|'));
	return [name, cells];
};

/** What `results.md` in the folder of a suite shows. */
export function readTables(folder: string): Tables {
	const [, ...sections] = `\n${readPart(markPart(folder))}`.split('\n### ');
	return Object.fromEntries(
		sections.map((section) => {
			const [title = '', table = ''] = section.trim().split('\n\n');
			const [, , ...rows] = table.split('\n');
			return [title, Object.fromEntries(rows.map(readRow))];
		}),
	);
}

export function writeTables(folder: string, head: readonly string[], tables: Tables): void {
	const sections = Object.entries(tables).map(([title, rows]) => {
		const lines = Object.entries(rows).map(([name, cells]) => [name, ...cells]);
		return `### ${title}\n\n${writeTable(head, lines)}`;
	});
	replacePart(markPart(folder), sections.join('\n\n'));
}

/** Compares what a suite observes with its page, or writes it there. */
export function createObserver(folder: string, head: readonly string[]) {
	const expected = readTables(folder);
	const observed: Tables = {};
	return {
		expected,
		observe(title: string, name: string, cells: string[]): void {
			observed[title] = { ...observed[title], [name]: cells };
			if (!isWriting) expect(cells).toEqual(expected[title]?.[name]);
		},
		/** At the end: the page shows these tables as they were observed, and no further row. */
		conclude(titles = Object.keys(expected)): void {
			const kept = Object.entries(expected).filter(([title]) => !titles.includes(title));
			if (isWriting) writeTables(folder, head, { ...Object.fromEntries(kept), ...observed });
			else expect({ ...Object.fromEntries(kept), ...observed }).toEqual(expected);
		},
	};
}
