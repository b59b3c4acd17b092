// A process that reads records of one size alone, warmed by few.
// Arguments: the file of the reader, the number of turns, the spelling. Prints a RunsAlone as JSON.
import { execFileSync } from 'node:child_process';

import { buildEventText, type Spelling } from './build-event-text.mts';
import { loadReader } from './build-reader.mts';
import { measureRun, TURNS_A_RUN, type Run } from './measure-run.mts';

const MAX_WARMING_RECORDS = 100;
const RUNS = 15;

/** Runs of one process in their order. */
export type RunsAlone = {
	/** As many records as warmed the process, right after these: what a quiet n8n meets. */
	first: Run;
	/** Runs as long as those of all sizes together, after that. */
	runs: Run[];
};

/** How many records warm the process: at most 100, and no more than a run has. */
export function countWarmingRecords(turns: number): number {
	return Math.min(MAX_WARMING_RECORDS, TURNS_A_RUN / turns);
}

/** Measures one size in a fresh process. */
export function measureAlone(readerFile: string, turns: number, spelling: Spelling): RunsAlone {
	const text = execFileSync(
		process.execPath,
		[import.meta.filename, readerFile, String(turns), spelling],
		{ encoding: 'utf8' },
	);
	const runs: RunsAlone = JSON.parse(text);
	return runs;
}

if (process.argv[1] === import.meta.filename) {
	const [readerFile = '', size = '', spelling] = process.argv.slice(2);
	const turns = Number(size);
	const text = buildEventText(turns, spelling === 'null' ? 'null' : 'missing');
	const read = loadReader(readerFile);
	measureRun(read, text, countWarmingRecords(turns));
	const first = measureRun(read, text, countWarmingRecords(turns));
	const runs = Array.from({ length: RUNS }, () => measureRun(read, text, TURNS_A_RUN / turns));
	console.log(JSON.stringify({ first, runs } satisfies RunsAlone));
}
