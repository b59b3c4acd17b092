import { chosenVersion, listVersions } from '../../host/n8n/n8n-versions.mts';
import { isWriting, readTables, writeTables } from '../support/observations.mts';

const folder = import.meta.dirname;
const title = 'What each version does';
const columns = [
	'one registration, also over a restart',
	'all operations',
	'ended sign-in',
	'failed publication',
	'failed item goes on',
	'failed refresh, five items',
	'2, 3 and 10 executions find an expired token',
	'database locked while a delivery arrives',
	'examples',
] as const;
type Column = (typeof columns)[number];

const startedAt = Date.now();
const cells = new Map<Column, string>();

/** Keeps what was seen for the row of this version. */
export function observe(column: Column, seen: string): void {
	cells.set(column, seen);
}

/** Compares what was seen with the row of this version, or writes the row. */
export function concludeObservations(): void {
	const rows = readTables(folder)[title] ?? {};
	const seen = columns.map((column) => cells.get(column) ?? '–');
	if (!isWriting) {
		expect(seen).toEqual(rows[chosenVersion]?.slice(0, columns.length));
		return;
	}
	const seconds = Math.round((Date.now() - startedAt) / 1000);
	rows[chosenVersion] = [...seen, new Date().toISOString().slice(0, 10), String(seconds)];
	const known = listVersions().filter((version) => version in rows);
	const ordered = Object.fromEntries(known.map((version) => [version, rows[version] ?? []]));
	writeTables(folder, ['n8n', ...columns, 'run on', 'seconds'], { [title]: ordered });
}
