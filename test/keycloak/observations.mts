import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/v4';
import { writeTable } from '../../scripts/write-table.mts';

const observedFile = path.join(import.meta.dirname, 'observed.json');
const page = path.join(import.meta.dirname, 'results.md');
const begin = '<!-- Observed by: npm run test:keycloak -- --write -->';
const end = '<!-- End of what was observed -->';

/** With `npm run test:keycloak -- --write` what is observed becomes what is expected, for somebody to read. */
const isWriting = process.env.WRITE_OBSERVED === '1';

// By section, what was done at Keycloak and what the user reads.
const sections = z.record(z.string(), z.record(z.string(), z.string()));
type Sections = z.infer<typeof sections>;

const expected: Sections = isWriting
	? {}
	: sections.parse(JSON.parse(readFileSync(observedFile, 'utf8')));
const observed: Sections = {};

/** Compares what the user read with what is expected, and keeps it for the table. */
export function observe(section: string, done: string, read: string): void {
	observed[section] = { ...observed[section], [done]: read };
	if (!isWriting) expect(read).toBe(expected[section]?.[done]);
}

function writeTables(all: Sections): string {
	return Object.entries(all)
		.map(([title, rows]) => {
			const head = ['what was done', 'what the user reads'];
			return `### ${title}\n\n${writeTable(head, Object.entries(rows))}`;
		})
		.join('\n\n');
}

/** Compares everything with the file and the page, or writes both. */
export function concludeObservations(): void {
	const [before = '', rest = ''] = readFileSync(page, 'utf8').split(begin);
	const [tables = '', after = ''] = rest.split(end);
	if (isWriting) {
		writeFileSync(observedFile, `${JSON.stringify(observed, null, 2)}\n`);
		writeFileSync(page, `${before}${begin}\n\n${writeTables(observed)}\n\n${end}${after}`);
		return;
	}
	expect(observed).toEqual(expected);
	expect(tables.trim()).toBe(writeTables(observed));
}
