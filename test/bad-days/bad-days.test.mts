import { setTimeout as sleep } from 'node:timers/promises';
import { readExampleFile } from '../support/n8n/read-example.mts';
import { isWriting, readTables, writeTables, type Tables } from '../support/observations.mts';
import { days } from './days.mts';
import { listFaults, nameRequest, type OrdinaryRequest } from './faults.mts';
import { impossible, showEnds } from './impossible.mts';
import { goodEnds, isFailure, judge } from './judge.mts';
import { oddCalls, oddRows } from './odd-calls.mts';
import { meetOddCall, meetOddRow } from './run-odd-call.mts';
import { beginDay, meetFault, meetTogether, retryAfter } from './run-day.mts';
import { startAccounts, type Account } from './start-accounts.mts';
import { share } from './share.mts';
import type { Day } from './day.mts';

jest.setTimeout(1_800_000);

const folder = import.meta.dirname;
const expected = readTables(folder);
const observed: Tables = {};
/** All rows of each day, tried or not. */
const rowNames: Record<string, string[]> = {};
const head = ['request and fault', 'the call', 'then its later state', 'or the execution again'];
/** `all` at night and for `--write`; a text for the rows that hold the text; `''` for every second fault of a request. */
const wanted = process.env.BAD_DAYS ?? (isWriting ? 'all' : '');
const isWhole = wanted === 'all';

let accounts: Account[] = [];
let close: () => Promise<void> = async () => {};
beforeAll(async () => void ({ accounts, close } = await startAccounts()));
afterAll(() => close());

const dayMs = 86_400_000;

/** Examples count days in UTC: no row begins on one day and ends on the next. */
async function keepOffMidnight(): Promise<void> {
	const leftMs = dayMs - (Date.now() % dayMs);
	if (leftMs < 180_000) await sleep(leftMs + 1000);
}

const nameOf = ({ example, title }: Day) => `${example}: ${title}`;

/** The tables in the order of `days`. Tables of other days are left out. */
const sortDays = (tables: Tables): Tables =>
	Object.fromEntries(
		days.map(nameOf).flatMap((title) => (tables[title] ? [[title, tables[title]]] : [])),
	);

/** The requests of a day without a fault. The day must end well. */
async function readOrdinary(account: Account, day: Day): Promise<OrdinaryRequest[]> {
	const running = await beginDay(account, day);
	const failed = await running.run(day.call?.(account));
	expect(await judge(day, account, { failed, runs: 1, isRepeated: false })).toBe(goodEnds[0]);
	// With Retry On Fail n8n repeats a request that found nothing: only the first is listed.
	const seen = account.switchboard.seen.filter(
		({ request, status }, index, all) =>
			status < 400 || !all.slice(0, index).some((one) => one.request === request),
	);
	return seen.map(({ request: name, status }, index) => ({
		...{ name, status },
		skip: seen.slice(0, index).filter((one) => one.request === name).length,
	}));
}

/** The rows of a day: each fault of each request, and the day twice at once. */
function listRows(day: Day, requests: OrdinaryRequest[], account: Account) {
	const isChosen = (row: string, place: number): boolean =>
		isWhole || (wanted === '' ? place % 2 === 0 : row.includes(wanted));
	const rows = requests.flatMap((request, index) =>
		listFaults(request, account.vendors.vendors).map((fault, place) => ({
			row: `${nameRequest(request)}: ${fault.label}`,
			isChosen: isChosen(`${nameRequest(request)}: ${fault.label}`, index + place),
			tryOn: async (where: Account): Promise<string[]> => {
				const { name, skip } = request;
				const ordinary = requests.filter((one) => one.name === name).length;
				const set = { request: name, kind: fault.kind, skip, times: fault.times };
				const { once, again, isRed } = await meetFault(where, day, set, ordinary);
				const isRetried = fault.losesAnswer && isRed;
				return [once, again, isRetried ? await retryAfter(where, day, set) : '–'];
			},
		})),
	);
	const together = {
		row: 'two at once',
		isChosen: isChosen('two at once', 0),
		tryOn: async (where: Account) => [await meetTogether(where, day), '–', '–'],
	};
	return [...rows, together, ...listOddRows(day, isChosen)];
}

/** The odd calls of an example's first day by a call; the odd rows of its first day by a schedule, if it reads calls from a table. */
function listOddRows(day: Day, isChosen: (row: string, place: number) => boolean) {
	const isLike = ({ example, call }: Day) =>
		example === day.example && typeof call === typeof day.call;
	const isFirst = days.find(isLike) === day;
	const { nodes } = readExampleFile(day.example);
	const isReader = nodes.some(({ parameters }) => parameters.tableName === 'voice_agent_calls');
	const odd = [
		...oddCalls.map((call) => ({
			row: `odd call: ${call.label}`,
			isMeant: day.call !== undefined,
			tryOn: async (where: Account) => [await meetOddCall(where, day, call), '–', '–'],
		})),
		...oddRows.map(({ label, row }) => ({
			row: `odd row: ${label}`,
			isMeant: day.call === undefined && isReader,
			tryOn: async (where: Account) => [await meetOddRow(where, day, row), '–', '–'],
		})),
	];
	return odd
		.filter(({ isMeant }) => isFirst && isMeant)
		.map((one, index) => ({ ...one, isChosen: isChosen(one.row, index + days.indexOf(day)) }));
}

describe.each(days.map((day) => [nameOf(day), day] as const))('%s', (title, day) => {
	beforeAll(async () => {
		const [first] = accounts;
		if (first === undefined) throw new Error('There is no account.');
		await keepOffMidnight();
		const rows = listRows(day, await readOrdinary(first, day), first);
		rowNames[title] = rows.map(({ row }) => row);
		const chosen = rows.filter(({ isChosen }) => isChosen);
		const cells = await share(accounts, chosen, (account, { tryOn }) => tryOn(account));
		observed[title] = Object.fromEntries(
			chosen.map(({ row }, at) => [row, showEnds(`${title}: ${row}`, cells[at] ?? [])]),
		);
		expect(accounts.flatMap(({ vendors }) => vendors.problems.splice(0))).toEqual([]);
	});

	test('ends as results.md shows', () => {
		const [names = [], seen = {}] = [rowNames[title], observed[title]];
		if (!isWriting) {
			expect(Object.keys(expected[title] ?? {})).toEqual(names);
			expect(expected[title]).toMatchObject(seen);
			return;
		}
		const tables = readTables(folder);
		// Of a part of the rows the others stay as they are.
		const rows = names.map((row) => [row, seen[row] ?? tables[title]?.[row] ?? []]);
		writeTables(folder, head, sortDays({ ...tables, [title]: Object.fromEntries(rows) }));
	});

	test('loses no call, does nothing twice, and tells nobody what is not so', () => {
		const failures = Object.entries(observed[title] ?? {}).flatMap(([row, cells]) =>
			cells.filter(isFailure).map((end) => `${row}: ${end}`),
		);
		expect(failures).toEqual([]);
	});
});

test('n8n makes little impossible, and each of that is on the page', () => {
	const shown = Object.entries(readTables(folder)).flatMap(([title, rows]) =>
		Object.entries(rows)
			.filter(([, cells]) => cells.some((cell) => cell.startsWith('impossible: ')))
			.map(([row]) => `${title}: ${row}`),
	);
	expect(shown.toSorted()).toEqual(Object.keys(impossible).toSorted());
	expect(shown.length).toBeLessThanOrEqual(6);
});

test('results.md shows these days and no others', () => {
	expect(Object.keys(readTables(folder))).toEqual(days.map(nameOf));
});
