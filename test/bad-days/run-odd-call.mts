import { isDeepStrictEqual } from 'node:util';
import { ownNumber } from '../examples/set-ups.mts';
import { listDataTables, readDataTable } from '../support/n8n/data-tables.mts';
import { tableSuffix } from './adapt-example.mts';
import { addTableRows, type Day, type Effect } from './day.mts';
import { judge } from './judge.mts';
import { forger, markup, type OddCall } from './odd-calls.mts';
import { beginDay } from './run-day.mts';
import type { Account } from './start-accounts.mts';

/** Runs an example with an odd call: how it ended, or in bold what is wrong. */
export async function meetOddCall(account: Account, day: Day, odd: OddCall): Promise<string> {
	const running = await beginDay(account, day);
	let failed = 0;
	let before: Written[] = [];
	const records = odd.change(day.call?.(account) ?? {});
	for (const [index, record] of records.entries()) {
		before = await listWritten(account, day);
		const isForged = odd.isForgedFirst === true && index === 0;
		failed = await running.run(record, isForged);
	}
	const after = await listWritten(account, day);
	const wrong = findWrong(account, odd, before, after);
	if (wrong !== undefined) return `**${wrong}**`;
	const end = await judge(day, account, { failed, runs: 1, isRepeated: false });
	const effects = Object.values(await day.effects(account));
	if (odd.isForgedFirst === true) {
		const real = String(records.at(-1)?.agent_title);
		const isOfCopy = (one: unknown) => {
			const text = JSON.stringify(one);
			return text.includes(forger) && !text.includes(real);
		};
		const isAll = ({ seen }: Effect) => seen.length > 0 && seen.every(isOfCopy);
		return judgeForged(end, effects.some(isAll) || isDeepStrictEqual(before, after));
	}
	if (odd.mayBeNothing !== true || !end.startsWith('**lost')) return end;
	return effects.some(({ seen }) => seen.length > 0) ? 'done as far as it goes' : 'nothing to do';
}

/** Runs the schedule of an example with an odd row in the table that it reads: how it ended, or what is wrong. */
export async function meetOddRow(account: Account, day: Day, row: Record<string, unknown>) {
	const running = await beginDay(account, day);
	await addTableRows(account, 'voice_agent_calls', [row]);
	const failed = await running.run();
	const wrong = findWrong(account, {}, [], await listWritten(account, day));
	if (wrong !== undefined) return `**${wrong}**`;
	const end = await judge(day, account, { failed, runs: 1, isRepeated: false });
	// The odd row may have the effects, too.
	return end.startsWith('**twice') ? 'done once' : end;
}

/** Effects that a forged copy may have, too: the text says that the copy is forged, or does not go to a customer. */
const ofCopies =
	/^\*\*twice: (?:(?:call|contact|mail|message|note|person|recording|row|task)(?:, |\*\*$))+/;

function judgeForged(end: string, isIgnored: boolean): string {
	if (end === 'done once' && isIgnored) return '**lost: the call behind a forged copy**';
	return ofCopies.test(end) ? 'done once, and the copy' : end;
}

/** A text that an example wrote, and where. */
interface Written {
	place: string;
	name: string;
	value: string;
}

/** Fields whose readers take them for HTML. */
const htmlFields = new Set(['hs_call_body', 'note', 'content', 'description', 'html', 'html_body']);

function findWrong(
	{ vendors }: Account,
	{ isTest, keepsFirst, unknown, outcome }: Partial<OddCall>,
	before: Written[],
	after: Written[],
): string | undefined {
	const { texts } = vendors.twilio;
	if (texts.some(({ To }) => To.endsWith(ownNumber))) return 'a text to an own line';
	if (isTest === true && texts.length > 0) return 'a text to a customer of an agent test';
	const markedUp = after.find(({ name, value }) => htmlFields.has(name) && value.includes(markup));
	if (markedUp !== undefined) return `HTML of a caller in ${markedUp.name}`;
	const formula = after.find(({ name }) => name === 'formula');
	if (formula !== undefined) return 'a formula in a cell';
	// A task of Salesforce that is logged is completed, whatever became of the call.
	const claim = after.find(({ name, value }) => name !== 'Status' && unknown?.test(value));
	if (claim !== undefined)
		return `unknown, but ${unknown?.exec(claim.value)?.[0]} in ${claim.name}`;
	const other = after.find(({ name, value }) => name === 'outcome' && value !== (outcome ?? value));
	if (other !== undefined) return `outcome ${other.value}`;
	const emptied =
		keepsFirst === true &&
		before.find(({ place, value }) => {
			const now = after.find((one) => one.place === place);
			return value !== '' && (now === undefined || now.value === '');
		});
	return emptied ? `emptied: ${emptied.name}` : undefined;
}

/** Everything that was written anywhere, in an order that further texts do not change. */
async function listWritten(account: Account, day: Day): Promise<Written[]> {
	const { vendors, session, name } = account;
	const mine = (await listDataTables(session)).filter((table) => table.endsWith(tableSuffix(name)));
	const tables = await Promise.all(
		mine.map(async (table) => [table, await readDataTable(session, table)] as const),
	);
	const mails = account.mails.map(({ subject, text, html }) => ({ subject, text, html }));
	return [
		...vendors.vendors.flatMap(({ host, written = [] }) => listTexts(written, host)),
		...listTexts(mails, 'mails'),
		...tables.flatMap(([table, rows]) => listTexts(rows, table)),
		// Rows of PostgreSQL, and files.
		...listTexts(await day.effects(account), 'effects'),
	];
}

function listTexts(value: unknown, place: string, name = ''): Written[] {
	if (typeof value !== 'object' || value === null) {
		return [{ place, name, value: String(value ?? '') }];
	}
	if (Buffer.isBuffer(value)) return [];
	return Object.entries(value).flatMap(([key, inner]) => {
		const inside = Array.isArray(value) ? name : key;
		return listTexts(inner, `${place}/${key}`, inside);
	});
}
