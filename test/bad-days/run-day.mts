import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { waitUntil } from '../../host/wait-until.mts';
import type { SavedWorkflow } from '../../host/n8n/n8n-workflow-types.mts';
import { importExample } from '../examples/import-example.mts';
import { mailRequest } from '../examples/targets/start-mail-server.mts';
import { deleteDataTables } from '../support/n8n/data-tables.mts';
import type { Fault } from '../support/vendors/switchboard.mts';
import { adaptTo, tableSuffix } from './adapt-example.mts';
import type { Day } from './day.mts';
import { judge } from './judge.mts';
import type { Account } from './start-accounts.mts';

const intervalMs = 20;

/** A call; undefined where a schedule begins the day. */
type RecordOrNone = Record<string, unknown> | undefined;

/** A day in an account, from the moment at which its example is published. */
export type RunningDay = Awaited<ReturnType<typeof beginDay>>;

/** Empties the account, and publishes the example of a day there. */
export async function beginDay(account: Account, day: Day) {
	const { session, database, switchboard, errorWorkflow } = account;
	const { schedule } = day;
	await empty(account);
	const workflow = await publish(account, day);
	const select = database.prepare(
		'SELECT id, status FROM execution_entity WHERE workflowId = ? ORDER BY id',
	);
	const elapse = database.prepare(
		"UPDATE execution_entity SET waitTill = datetime('now') WHERE id = ?",
	);
	const listFrom = (first: number, id: string) =>
		select
			.all(id)
			.slice(first)
			.map((row) => ({ id: String(row.id), status: String(row.status) }));
	const count = (id: string) => listFrom(0, id).length;
	let [before, reportsBefore] = [count(workflow.id), count(errorWorkflow)];
	const hasEnded = ({ status }: { status: string }) => !['new', 'running'].includes(status);
	const list = () => listFrom(before, workflow.id);
	const countEnded = () => list().filter(hasEnded).length;
	const countReports = () => listFrom(reportsBefore, errorWorkflow).filter(hasEnded).length;
	let started = 0;

	const start = async (record: RecordOrNone, isForged = false): Promise<void> => {
		if (record !== undefined) {
			const answers = await deliver(account, record, isForged);
			started += answers.filter((answer) => answer.includes('accepted')).length;
			return;
		}
		started += 1;
		const path = workflow.nodes.find(({ name }) => name === schedule)?.webhookId;
		const { ok } = await fetch(`${account.n8nUrl}/webhook/${path}`, { method: 'POST' });
		if (!ok) throw new Error(`The schedule of ${day.example} did not begin.`);
	};

	/** Waits until nothing runs any more, and gives how many ended red. */
	const settle = async (): Promise<number> => {
		const failed = await waitUntil(
			async () => {
				const all = list();
				const waiting = all.filter(({ status }) => status === 'waiting');
				const running = all.filter((one) => !hasEnded(one));
				// The other execution must not wait for a request of an execution that has ended.
				if (running.length < all.length) switchboard.release();
				if (all.length < started || running.length > 0) return undefined;
				if (waiting.length === 0) return all.filter(({ status }) => status !== 'success').length;
				const isAnswered = await day.answer?.(account);
				if (isAnswered !== true) for (const { id } of waiting) elapse.run(id);
				return undefined;
			},
			{ what: `the end of ${day.example}`, intervalMs },
		);
		// The error workflow begins when the execution has ended.
		const isTold = () => (countReports() >= failed ? true : undefined);
		await waitUntil(isTold, { what: 'a report', intervalMs, timeoutMs: 60_000 }).catch(() => {});
		return failed;
	};

	const run = async (record?: Record<string, unknown>, isForged?: boolean): Promise<number> => {
		await start(record, isForged);
		return settle();
	};
	await day.prepare?.(account, run);
	[before, reportsBefore, started] = [count(workflow.id), count(errorWorkflow), 0];
	switchboard.seen.length = 0;

	return {
		run,
		/**
		 * Runs two executions side by side until one has ended. The second begins with the first request of the first:
		 * by then n8n has remembered what its own nodes remember, such as Remove Duplicates.
		 */
		runTogether: async ([first, second]: [RecordOrNone, RecordOrNone]) => {
			switchboard.pair();
			await start(first);
			const hasBegun = () => (switchboard.isWaiting() || countEnded() > 0 ? true : undefined);
			await waitUntil(hasBegun, { what: 'the first request', intervalMs });
			await start(second);
			return settle();
		},
		/** Runs the last execution that ended red again. */
		retry: async (): Promise<number> => {
			const failed = list().findLast(({ status }) => status === 'error');
			started += 1;
			await session.rest('POST', `/executions/${failed?.id}/retry`, { loadWorkflow: false });
			return settle();
		},
		count: (name: string) => switchboard.seen.filter(({ request }) => request === name).length,
	};
}

/** Delivers a record, or one with a token that nobody signed, and gives what the trigger answers. */
async function deliver({ sandbox }: Account, record: Record<string, unknown>, isForged: boolean) {
	if (!isForged) {
		const deliveries = await sandbox.deliver(record);
		return deliveries.map(({ attempts }) => attempts.at(-1)?.answer ?? '');
	}
	const request = {
		method: 'POST',
		headers: { 'content-type': 'application/json', authorization: 'Bearer forged' },
		body: JSON.stringify({ event: 'ConversationComplete', data: record }),
	};
	return Promise.all(
		sandbox.registrations.map(async ({ url }) => (await fetch(url, request)).text()),
	);
}

/** Publishes the example of a day, once in an account, as if it had seen no call yet. */
async function publish(account: Account, day: Day): Promise<SavedWorkflow> {
	const { client, sandbox, database, errorWorkflow, published } = account;
	const { example, title, schedule, setUp = {} } = day;
	const key = `${example}: ${title}`;
	const known = published.get(key);
	if (known !== undefined) {
		sandbox.registrations.push(...known.registrations);
		database.prepare('DELETE FROM processed_data WHERE workflowId = ?').run(known.workflow.id);
		return known.workflow;
	}
	const workflow = await importExample(account, example, {
		...setUp,
		settings: { ...setUp.settings, errorWorkflow },
		adapt: adaptTo({
			...account,
			...(schedule !== undefined && { start: schedule }),
		}),
	});
	await client.activate(workflow.id);
	published.set(key, { workflow, registrations: sandbox.registrations.slice() });
	return workflow;
}

async function empty(account: Account): Promise<void> {
	const { vendors, mails, switchboard, sandbox, session, name, folder } = account;
	switchboard.mend();
	switchboard.release();
	vendors.forgetWritten();
	for (const list of [
		vendors.hubspot.contacts,
		vendors.pipedrive.persons,
		vendors.highlevel.contacts,
		vendors.salesforce.people,
		mails,
	]) {
		list.length = 0;
	}
	// The service would go on delivering to the example before.
	sandbox.registrations.length = 0;
	await deleteDataTables(session, (table) => table.endsWith(tableSuffix(name)));
	for (const file of await readdir(folder)) await rm(join(folder, file));
}

/** Tries one fault on a new day: how it ended at once, then after the call in a later state. */
export async function meetFault(account: Account, day: Day, fault: Fault, ordinary: number) {
	const running = await beginDay(account, day);
	account.switchboard.set(fault);
	const record = day.call?.(account);
	const failed = await running.run(record);
	const isRepeated = running.count(fault.request) > ordinary;
	const isCutOff = isCutOffBy(fault);
	const once = await judge(day, account, { failed, runs: 1, isRepeated, isCutOff });
	account.switchboard.mend();
	const later = await running.run(record && { ...record, status: 'Corrected' });
	const again = await judge(day, account, {
		...{ failed: later, runs: 2, isCutOff },
		isRepeated: isRepeated || once !== 'done once',
	});
	return { once, again, isRed: failed > 0 };
}

/** Tries one fault on a new day, and runs the red execution again. */
export async function retryAfter(account: Account, day: Day, fault: Fault): Promise<string> {
	const running = await beginDay(account, day);
	account.switchboard.set(fault);
	const before = await running.run(day.call?.(account));
	account.switchboard.mend();
	const failed = before === 0 ? 0 : await running.retry();
	// The report of the first red one is true; the one that is well now loses nothing.
	const ending = { failed: failed - before, runs: 1, isRepeated: true };
	return judge(day, account, { ...ending, isCutOff: isCutOffBy(fault) });
}

/** Whether it takes away what an example tells a person by, or what it signs in with. */
const isCutOffBy = ({ request, kind }: Fault): boolean =>
	request === mailRequest || kind === 'signed-out';

/** Two calls at once, of which each has looked before one writes. */
export async function meetTogether(account: Account, day: Day): Promise<string> {
	const running = await beginDay(account, day);
	const record = day.call?.(account);
	const second = day.second?.(account) ?? (record && { ...record, status: 'Corrected' });
	const failed = await running.runTogether([record, second]);
	return judge(day, account, { failed, runs: 2, isRepeated: false });
}
