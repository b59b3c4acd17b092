// A process that reads records of one size alone, warmed by few: what a quiet n8n meets.
// Arguments: the file of the reader, the number of turns, the spelling. Prints a Run as JSON.
import { execFileSync } from 'node:child_process';

import { buildEventText, type Spelling } from './build-event-text.mts';
import { loadReader } from './build-reader.mts';
import { measureRun, type Run } from './measure-run.mts';

/** Records that warm the process, and as many that are measured. */
export const MAX_WARMING_RECORDS = 100;

/** Measures one size in a fresh process. */
export function measureAlone(readerFile: string, turns: number, spelling: Spelling): Run {
	const text = execFileSync(
		process.execPath,
		[import.meta.filename, readerFile, String(turns), spelling],
		{ encoding: 'utf8' },
	);
	const run: Run = JSON.parse(text);
	return run;
}

if (process.argv[1] === import.meta.filename) {
	const [readerFile = '', turns = '', spelling] = process.argv.slice(2);
	const text = buildEventText(Number(turns), spelling === 'null' ? 'null' : 'missing');
	const read = loadReader(readerFile);
	measureRun(read, text, MAX_WARMING_RECORDS);
	console.log(JSON.stringify(measureRun(read, text, MAX_WARMING_RECORDS)));
}
