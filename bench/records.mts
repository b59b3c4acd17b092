// What reading a record costs beside JSON.parse of the same text: `npm run bench:records`.
// Both are timed on the same text, alternating, in one process, 20,000 turns at a time, whether in
// 1,000 records or in one; the table shows medians.
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
const SECONDS_A_CASE = 4;
const FEWEST_RUNS = 25;

type Measurement = {
	spelling: string;
	turnCount: number;
	kilobytes: number;
	runs: number;
	parseMs: number;
	readMs: number;
	readSpread: readonly [number, number];
	ratio: number;
};

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'bench-records-'));
try {
	const parseDelivery = await loadParseDelivery();
	const measurements: Measurement[] = [];
	for (const spelling of ['missing', 'null'] as const) {
		// Every size once before the first is timed, so that none pays for the compiler.
		for (const turnCount of TURN_COUNTS) measure(parseDelivery, spelling, turnCount, 0.5);
		for (const turnCount of TURN_COUNTS) {
			measurements.push(measure(parseDelivery, spelling, turnCount, SECONDS_A_CASE));
		}
	}
	printTable(measurements);
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

function measure(
	parseDelivery: typeof ParseDelivery,
	spelling: 'missing' | 'null',
	turnCount: number,
	seconds: number,
): Measurement {
	const text = buildEventText(turnCount, spelling);
	const parseTimes: number[] = [];
	const readTimes: number[] = [];
	// As many records as make the same number of turns in every case: else small ones would be timed
	// inside the processor's caches, and with nothing for the garbage collector to do.
	const batch = Math.max(...TURN_COUNTS) / turnCount;
	const endMs = performance.now() + seconds * 1000;
	while (performance.now() < endMs || parseTimes.length < FEWEST_RUNS) {
		const bodies: unknown[] = [];
		const begin = performance.now();
		for (let round = 0; round < batch; round += 1) bodies.push(JSON.parse(text));
		const parsed = performance.now();
		const outcomes = bodies.map((body) => parseDelivery(body));
		const read = performance.now();
		if (!outcomes.every((outcome) => outcome.success && outcome.conversation.history)) {
			throw new Error('the benchmark read nothing');
		}
		parseTimes.push((parsed - begin) / batch);
		readTimes.push((read - parsed) / batch);
	}
	const parseMs = quantile(parseTimes, 0.5);
	const readMs = quantile(readTimes, 0.5);
	return {
		spelling,
		turnCount,
		kilobytes: Buffer.byteLength(text) / 1000,
		runs: parseTimes.length,
		parseMs,
		readMs,
		readSpread: [quantile(readTimes, 0.25), quantile(readTimes, 0.75)],
		ratio: readMs / parseMs,
	};
}

function quantile(values: readonly number[], share: number): number {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[Math.floor((sorted.length - 1) * share)] ?? NaN;
}

function printTable(measurements: readonly Measurement[]): void {
	const ms = (value: number) => value.toPrecision(3);
	console.log(`Node ${process.versions.node}, ${cpus()[0]?.model ?? 'unknown processor'}`);
	console.log('');
	console.log(
		'| absent fields | turns | kB | JSON.parse ms | read ms (middle half) | read / JSON.parse | read µs a turn | runs |',
	);
	console.log('|---|---|---|---|---|---|---|---|');
	for (const it of measurements) {
		const [low, high] = it.readSpread;
		console.log(
			`| ${it.spelling} | ${it.turnCount} | ${it.kilobytes.toFixed(1)} | ${ms(it.parseMs)} | ${ms(it.readMs)} (${ms(low)}–${ms(high)}) | ${it.ratio.toFixed(2)} | ${((it.readMs / it.turnCount) * 1000).toFixed(2)} | ${it.runs} |`,
		);
	}
	for (const spelling of ['missing', 'null']) {
		const perTurn = (turnCount: number) =>
			measurements
				.filter((it) => it.spelling === spelling && it.turnCount === turnCount)
				.map((it) => it.readMs / it.turnCount)[0] ?? NaN;
		const growth = perTurn(20_000) / perTurn(200);
		const worst = Math.max(
			...measurements.filter((it) => it.spelling === spelling).map((it) => it.ratio),
		);
		console.log('');
		console.log(
			`Absent fields ${spelling}: largest ratio ${worst.toFixed(2)} (goal at most 1), time a turn at 20,000 over that at 200: ${growth.toFixed(2)} (goal at most 1.3).`,
		);
	}
}
