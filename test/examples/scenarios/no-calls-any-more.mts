import { importExample } from '../import-example.mts';
import { alwaysOpen, setUps } from '../set-ups.mts';
import { deleteDataTables, readDataTable } from '../../support/n8n/data-tables.mts';
import { host, openExample, useExample } from '../use-example.mts';

// The example against n8n's own Data Tables and a stand-in for a chat.
const setup = setUps['no-calls-any-more'];
const example = useExample('no-calls-any-more', () => setup);
const rows = () => readDataTable(host.session, 'voice_agent_last_call');

test('before the first call nothing is missed', async () => {
	const run = await example.run('Every Hour');
	expect(run.items('Get Last Call')).toEqual([]);
	expect(host.vendors.chat.messages).toEqual([]);
	// What follows begins without a table as well.
	await deleteDataTables(host.session);
	await example.publish();
});

test('the time of the last call is in the row of the day', async () => {
	const before = Date.now();
	for (let count = 0; count < 2; count++) await example.finish();
	expect(await rows()).toEqual([
		expect.objectContaining({ day: new Date().toISOString().slice(0, 10) }),
	]);
	expect(Date.parse(String((await rows())[0]?.called_at))).toBeGreaterThanOrEqual(before);
});

test('each run by hand tells of a call that is too long ago, with its time', async () => {
	for (let count = 0; count < 2; count++) await example.run('Every Hour');
	const [row] = await rows();
	const told = expect.stringContaining(
		`No call has arrived since ${String(row?.called_at)}. Check`,
	);
	expect(host.vendors.chat.messages).toEqual([told, told]);
});

test.each([
	['a recent call', { ...alwaysOpen, hours_without_call: '=3' }, 'Get Last Call'],
	['a closed office', { ...alwaysOpen, opens_at_hour: '=24' }, 'Your Settings'],
	['a day off', { ...alwaysOpen, last_working_day: '=0' }, 'Your Settings'],
])('%s is no reason for a message', async (_, limits, last) => {
	await example.assign('Your Settings', limits);
	const run = await example.run('Every Hour');
	expect(run.items(last)).toHaveLength(1);
	expect(run.items('Too Long Ago?')).toEqual([]);
	expect(host.vendors.chat.messages).toEqual([]);
});

test('the schedule tells it once a day', async () => {
	const rule = { interval: [{ field: 'seconds', secondsInterval: 3 }] };
	const often = { ...setup, parameters: { 'Every Hour': { rule } } };
	const other = openExample(await importExample(host, 'no-calls-any-more', often));
	/** One run of the schedule, which ends before another begins, also on a busy machine. */
	const runOnce = async () => {
		const id = await other.waitForExecution(other.publish);
		await host.client.deactivate(other.workflow.id);
		return other.readRun(id);
	};
	expect((await runOnce()).items('Send to Chat')).toHaveLength(1);
	const { items } = await runOnce();
	await other.retire();
	expect([items('Too Long Ago?').length, items('Once a Day').length]).toEqual([1, 0]);
	expect(host.vendors.chat.messages).toHaveLength(1);
});
