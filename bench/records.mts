// What reading a record costs beside JSON.parse of the same text: `npm run bench -- records`.
// `-- --beside <commit>` measures the reader of another commit in the same rounds.
// Both are timed on the same text, alternating, 20,000 turns to a run, whether in 1,000 records or in one:
// the sizes in ascending, descending and drawn order, a process for each order; the tables show medians over
// the runs. Then each size is read in processes of its own, warmed by at most 100 records.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { writeTable } from '../scripts/write-table.mts';
import { quantile } from './quantile.mts';
import { buildEventText, SPELLINGS, type Spelling } from './records/build-event-text.mts';
import { buildReader } from './records/build-reader.mts';
import { countWarmingRecords, measureAlone } from './records/measure-alone.mts';
import { measureInOrder, ORDERS, type Runs, TURN_COUNTS } from './records/measure-orders.mts';
import type { Run } from './records/measure-run.mts';
import { writeSection } from './write-section.mts';

const PROCESSES_A_SIZE = 7;

const { beside } = parseArgs({ options: { beside: { type: 'string' } } }).values;
const folder = mkdtempSync(join(tmpdir(), 'bench-records-'));
try {
	const readerFile = await buildReader(folder);
	const files = [readerFile];
	if (beside !== undefined) files.push(await buildReader(folder, beside));
	const rows: string[][] = [];
	const orderRows: string[][] = [];
	const conclusions: string[] = [];
	for (const spelling of SPELLINGS) {
		const texts = new Map(TURN_COUNTS.map((turns) => [turns, buildEventText(turns, spelling)]));
		const orders = ORDERS.map((order) => measureInOrder(order, spelling, files));
		const [runs = {}, besideRuns] = files.map((_, index) =>
			joinRuns(orders.map((all) => all[index] ?? {})),
		);
		rows.push(...writeRows(spelling, texts, runs));
		orderRows.push(...writeOrderRows(spelling, orders));
		conclusions.push(conclude(spelling, runs, besideRuns));
	}
	const alone = SPELLINGS.flatMap((spelling) => writeAloneRows(readerFile, spelling));
	const table = [
		writeTable(
			[
				'absent fields',
				'turns',
				'kB',
				'JSON.parse, ms',
				'read, ms (middle half)',
				'read / JSON.parse',
				'with the transcript looked into',
				'read, µs a turn',
				'runs',
			],
			rows,
		),
		conclusions.map((line) => `- ${line}`).join('\n'),
		`By the order of the sizes, read / JSON.parse${beside === undefined ? '' : ' and, in brackets, the time divided by that of the other commit'}:`,
		writeTable(['absent fields', 'turns', ...ORDERS], orderRows),
		`Each size alone, in ${PROCESSES_A_SIZE} separate processes, each warmed by at most 100 records: medians over the processes, and their range. Goal: at most 2.0.`,
		writeTable(
			[
				'absent fields',
				'turns',
				'records that warm it',
				'read / JSON.parse, over 20,000 turns',
				'over as many records as warmed it, right after these',
			],
			alone,
		),
	].join('\n\n');
	console.log(table);
	writeSection(
		'records',
		`npm run bench -- records${beside === undefined ? '' : ` --beside ${beside}`}`,
		table,
	);
} finally {
	rmSync(folder, { recursive: true });
}

/** The runs of one reader in all orders. */
function joinRuns(orders: Runs[]): Runs {
	return Object.fromEntries(
		TURN_COUNTS.map((turns) => [turns, orders.flatMap((runs) => runs[turns] ?? [])]),
	);
}

/** Runs of one round stand beside each other, so what else the machine did met both readers. */
function writeOrderRows(spelling: Spelling, orders: Runs[][]): string[][] {
	return TURN_COUNTS.map((turns) => {
		const cells = orders.map(([own = {}, other]) => {
			const runs = own[turns] ?? [];
			const ratio = quantile(runs.map(compareWithParse)).toFixed(2);
			const times = other?.[turns]?.map(
				({ readMs }, round) => (runs[round]?.readMs ?? NaN) / readMs,
			);
			return times === undefined ? ratio : `${ratio} (${quantile(times).toFixed(2)})`;
		});
		return [spelling, String(turns), ...cells];
	});
}

function writeRows(spelling: Spelling, texts: ReadonlyMap<number, string>, runs: Runs): string[][] {
	const ms = (value: number) => value.toPrecision(3);
	return [...texts].map(([turns, text]) => {
		const own = runs[turns] ?? [];
		const readTimes = own.map(({ readMs }) => readMs);
		return [
			spelling,
			String(turns),
			(Buffer.byteLength(text) / 1000).toFixed(1),
			ms(quantile(own.map(({ parseMs }) => parseMs))),
			`${ms(quantile(readTimes))} (${ms(quantile(readTimes, 0.25))}–${ms(quantile(readTimes, 0.75))})`,
			quantile(own.map(compareWithParse)).toFixed(2),
			quantile(own.map(({ readWithTextMs, parseMs }) => readWithTextMs / parseMs)).toFixed(2),
			((quantile(readTimes) / turns) * 1000).toFixed(2),
			String(own.length),
		];
	});
}

function writeAloneRows(readerFile: string, spelling: Spelling): string[][] {
	return TURN_COUNTS.map((turns) => {
		const processes = Array.from({ length: PROCESSES_A_SIZE }, () =>
			measureAlone(readerFile, turns, spelling),
		);
		const later = processes.map(({ runs }) => quantile(runs.map(compareWithParse)));
		const first = processes.map((process) => compareWithParse(process.first));
		const warming = String(countWarmingRecords(turns));
		return [spelling, String(turns), warming, writeRange(later), writeRange(first)];
	});
}

function conclude(spelling: Spelling, runs: Runs, besideRuns: Runs | undefined): string {
	const ratio = (turns: number) => quantile((runs[turns] ?? []).map(compareWithParse)).toFixed(2);
	const largest = Math.max(...TURN_COUNTS.slice(1).map((turns) => Number(ratio(turns))));
	const grown = `time a turn at 20,000 over that at 200: ${measureGrowth(runs, 'readMs')} (goal: at most 1.3), with the transcript looked into ${measureGrowth(runs, 'readWithTextMs')}`;
	const compared =
		besideRuns === undefined
			? ''
			: `; the reader of commit ${beside} in the same rounds: ${measureGrowth(besideRuns, 'readMs')}, and ${measureGrowth(besideRuns, 'readWithTextMs')} with the transcript`;
	return `Absent fields ${spelling}: ${ratio(20)} of JSON.parse at 20 turns, at most ${largest.toFixed(2)} above (goal: at most 2.0); ${grown}${compared}.`;
}

function measureGrowth(runs: Runs, field: 'readMs' | 'readWithTextMs'): string {
	const small = runs[200] ?? [];
	const growth = (runs[20_000] ?? []).map(
		(run, round) => run[field] / 20_000 / ((small[round]?.[field] ?? NaN) / 200),
	);
	return quantile(growth).toFixed(2);
}

function compareWithParse({ readMs, parseMs }: Run): number {
	return readMs / parseMs;
}

function writeRange(ratios: readonly number[]): string {
	const [middle, lowest, highest] = [0.5, 0, 1].map((share) => quantile(ratios, share).toFixed(2));
	return `${middle} (${lowest} to ${highest})`;
}
