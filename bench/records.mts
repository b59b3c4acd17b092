// What reading a record costs beside JSON.parse of the same text: `npm run bench -- records` (about 2 minutes).
// `-- --beside <commit>` measures the reader of another commit in the same rounds.
// All are timed on the same texts in turn, 20,000 turns to a call, whether in 1,000 records or in one.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeTable } from '../scripts/write-table.mts';
import { describeMiddle, measureInTurn, quantile, type Candidates } from './measure.mts';
import { buildEventText, SPELLINGS } from './records/build-event-text.mts';
import { buildReader } from './records/build-reader.mts';
import { writeSection } from './write-section.mts';

const TURN_COUNTS = [20, 200, 2000, 20_000];
const TURNS_A_CALL = 20_000;
const ROUNDS = 25;

const { beside } = parseArgs({ options: { beside: { type: 'string' } } }).values;
const folder = mkdtempSync(join(tmpdir(), 'bench-records-'));
const read = await buildReader(folder);
const readBeside = beside === undefined ? undefined : await buildReader(folder, beside);
rmSync(folder, { recursive: true });

/** Reads a text so many times, one record after the other as they would arrive. */
function readAll(reader: typeof read, text: string, records: number): void {
	for (let record = 0; record < records; record += 1) {
		const outcome = reader(JSON.parse(text));
		// The engine puts a text together when somebody first looks into it.
		const first = (outcome.success && outcome.conversation.transcript?.charCodeAt(0)) || 0;
		if (!(first > 0)) throw new Error('The benchmark read nothing.');
	}
}

const texts = SPELLINGS.flatMap((spelling) =>
	TURN_COUNTS.map((turns) => ({ spelling, turns, text: buildEventText(turns, spelling) })),
);

// The sizes in turn as well: what a size leaves behind, compiled code and garbage, changes what the next one takes.
const candidates: Candidates = {};
for (const { spelling, turns, text } of texts) {
	const records = TURNS_A_CALL / turns;
	const add = (name: string, call: () => void) => {
		candidates[`${name} ${spelling} ${turns}`] = call;
	};
	add('parse', () => {
		for (let record = 0; record < records; record += 1) JSON.parse(text);
	});
	add('read', () => readAll(read, text, records));
	if (readBeside !== undefined) add('beside', () => readAll(readBeside, text, records));
}
const times = await measureInTurn(candidates, { rounds: ROUNDS, warmUp: 3 });

/** Milliseconds of a record in each round: the parsing of its text, or what its reading takes besides. */
function listTimes(name: string, spelling: string, turns: number): number[] {
	const parsing = times[`parse ${spelling} ${turns}`] ?? [];
	const measured = times[`${name} ${spelling} ${turns}`] ?? [];
	return measured.map((time, round) => {
		const besides = name === 'parse' ? time : time - (parsing[round] ?? Number.NaN);
		return (besides * turns) / TURNS_A_CALL;
	});
}

/** The ratio of each round, so what else the machine did met both. */
const divide = (times: number[], others: number[]) =>
	describeMiddle(times.map((time, round) => time / (others[round] ?? Number.NaN)));

const rows = texts.map(({ spelling, turns, text }) => {
	const [parsing, reading] = [
		listTimes('parse', spelling, turns),
		listTimes('read', spelling, turns),
	];
	return [
		spelling,
		String(turns),
		(Buffer.byteLength(text) / 1000).toFixed(1),
		quantile(parsing).toPrecision(3),
		quantile(reading).toPrecision(3),
		divide(reading, parsing),
		((quantile(reading) / turns) * 1000).toFixed(2),
		...(beside === undefined ? [] : [divide(reading, listTimes('beside', spelling, turns))]),
	];
});
const head = [
	'absent fields',
	'turns',
	'kB',
	'JSON.parse, ms',
	'read, ms',
	'read / JSON.parse (middle half)',
	'read, µs a turn',
	...(beside === undefined ? [] : [`read / read of ${beside} (middle half)`]),
];
const table = `${writeTable(head, rows)}\n\nMedians over ${ROUNDS} rounds. Goals: at most 2.0 of JSON.parse; at 20,000 turns at most 1.3 times the time a turn of 200.`;
console.log(table);
const command = `npm run bench -- records${beside === undefined ? '' : ` --beside ${beside}`}`;
writeSection('records', command, table);
