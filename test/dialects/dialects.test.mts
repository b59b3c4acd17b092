import { dialectNames, findChoice } from '../../sandbox/dialects/dialects.mts';
import { ownWays } from '../../sandbox/dialects/ways.mts';
import { useStoredFiles } from '../support/in-process/binary-storage.mts';
import { useLog } from '../support/in-process/use-log.mts';
import { createObserver, isWriting, readTables } from '../support/observations.mts';
import { skipWaits } from '../support/clock.mts';
import { spendEvening, useOneKey } from './evening.mts';
import { findDifferences, isNamed, seeFields, summarize } from './judge.mts';
import { rows, strayRows, type PlannedRow } from './rows.mts';
import type { Evening, Settings } from './scene.mts';

const { expected, observe, conclude } = createObserver(import.meta.dirname, [
	'dialect',
	'part',
	'it',
	'what the user sees',
]);

/** `npm run test:dialects` tries every row of the sections on the page; jest alone tries every eighth. */
const isWhole = process.env.DIALECTS === 'all';
const planned = rows.filter(({ section }) => isWriting || section in expected);
const tried = isWhole ? planned : planned.filter((_, index) => index % 8 === 3);

const log = useLog();
useStoredFiles();
beforeEach(skipWaits);
const key = useOneKey();
let plain: Evening | undefined;

const spend = async (dialects: readonly string[], settings: Settings): Promise<Evening> => {
	const evening = await spendEvening(dialects, settings, { log, key });
	expect(evening.crashes).toEqual([]);
	return evening;
};

const spendPlain = async (): Promise<Evening> => (plain ??= await spend([], {}));

/** Whether a first evening ends right, and with which remedy. */
async function judge({ dialect, part, before = {}, right, remedy }: PlannedRow) {
	const usual = await spendPlain();
	const dialects = dialect.split(', ');
	const first = await spend(dialects, before);
	const differences = findDifferences(usual, first, right);
	const sights = [...first.sights, ...seeFields(differences, first.items)];
	const seen = summarize(usual, sights);
	if (differences.length === 0) return [part, 'works', seen];
	const left =
		remedy === undefined
			? differences
			: findDifferences(usual, await spend(dialects, remedy.settings), right);
	if (left.length > 0 || remedy === undefined) {
		return [part, `cannot: ${left[0]}`, seen];
	}
	const name = isNamed(remedy, sights) ? remedy.name : `${remedy.name}, which nothing names`;
	return [part, `works after ${name}`, seen];
}

/** The rows compare with this evening: what fails in both would be no difference. */
test('without a dialect every step comes right', async () => {
	const call = (facts: object) => [expect.objectContaining({ ...facts, additional_fields: [] })];
	const { steps, sights } = await spendPlain();
	expect(sights.filter(({ where }) => where !== 'log')).toEqual([]);
	expect(steps).toEqual({
		...{ 'Get Current': 'ok', 'Get User Info': 'ok', 'Get Server Settings': 'ok' },
		...{ publish: 'ok', listen: 'ok', webhooks: 1, heard: true, valid: 'true' },
		booking: call({
			agent_title: 'Clinic Reception',
			customer_number: '+14155550142',
			answered: true,
			outcome: 'completed',
			duration_seconds: 60,
			history: 16,
			transcript: expect.stringContaining(
				'\nThursday morning would be good, but not before nine.\n',
			),
		}),
		'campaign-call': call({
			direction: 'outbound',
			customer_number: '+14155550187',
			answered: true,
			outcome: 'completed',
			transcript: expect.stringContaining('\nThank you. Goodbye.\nGoodbye, Mr. Keller.'),
		}),
		'missed-call': call({ answered: false, outcome: 'no_answer', transcript: '', history: 1 }),
		Download: ['conversation downloaded audio/wav 475052'],
		...{ refresh: 'ok', unpublish: 'ok', 'Sign Out': 'ok' },
	});
});

test.each(tried)('$section: $dialect', async (row) => {
	observe(row.section, row.dialect, await judge(row));
});

if (isWhole) {
	test('test/dialects/results.md shows what was observed and nothing else', () => {
		conclude([...new Set(rows.map(({ section }) => section))]);
	});
}

/** The verdicts on the page, which this run may have written. */
const readVerdicts = () =>
	Object.values(readTables(import.meta.dirname)).flatMap((table) =>
		Object.values(table).map(([, verdict = '']) => verdict),
	);

test('every dialect of a section has a row, and every row a dialect', () => {
	const shown = Object.entries(readTables(import.meta.dirname)).map(
		([section, table]): [string, string[]] => [section, Object.keys(table)],
	);
	const wanted = shown.map(([title]) => [
		title,
		planned.flatMap(({ section, dialect }) => (section === title ? [dialect] : [])),
	]);
	expect(shown).toEqual(wanted);
	expect(strayRows).toEqual([]);
	expect(dialectNames).toHaveLength(new Set(dialectNames).size);
});

test('what a user has to set is named by what they see', () => {
	const unnamed = readVerdicts().filter((verdict) => verdict.includes('which nothing names'));
	expect(unnamed).toEqual([]);
});

/** What n8n itself rejects: docs/first-call.md names each. */
const MOST_UNUSABLE = 4;

test('few dialects cannot be worked with', () => {
	const cannot = readVerdicts().filter((verdict) => verdict.startsWith('cannot'));
	expect(cannot.length).toBeLessThanOrEqual(MOST_UNUSABLE);
});

test('no two choices set the same way of the sandbox, so that dialects of different choices can be combined', () => {
	const settledBy = new Map<string, Set<string>>();
	for (const name of dialectNames) {
		const { asks, dialects } = findChoice(name);
		for (const way of Object.keys(dialects[name] ?? {})) {
			const isSettled =
				way in ownWays || /^(secondWebhook|urlCheck|deletedStatus|encode)$/.test(way);
			if (isSettled && way !== 'identityAnswers') {
				settledBy.set(way, (settledBy.get(way) ?? new Set()).add(asks));
			}
		}
	}
	const doubly = [...settledBy].filter(([, asking]) => asking.size > 1).map(([way]) => way);
	expect(doubly).toEqual([]);
});
