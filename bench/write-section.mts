import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { replacePart } from '../scripts/marked-part.mts';

/** The machine a table was made on, in one line. */
function describeMachine(): string {
	const [first] = cpus();
	const memory = Math.round(totalmem() / 1024 ** 3);
	return `${cpus().length} cores (${first?.model.trim() ?? 'unknown'}), ${memory} GB, Node ${process.version}`;
}

/** Puts a table into its section of bench/results.md, with the command and the day that made it. */
export function writeSection(name: string, command: string, table: string): void {
	const day = new Date().toISOString().slice(0, 10);
	const file = join(import.meta.dirname, 'results.md');
	const made = `Made by \`${command}\` on ${day}: ${describeMachine()}.`;
	replacePart({ file, begin: `<!-- ${name} -->`, end: `<!-- /${name} -->` }, `${made}\n\n${table}`);
}
