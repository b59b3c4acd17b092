import * as z from 'zod/v4';
import { createWithheld, host, useExample } from '../use-example.mts';

const rows = z.array(z.record(z.string(), z.unknown()));

// The example against a real PostgreSQL server.
const example = useExample('crm-sync-postgres');

const query = async (select: string) => rows.parse(await host.postgres.query('crm', select));
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
	expect(items('Add Call')).toHaveLength(1);
	expect(await calls()).toMatchObject([{ conversation_id: sample.id }]);
	await example.publish();
});

test('a call becomes a row, and its number a contact', async () => {
	const { record } = await example.finish({ withCampaign: false });
	expect(await contacts()).toContainEqual({
		phone: record.from_number,
		last_agent: record.agent_title,
		last_outcome: 'completed',
		last_call_at: expect.stringContaining(String(record.started_at).slice(0, 19)),
	});
	expect((await calls()).at(-1)).toMatchObject({
		conversation_id: record.id,
		contact_phone: record.from_number,
		agent: record.agent_title,
		outcome: 'completed',
		started_at: expect.stringContaining(String(record.started_at).slice(0, 19)),
		duration_seconds: record.duration_seconds,
		campaign: null,
		transcript: expect.stringMatching(/^\w+: \S/),
	});
});

test('a second call of the same number, written otherwise, updates its contact', async () => {
	const numbers = [
		['A', '+49 30 12345678', { agent_title: 'First', started_at: '2026-11-03T09:00:00Z' }],
		['B', 'tel:+49-30-12345678', { agent_name: 'Second', start_time: '2026-11-03T10:00:00Z' }],
	] as const;
	for (const [shape, from_number, agent] of numbers) {
		const overrides = { from_number, ...agent };
		await example.finish({ shape, withCampaign: false, overrides });
	}
	const phone = '+493012345678';
	const found = (await contacts()).filter((contact) => contact.phone === phone);
	expect(found).toMatchObject([{ last_agent: 'Second' }]);
	expect((await calls()).slice(-2)).toMatchObject([
		{ contact_phone: phone, agent: 'First' },
		{ contact_phone: phone, agent: 'Second' },
	]);
});

test('in a campaign the contact is the number that was called', async () => {
	const { record } = await example.finish({ withCampaign: true });
	expect((await calls()).at(-1)).toMatchObject({
		contact_phone: record.to_number,
		campaign: record.campaign_name,
	});
});

test('callers who show no number share no contact: their calls are stored without one', async () => {
	const [before, stored] = [await contacts(), await calls()];
	const records = createWithheld();
	await example.deliverAll(records);
	expect(await contacts()).toEqual(before);
	const added = (await calls()).slice(stored.length);
	expect(added.map(({ contact_phone }) => contact_phone)).toEqual(records.map(() => null));
	expect(added.map((call) => call.conversation_id).sort()).toEqual(
		records.map(({ id }) => id).sort(),
	);
});

test('a call that comes again is stored once', async () => {
	const { record } = await example.finish();
	const before = await calls();
	await example.deliver({ ...record, status: 'Corrected' });
	expect(await calls()).toEqual(before);
});

test('a call that could not be written is stored when it comes again', async () => {
	await host.postgres.execute('crm', 'alter table voice_agent_calls rename to elsewhere');
	const record = host.sandbox.createRecord();
	await example.readFailure(await example.startByDelivery(record));
	await host.postgres.execute('crm', 'alter table elsewhere rename to voice_agent_calls');
	await example.deliver({ ...record, status: 'Corrected' });
	expect((await calls()).at(-1)).toMatchObject({ conversation_id: record.id });
});

test('a call that comes late leaves the contact as it is', async () => {
	const from_number = '+12025550159';
	for (const [agent_title, started_at] of [
		['Later', '2026-11-20T10:00:00Z'],
		['Earlier', '2026-11-20T09:00:00Z'],
		['Of no time', null],
	]) {
		const overrides = { from_number, agent_title, started_at };
		await example.finish({ withCampaign: false, overrides });
	}
	const found = (await contacts()).filter(({ phone }) => phone === from_number);
	expect(found).toMatchObject([{ last_agent: 'Later' }]);
	expect(found[0]?.last_call_at).toContain('2026-11-20T10:00:00');
});

test('calls without an id are never taken for one another', async () => {
	const before = await calls();
	for (const id of [null, undefined]) await example.finish({ overrides: { id } });
	expect(await calls()).toHaveLength(before.length + 2);
});

test('what a caller says stays text', async () => {
	const text = "'); DROP TABLE voice_agent_calls; -- $1 {{ 1 + 1 }}";
	const history = [{ role: 'User', kind: 'Message', content: text }];
	await example.finish({ overrides: { history } });
	expect((await calls()).at(-1)).toMatchObject({ transcript: `User: ${text}` });
});

test.each(['2026-02-30T09:00:00Z', '+275760-09-13T00:00:00Z'])(
	'a call that began at %j is stored without a time, and without U+0000',
	async (started_at) => {
		const history = [{ role: 'User', content: 'one\u0000two' }];
		const overrides = { started_at, agent_title: 'Agent\u0000', history };
		const { record } = await example.finish({ overrides });
		expect((await calls()).at(-1)).toMatchObject({
			...{ conversation_id: record.id, started_at: null, agent: 'Agent\uFFFD' },
			transcript: 'User: one\uFFFDtwo',
		});
	},
);

test('agent tests are left out', async () => {
	const { deliveries } = await host.sandbox.finishConversation({ withTestRun: true });
	expect(deliveries[0]?.attempts[0]?.answer).toContain('ignored');
});
