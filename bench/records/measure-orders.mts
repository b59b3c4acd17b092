// A process that reads records of every size, in one order of the sizes: what a size leaves behind, compiled
// code and garbage, changes what the next one takes.
// Arguments: the order, the spelling, the files of the readers. Prints the Runs of each reader as JSON.
import { execFileSync } from 'node:child_process';
import { performance } from 'node:perf_hooks';

import { createRandom } from '../../sandbox/conversations/random.mts';
import { buildEventText, SPELLINGS, type Spelling } from './build-event-text.mts';
import { loadReader } from './build-reader.mts';
import { measureRun, TURNS_A_RUN, type Run } from './measure-run.mts';

export const TURN_COUNTS = [20, 200, 2000, 20_000];

export const ORDERS = ['ascending', 'descending', 'drawn'] as const;
type Order = (typeof ORDERS)[number];

const SECONDS_A_READER = 8;
const MIN_ROUNDS = 9;

/** The runs of each number of turns, in the order of the rounds. */
export type Runs = Record<number, Run[]>;

/**
 * Measures readers in turn in a fresh process, one run of each size and reader a round.
 *
 * @returns the runs of each reader
 */
export function measureInOrder(order: Order, spelling: Spelling, readerFiles: string[]): Runs[] {
	const text = execFileSync(
		process.execPath,
		[import.meta.filename, order, spelling, ...readerFiles],
		{ encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 },
	);
	const runs: Runs[] = JSON.parse(text);
	return runs;
}

const sequences: Record<Order, (round: number) => readonly number[]> = {
	ascending: () => TURN_COUNTS,
	descending: () => TURN_COUNTS.toReversed(),
	drawn(round) {
		const random = createRandom(round);
		const left: number[] = [...TURN_COUNTS];
		return TURN_COUNTS.flatMap(() => left.splice(random.integer(0, left.length - 1), 1));
	},
};

if (process.argv[1] === import.meta.filename) {
	const [orderName, spellingName, ...files] = process.argv.slice(2);
	const order = ORDERS.find((candidate) => candidate === orderName) ?? 'drawn';
	const spelling = SPELLINGS.find((candidate) => candidate === spellingName) ?? 'missing';
	const readers = files.map((file) => loadReader(file));
	const texts = new Map(TURN_COUNTS.map((turns) => [turns, buildEventText(turns, spelling)]));
	const all = readers.map((): Runs => ({}));
	const endMs = performance.now() + SECONDS_A_READER * readers.length * 1000;
	for (let round = 0; round < MIN_ROUNDS || performance.now() < endMs; round += 1) {
		for (const turns of sequences[order](round)) {
			const text = texts.get(turns) ?? '';
			for (const [index, read] of readers.entries()) {
				const runs = (all[index] ??= {});
				(runs[turns] ??= []).push(measureRun(read, text, TURNS_A_RUN / turns));
			}
		}
	}
	console.log(JSON.stringify(all));
}
