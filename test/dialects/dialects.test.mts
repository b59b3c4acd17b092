import { dialectNames, findChoice, openChoices } from '../../sandbox/dialects/dialects.mts';
import { ownWays } from '../../sandbox/dialects/ways.mts';
import { startSandbox } from '../../sandbox/start-sandbox.mts';
import type { IdentityMemory } from '../../sandbox/types.mts';
import { useStoredFiles } from '../support/in-process/binary-storage.mts';
import { useLog } from '../support/in-process/use-log.mts';
import { createObserver } from '../support/observations.mts';
import { skipWaits } from '../support/clock.mts';
import { spendEvening, type Evening, type Settings } from './evening.mts';
import { findDifferences, isNamed, seeFields, summarize } from './judge.mts';
import { rows, strayRows, type PlannedRow } from './rows.mts';

/** `npm run test:dialects` tries every row, jest by itself every eighth. */
const isWhole = process.env.DIALECTS === 'all';
const tried = isWhole ? rows : rows.filter((_, index) => index % 8 === 3);

const { expected, observe, conclude } = createObserver(import.meta.dirname, [
	'dialect',
	'part',
	'it',
	'what the user sees',
]);
const log = useLog();
useStoredFiles();
beforeEach(skipWaits);
let memory: IdentityMemory | undefined;
let plain: Evening | undefined;

beforeAll(async () => {
	// One key for all: to make one takes longer than an evening.
	const sandbox = await startSandbox();
	memory = sandbox.identity.readMemory();
	await sandbox.close();
});

const spend = async (dialects: readonly string[], settings: Settings): Promise<Evening> => {
	const evening = await spendEvening(dialects, settings, { log, memory });
	expect(evening.crashes).toEqual([]);
	return evening;
};

const spendPlain = async (): Promise<Evening> => (plain ??= await spend([], {}));

/** Whether a first evening comes right, and what it takes. */
async function judge({ dialect, part, before = {}, right, remedy }: PlannedRow) {
	const usual = await spendPlain();
	const first = await spend([dialect], before);
	const differences = findDifferences(usual, first, right);
	const sights = [...first.sights, ...seeFields(differences)];
	const seen = summarize(usual, sights);
	if (differences.length === 0) return [part, 'works', seen];
	const left =
		remedy === undefined
			? differences
			: findDifferences(usual, await spend([dialect], remedy.settings), right);
	if (left.length > 0 || remedy === undefined) {
		return [part, `cannot: ${left[0]}`, seen];
	}
	const name = isNamed(remedy, sights) ? remedy.name : `${remedy.name}, which nothing names`;
	return [part, `works after ${name}`, seen];
}

test.each(tried)('$section: $dialect', async (row) => {
	observe(row.section, row.dialect, await judge(row));
});

const verdicts = Object.values(expected).flatMap((table) =>
	Object.values(table).map(([, verdict = '']) => verdict),
);

test('every dialect has a row, and every row a dialect', () => {
	const shown = Object.values(expected).flatMap((table) => Object.keys(table));
	expect([...new Set(shown)].toSorted()).toEqual([...dialectNames].toSorted());
	expect(strayRows).toEqual([]);
	expect(dialectNames).toHaveLength(new Set(dialectNames).size);
});

test('what a user has to set is named by what they see', () => {
	expect(verdicts.filter((verdict) => verdict.includes('which nothing names'))).toEqual([]);
});

test('at most ten dialects cannot be worked with', () => {
	expect(verdicts.filter((verdict) => verdict.startsWith('cannot')).length).toBeLessThanOrEqual(10);
});

test('two choices never settle the same way, so what does not contradict can be combined', () => {
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

if (isWhole) {
	test('test/dialects/results.md shows what was observed and nothing else', () => {
		conclude([...Object.keys(openChoices), 'Proofs, with Verify Deliveries: Require']);
	});
}
