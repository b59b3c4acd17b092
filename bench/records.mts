// What reading a record costs beside JSON.parse of the same text: `npm run bench:records`.
// Both are timed on the same text, alternating, in one process, 20,000 turns to a run, whether in
// 1,000 records or in one; the table shows medians over the runs.
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

import type { parseDelivery as ParseDelivery } from '../core/delivery/parse-delivery.ts';
import { buildEventText } from './records-conversation.mts';

const TURN_COUNTS = [20, 200, 2000, 20_000];
const TURNS_A_RUN = 20_000;
const SPELLINGS = ['missing', 'null'] as const;
const SECONDS_A_SPELLING = 25;
const FEWEST_ROUNDS = 25;

/** Milliseconds that one record took. */
type Run = { parseMs: number; readMs: number; readWithTextMs: number };
/** The runs of each number of turns, in the order of the rounds. */
type Runs = Map<number, Run[]>;

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'bench-records-'));
try {
	const parseDelivery = await loadParseDelivery();
	printHead();
	const conclusions = SPELLINGS.map((spelling) => {
		const texts = new Map(TURN_COUNTS.map((count) => [count, buildEventText(count, spelling)]));
		measureRounds(parseDelivery, texts, 2, 0);
		const runs = measureRounds(parseDelivery, texts, SECONDS_A_SPELLING, FEWEST_ROUNDS);
		printRows(spelling, texts, runs);
		return conclude(spelling, runs);
	});
	console.log(`\n${conclusions.join('\n')}`);
} finally {
	rmSync(folder, { recursive: true });
}

async function loadParseDelivery(): Promise<typeof ParseDelivery> {
	const outfile = join(folder, 'core.cjs');
	await build({
		entryPoints: [join(root, 'core/delivery/parse-delivery.ts')],
		bundle: true,
		platform: 'node',
		target: 'node20',
		format: 'cjs',
		outfile,
		absWorkingDir: root,
	});
	const core: { parseDelivery: typeof ParseDelivery } = createRequire(import.meta.url)(outfile);
	return core.parseDelivery;
}

/** Rounds of one run of every size, so that what else the machine does meets all of them alike. */
function measureRounds(
	parseDelivery: typeof ParseDelivery,
	texts: ReadonlyMap<number, string>,
	seconds: number,
	fewestRounds: number,
): Runs {
	const runs: Runs = new Map(TURN_COUNTS.map((count) => [count, []]));
	const endMs = performance.now() + seconds * 1000;
	for (let round = 0; round < fewestRounds || performance.now() < endMs; round += 1) {
		for (const [turnCount, text] of texts) {
			runs.get(turnCount)?.push(measureRun(parseDelivery, text, TURNS_A_RUN / turnCount));
		}
	}
	return runs;
}

/** Reads the same text so many times, one record after the other as they would arrive. */
function measureRun(parseDelivery: typeof ParseDelivery, text: string, records: number): Run {
	const run: Run = { parseMs: 0, readMs: 0, readWithTextMs: 0 };
	for (let record = 0; record < records; record += 1) {
		const begin = performance.now();
		const body: unknown = JSON.parse(text);
		const parsed = performance.now();
		const outcome = parseDelivery(body);
		const read = performance.now();
		// The engine puts a text together when somebody first looks into it.
		const first = outcome.success ? outcome.conversation.summary.transcript.charCodeAt(0) : 0;
		const looked = performance.now();
		if (!(first > 0)) throw new Error('the benchmark read nothing');
		run.parseMs += (parsed - begin) / records;
		run.readMs += (read - parsed) / records;
		run.readWithTextMs += (looked - parsed) / records;
	}
	return run;
}

function printHead(): void {
	const cpu = cpus();
	console.log(`Node ${process.versions.node}, ${cpu.length} × ${cpu[0]?.model ?? 'unknown'}\n`);
	const columns = [
		'absent fields',
		'turns',
		'kB',
		'JSON.parse, ms',
		'read, ms (middle half)',
		'read / JSON.parse',
		'with the transcript looked into',
		'read, µs a turn',
		'runs',
	];
	console.log(`| ${columns.join(' | ')} |\n|${'---|'.repeat(columns.length)}`);
}

function printRows(spelling: string, texts: ReadonlyMap<number, string>, runs: Runs): void {
	const ms = (value: number) => value.toPrecision(3);
	for (const [turnCount, text] of texts) {
		const own = runs.get(turnCount) ?? [];
		const readTimes = own.map(({ readMs }) => readMs);
		const cells = [
			spelling,
			turnCount,
			(Buffer.byteLength(text) / 1000).toFixed(1),
			ms(quantile(own.map(({ parseMs }) => parseMs))),
			`${ms(quantile(readTimes))} (${ms(quantile(readTimes, 0.25))}–${ms(quantile(readTimes, 0.75))})`,
			quantile(own.map(({ readMs, parseMs }) => readMs / parseMs)).toFixed(2),
			quantile(own.map(({ readWithTextMs, parseMs }) => readWithTextMs / parseMs)).toFixed(2),
			((quantile(readTimes) / turnCount) * 1000).toFixed(2),
			own.length,
		];
		console.log(`| ${cells.join(' | ')} |`);
	}
}

function conclude(spelling: string, runs: Runs): string {
	const ratios = [...runs.values()].map((own) =>
		quantile(own.map(({ readMs, parseMs }) => readMs / parseMs)),
	);
	const small = runs.get(200) ?? [];
	const large = runs.get(20_000) ?? [];
	const growth = (field: 'readMs' | 'readWithTextMs') =>
		quantile(
			large.map((run, round) => run[field] / 20_000 / ((small[round]?.[field] ?? NaN) / 200)),
		).toFixed(2);
	return `Absent fields ${spelling}: largest ratio ${Math.max(...ratios).toFixed(2)} (goal: at most 1); time a turn at 20,000 over that at 200: ${growth('readMs')} (goal: at most 1.3), with the transcript looked into ${growth('readWithTextMs')}.`;
}

function quantile(values: readonly number[], share = 0.5): number {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[Math.floor((sorted.length - 1) * share)] ?? NaN;
}
