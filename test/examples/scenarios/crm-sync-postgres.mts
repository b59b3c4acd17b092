import * as z from 'zod/v4';
import { startPostgres, type RunningPostgres } from '../../../host/services/start-postgres.mts';
import { createInbound, createWithheld, say } from '../create-call.mts';
import { host, useExample } from '../use-example.mts';

const rows = z.array(z.record(z.string(), z.unknown()));

// The example against a real PostgreSQL server.
let postgres: RunningPostgres;
beforeAll(async () => {
	postgres = await startPostgres({ databases: ['crm'] });
	const { host: address, port, user, password } = postgres;
	host.credentials.push({
		type: 'postgres',
		nodes: ['n8n-nodes-base.postgres'],
		fields: { host: address, port, user, password, database: 'crm', ssl: 'disable' },
	});
});
afterAll(() => postgres.close());
const example = useExample('crm-sync-postgres');

const query = async (select: string) => rows.parse(await postgres.query('crm', select));
const contacts = () => query('select * from voice_agent_contacts order by phone');
const calls = () => query('select * from voice_agent_calls order by id');

test('the tables are made by hand, and again without harm', async () => {
	await example.run('Run once: create the tables');
	await example.run('Run once: create the tables');
	expect(await calls()).toEqual([]);
});

test('the sample call can be stored before anyone has called, and again', async () => {
	await example.run();
	const { conversation: sample, items } = await example.run();
	expect(items('Add or Update Call')).toHaveLength(1);
	expect(await calls()).toMatchObject([{ conversation_id: sample.id }]);
	await example.publish();
});

test('a call becomes a row once, and its number a contact', async () => {
	const { record } = await example.finish({ withCampaign: false });
	expect(await contacts()).toContainEqual({
		phone: record.from_number,
		last_agent: record.agent_title,
		last_outcome: 'completed',
		last_call_at: expect.stringContaining(String(record.started_at).slice(0, 19)),
	});
	const stored = await calls();
	expect(stored.at(-1)).toMatchObject({
		conversation_id: record.id,
		contact_phone: record.from_number,
		agent: record.agent_title,
		outcome: 'completed',
		started_at: expect.stringContaining(String(record.started_at).slice(0, 19)),
		duration_seconds: record.duration_seconds,
		campaign: null,
		transcript: expect.stringMatching(/^\w+: \S/),
	});
	await example.deliver({ ...record, status: 'Corrected' });
	expect(await calls()).toEqual(stored);
});

test('a later state fills the row in, and an older one changes nothing', async () => {
	const record = createInbound({ updated_at: '2026-11-20T09:00:00Z', started_at: null });
	const first = { ...record, history: null };
	const later = { ...record, updated_at: '2026-11-20T09:05:00Z', agent_title: null };
	const older = { ...first, status: 'Corrected', agent_title: 'Older' };
	for (const state of [first, later, older]) await example.deliver(state);
	const said = { transcript: expect.stringMatching(/^\w+: \S/), outcome: 'completed' };
	expect((await calls()).filter(({ conversation_id: id }) => id === record.id)).toMatchObject([
		{ agent: record.agent_title, ...said },
	]);
	const phone = record.from_number;
	expect((await contacts()).filter((contact) => contact.phone === phone)).toMatchObject([
		{ last_agent: record.agent_title, last_outcome: 'completed' },
	]);
});

test('a copy without a valid token gives way to the call, and never writes over it', async () => {
	const record = createInbound({});
	const forged = { ...record, agent_title: 'Forged', updated_at: '2027-01-01T00:00:00Z' };
	const isHere = ({ conversation_id: id }: Record<string, unknown>) => id === record.id;
	const forge = () =>
		example.waitForExecution(async () => {
			const headers = { 'content-type': 'application/json', authorization: 'Bearer forged' };
			const body = JSON.stringify({ event: 'ConversationComplete', data: forged });
			await fetch(host.sandbox.registrations[0]?.url ?? '', { method: 'POST', headers, body });
		});
	await example.readRun(await forge());
	expect((await calls()).filter(isHere)).toMatchObject([{ agent: 'Forged', verified: false }]);
	await example.deliver(record);
	Object.assign(forged, { status: 'Corrected' });
	await example.readRun(await forge());
	expect((await calls()).filter(isHere)).toMatchObject([
		{ agent: record.agent_title, verified: true },
	]);
});

test('a second call of the same number, written otherwise, updates its contact; a late one does not', async () => {
	for (const [from_number, agent_title, started_at] of [
		['+49 30 12345678', 'First', '2026-11-03T09:00:00Z'],
		['tel:+49-30-12345678', 'Second', '2026-11-03T10:00:00Z'],
		['+493012345678', 'Earlier', '2026-11-03T09:30:00Z'],
		['+493012345678', 'Of no time', null],
	]) {
		await example.deliver(createInbound({ from_number, agent_title, started_at }));
	}
	const phone = '+493012345678';
	expect((await contacts()).filter((contact) => contact.phone === phone)).toMatchObject([
		{ last_agent: 'Second', last_call_at: expect.stringContaining('2026-11-03T10:00:00') },
	]);
	const agents = ['First', 'Second', 'Earlier', 'Of no time'];
	expect((await calls()).slice(-4)).toMatchObject(
		agents.map((agent) => ({ contact_phone: phone, agent })),
	);
});

test('in a campaign the contact is the number that was called', async () => {
	const { record } = await example.finish({ withCampaign: true });
	expect((await calls()).at(-1)).toMatchObject({
		contact_phone: record.to_number,
		campaign: record.campaign_name,
	});
});

test('two calls without an id, a number and a time are two rows of no contact, and what was said stays text', async () => {
	const [before, stored] = [await contacts(), await calls()];
	const text = "'); DROP TABLE voice_agent_calls; -- $1 {{ 1 + 1 }}";
	const said = { agent_title: 'Agent\u0000', history: [say(`${text}\u0000two`)] };
	for (const [id, started_at] of [
		[null, '2026-02-30T09:00:00Z'],
		[undefined, '+275760-09-13T00:00:00Z'],
	]) {
		await example.deliver(createWithheld({ ...said, id, started_at }));
	}
	expect(await contacts()).toEqual(before);
	const row = { contact_phone: null, started_at: null, agent: 'Agent\uFFFD' };
	const kept = { ...row, transcript: `User: ${text}\uFFFDtwo` };
	expect((await calls()).slice(stored.length)).toMatchObject([kept, kept]);
});

test('a call that could not be written is stored when it comes again', async () => {
	await postgres.execute('crm', 'alter table voice_agent_calls rename to elsewhere');
	const record = host.sandbox.createRecord();
	await example.fail(record);
	await postgres.execute('crm', 'alter table elsewhere rename to voice_agent_calls');
	await example.deliver({ ...record, status: 'Corrected' });
	expect((await calls()).at(-1)).toMatchObject({ conversation_id: record.id });
});

test('agent tests are left out', async () => {
	await example.expectAnswer(host.sandbox.createRecord({ withTestRun: true }), 'ignored');
});
