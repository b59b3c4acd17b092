import { performance } from 'node:perf_hooks';

import type { Reader } from './build-reader.mts';

/** Turns that a run reads, in however many records. */
export const TURNS_A_RUN = 20_000;

/** Milliseconds that one record took, on average over a run. */
export type Run = { parseMs: number; readMs: number; readWithTextMs: number };

/** Reads the same text so many times, one record after the other as they would arrive. */
export function measureRun(read: Reader, text: string, records: number): Run {
	const run: Run = { parseMs: 0, readMs: 0, readWithTextMs: 0 };
	for (let record = 0; record < records; record += 1) {
		const begin = performance.now();
		const body: unknown = JSON.parse(text);
		const parsed = performance.now();
		const outcome = read(body);
		const done = performance.now();
		// The engine puts a text together when somebody first looks into it.
		const first = (outcome.success && outcome.conversation.transcript?.charCodeAt(0)) || 0;
		const looked = performance.now();
		if (!(first > 0)) throw new Error('the benchmark read nothing');
		run.parseMs += (parsed - begin) / records;
		run.readMs += (done - parsed) / records;
		run.readWithTextMs += (looked - parsed) / records;
	}
	return run;
}
