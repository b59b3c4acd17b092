import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/v4';
import { chosenVersion, listVersions } from '../../host/n8n/n8n-versions.mts';
import { writeTable } from '../../scripts/write-table.mts';

const folder = path.join(import.meta.dirname, 'observed');
const page = path.join(import.meta.dirname, 'results.md');
const begin = '<!-- Observed by: npm run test:versions -- --write -->';
const end = '<!-- End of what was observed -->';

const observation = z.object({
	date: z.string(),
	seconds: z.number(),
	/** By column. */
	cells: z.record(z.string(), z.string()),
});
type Observation = z.infer<typeof observation>;

const startedAt = Date.now();
const cells: Record<string, string> = {};

/** Keeps what was seen for the table of the docs. */
export function observe(column: string, seen: string): void {
	cells[column] = seen;
}

const fileOf = (version: string): string => path.join(folder, `${version}.json`);

function readObservation(version: string): Observation {
	return observation.parse(JSON.parse(readFileSync(fileOf(version), 'utf8')));
}

/** The table of all versions that were ever run with `--write`, the oldest first. */
function writeMatrix(): string {
	const known = readdirSync(folder);
	const rows = listVersions()
		.filter((version) => known.includes(`${version}.json`))
		.map((version): [string, Observation] => [version, readObservation(version)]);
	const columns = [...new Set(rows.flatMap(([, row]) => Object.keys(row.cells)))];
	return writeTable(
		['n8n', ...columns, 'run on', 'seconds'],
		rows.map(([version, row]) => [
			version,
			...columns.map((column) => row.cells[column] ?? '–'),
			row.date,
			String(row.seconds),
		]),
	);
}

/** Compares what was seen with the file of this version, or writes the file and the page. */
export function concludeObservations(): void {
	const [before = '', rest = ''] = readFileSync(page, 'utf8').split(begin);
	const [table = '', after = ''] = rest.split(end);
	if (process.env.WRITE_OBSERVED === '1') {
		mkdirSync(folder, { recursive: true });
		const seen: Observation = {
			date: new Date().toISOString().slice(0, 10),
			seconds: Math.round((Date.now() - startedAt) / 1000),
			cells,
		};
		writeFileSync(fileOf(chosenVersion), `${JSON.stringify(seen, null, 2)}\n`);
		writeFileSync(page, `${before}${begin}\n\n${writeMatrix()}\n\n${end}${after}`);
		return;
	}
	if (existsSync(fileOf(chosenVersion))) {
		expect(cells).toEqual(readObservation(chosenVersion).cells);
	}
	expect(table.trim()).toBe(writeMatrix());
}
