import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';

const page = join(import.meta.dirname, 'results.md');

/** The machine a table was made on, in one line. */
export function describeMachine(): string {
	const [first] = cpus();
	const memory = Math.round(totalmem() / 1024 ** 3);
	return `${cpus().length} cores (${first?.model.trim() ?? 'unknown'}), ${memory} GB, Node ${process.version}`;
}

/**
 * Puts a table into bench/results.md, between the markers of its section, with the command and the
 * day that made it. The text around the markers is written by hand.
 */
export async function writeSection(name: string, command: string, table: string): Promise<void> {
	const text = existsSync(page) ? readFileSync(page, 'utf8') : '';
	const begin = `<!-- ${name} -->`;
	const end = `<!-- /${name} -->`;
	const from = text.indexOf(begin);
	const to = text.indexOf(end);
	if (from < 0 || to < from) throw new Error(`bench/results.md has no section ${begin}`);
	const day = new Date().toISOString().slice(0, 10);
	const made = `Made by \`${command}\` on ${day}: ${describeMachine()}.`;
	const section = `${begin}\n\n${made}\n\n${table}\n\n${end}`;
	await writeFile(page, text.slice(0, from) + section + text.slice(to + end.length));
}
