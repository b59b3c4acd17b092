import { waitUntil } from '../../../host/wait-until.mts';
import { addRows, readDataTable, updateDataTable } from '../../support/n8n/data-tables.mts';
import { callTool, createInbound, withheld } from '../create-call.mts';
import { findZone, ownNumber, setUps } from '../set-ups.mts';
import { refusedNumbers, twilioOwns } from '../targets/vendors/twilio.mts';
import { host, useExample } from '../use-example.mts';

const customer = '+12025550146';
const [claims, doNotContact] = ['voice_agent_claims', 'voice_agent_do_not_contact'];
const text = '{company}: Sorry that we missed each other. Reply STOP to get no more texts.';
const always = '00:00-24:00';
const wanted = {
	...{ outcome: 'no_answer', channel: 'text', message: text, delay: '0 minutes' },
	// Its day ends long after these tests.
	...{ consent: 'called us', zone: findZone(12), hours: always },
};
/** A row as a user types it. */
const writeRow = (row: Partial<typeof wanted> = {}) =>
	Object.values({ ...wanted, ...row }).join(' | ');

// The example against stand-ins for Twilio, and a mail server.
const { parameters, assignments } = setUps['follow-up-by-outcome'];
const example = useExample('follow-up-by-outcome', () => ({
	parameters: {
		'Voice Agent Trigger': {
			...parameters['Voice Agent Trigger'],
			outcomeRules: {
				rule: [
					{ when: 'toolAnswered', value: 'book', field: 'booked', is: 'true', outcome: 'booked' },
					{ when: 'toolAnswered', value: 'allow', field: 'allowed', is: 'true', outcome: 'agreed' },
				],
			},
		},
	},
	assignments: {
		'Your Settings': {
			...assignments['Your Settings'],
			rows: `=${writeRow()}`,
			whatsapp_from: twilioOwns.number,
		},
	},
}));
const texts = () => host.vendors.twilio.texts;
const receivers = () => texts().map(({ To }) => To);
const reasons = () => host.mail.mails.map(({ text: written }) => written?.split('\n')[0]);
/** Of the rows of a test. */
const states = async () =>
	(await readDataTable(host.session, claims))
		.map(({ state }) => state)
		.filter((state) => state !== 'old');
const setRows = (...rows: Partial<typeof wanted>[]) =>
	example.assign('Your Settings', { rows: `=${rows.map(writeRow).join('\n')}` });

const createCall = (overrides: Record<string, unknown> = {}) =>
	createInbound(
		{ from_number: customer, to_number: ownNumber, ...overrides },
		{ outcome: 'no_answer' },
	);
/** A call with answers of tools. */
const createTalk = (tools: [name: string, output: string][], overrides = {}) =>
	createInbound({
		...{ from_number: customer, to_number: ownNumber },
		history: tools.flatMap(([name, tool_output], index) => callTool(name, { index, tool_output })),
		...overrides,
	});
/** Delivers a call, and gives the ids of what it started. */
const begin = async (record: Record<string, unknown>) => {
	const { id } = await example.deliver(record);
	return example.listSince(id);
};
/** The same, until each of them has ended well. */
const follow = async (record: Record<string, unknown>) => {
	const ids = await begin(record);
	for (const id of ids) await example.readRun(id);
	return ids.length;
};
/** When an execution goes on that waits, in milliseconds. */
const readWaiting = (id: string) => {
	const select = host.database.prepare('SELECT waitTill FROM execution_entity WHERE id = ?');
	return Date.parse(`${String(select.get(id)?.waitTill).replace(' ', 'T').replace('Z', '')}Z`);
};

const isTrue = {
	...{ id: 'is-true', rightValue: '' },
	operator: { type: 'boolean', operation: 'true', singleValue: true },
};

beforeAll(() => example.publish());
afterEach(async () => {
	await updateDataTable(host, claims, "key = 'old', state = 'old'");
	await updateDataTable(host, doNotContact, "number = 'old'");
});

test('the sample call sends nothing, and shows what it would have sent', async () => {
	const { id, items, conversation: sample } = await example.run();
	expect(items('Would Have Sent')).toMatchObject([
		{
			...{ to: sample.customer_number, channel: 'text', after: '0 minutes' },
			message: expect.stringMatching(/^The Clinic: /),
		},
	]);
	expect([texts(), example.listSince(id)]).toEqual([[], []]);
});

test('a real call that is run by hand is sent each time', async () => {
	const isSample = (leftValue: string) =>
		example.set('A Sample?', ({ conditions }) => ({
			conditions: { ...Object(conditions), conditions: [{ ...isTrue, leftValue }] },
		}));
	await isSample('={{ false }}');
	for (const count of [1, 2]) {
		const { id } = await example.run();
		for (const started of example.listSince(id)) await example.readRun(started);
		expect(texts()).toHaveLength(count);
	}
	await isSample(
		"={{ $('Voice Agent Trigger').first().json.additional_fields?.voice_agent_sample === true }}",
	);
});

test('two calls that nobody answered bring one text, which Twilio accepted', async () => {
	await follow(createCall());
	await follow(createCall());
	expect(texts()).toEqual([
		{
			...{ From: ownNumber, To: customer },
			Body: 'The Clinic: Sorry that we missed each other. Reply STOP to get no more texts.',
		},
	]);
	expect(await states()).toEqual(['accepted', 'accepted', 'once a day', 'once a day']);
});

test('a call that comes again, even the next day, brings no second text; another call does', async () => {
	const call = createCall();
	await follow(call);
	await updateDataTable(host, claims, "key = 'yesterday'", "key like 'follow-up day%'");
	await follow({ ...call, status: 'Corrected' });
	expect(receivers()).toEqual([customer]);
	await follow(createCall());
	expect(receivers()).toEqual([customer, customer]);
});

test('each row of an outcome is an execution of its own, WhatsApp by a template', async () => {
	const message = twilioOwns.template;
	await setRows({}, { channel: 'WhatsApp', message }, { outcome: 'failed', message: 'Another' });
	expect(await follow(createCall())).toBe(2);
	expect(receivers()).toEqual([customer]);
	expect(host.vendors.twilio.templates).toEqual([
		{ From: `whatsapp:${ownNumber}`, To: `whatsapp:${customer}`, ContentSid: message },
	]);
	await setRows({});
});

test.each([
	['of another outcome', () => createCall({ room_metadata: { failed: true } })],
	['of unknown direction', () => createCall({ to_number: '+12025550177' })],
	['from the own line', () => createCall({ from_number: ownNumber, to_number: customer })],
	['between own lines', () => createCall({ from_number: ownNumber })],
	['of a caller who shows no number', () => createCall({ from_number: withheld })],
	['from a short number', () => createCall({ from_number: '1234' })],
	['from a dear number', () => createCall({ from_number: '+19005550123' })],
	['from another country', () => createCall({ from_number: '+493012345678' })],
])('a call %s brings no text', async (_, create) => {
	expect(await follow(create())).toBe(0);
});

test('an own line gets no text, though all calls are said to be inbound', async () => {
	const state = (options: object) => example.set('Voice Agent Trigger', () => ({ options }));
	const { options } = parameters['Voice Agent Trigger'];
	await state({ ...options, direction: 'inbound' });
	expect(await follow(createCall({ from_number: ownNumber, to_number: customer }))).toBe(0);
	await state(options);
});

test('a forged copy brings no text, and the call itself does', async () => {
	const call = createCall();
	const forge = async () => {
		const headers = { 'content-type': 'application/json', authorization: 'Bearer forged' };
		const body = JSON.stringify({ event: 'ConversationComplete', data: call });
		await fetch(host.sandbox.registrations[0]?.url ?? '', { method: 'POST', headers, body });
	};
	const { id } = await example.readRun(await example.waitForExecution(forge));
	expect(example.listSince(id)).toEqual([]);
	await follow(call);
	expect(receivers()).toEqual([customer]);
});

test('a tool is consent if its last answer says so', async () => {
	await setRows(
		{ outcome: 'booked', consent: 'book', message: 'Booked' },
		{ outcome: 'booked', consent: 'allow', message: 'Allowed' },
	);
	const [yes, no] = ['{"booked":true,"allowed":true}', '{"allowed":false}'];
	await follow(createTalk([['book', yes]]));
	expect(texts().map(({ Body }) => Body)).toEqual(['Booked']);
	await follow(
		createTalk(
			[
				['allow', no],
				['allow', yes],
				['book', yes],
			],
			{ from_number: '+12025550147' },
		),
	);
	expect(
		texts()
			.map(({ Body }) => Body)
			.slice(1)
			.toSorted(),
	).toEqual(['Allowed', 'Booked']);
	await follow(
		createTalk(
			[
				['allow', yes],
				['allow', no],
				['book', yes],
			],
			{ from_number: '+12025550148' },
		),
	);
	expect(
		texts()
			.map(({ Body }) => Body)
			.slice(3),
	).toEqual(['Booked']);
	await setRows({});
});

test('who answered STOP is written down at once, told to a person, and gets nothing more', async () => {
	const from_number = refusedNumbers[21610];
	await follow(createCall({ from_number }));
	expect(reasons()).toEqual([expect.stringContaining('answered STOP')]);
	expect(host.mail.mails[0]?.text).toContain(from_number);
	expect(await readDataTable(host.session, doNotContact)).toMatchObject([
		{
			number: from_number,
			said_by: expect.stringContaining('STOP'),
			where: expect.stringContaining('follow-up'),
		},
	]);
	await setRows({ message: 'Another' });
	await follow(createCall({ from_number }));
	expect([texts(), reasons().length, (await states()).at(-1)]).toEqual([[], 1, 'do not contact']);
	await setRows({});
});

test('a number without mobile phone ends quietly', async () => {
	for (const code of [21614, 21635] as const) {
		await follow(createCall({ from_number: refusedNumbers[code] }));
	}
	expect([texts(), reasons()]).toEqual([[], []]);
	expect(new Set(await states())).toEqual(new Set(['no mobile phone']));
});

test('who says "do not call" while a message waits gets none', async () => {
	await setRows({ delay: '2 hours' });
	const [other] = await begin(createCall({ from_number: '+12025550149' }));
	const [id = ''] = await begin(createCall());
	await example.endWaiting(other ?? '');
	await example.readRun(other ?? '');
	expect(receivers()).toEqual(['+12025550149']);
	await addRows(host.session, doNotContact, [{ number: customer }]);
	await example.endWaiting(id);
	await example.readRun(id);
	expect(receivers()).toEqual(['+12025550149']);
	await setRows({});
});

test.each([
	['later today', '12:00-13:00', 12],
	['tomorrow', '08:00-09:00', 32],
])('a message waits for the hours of the zone of its row: %s', async (_, hours, opening) => {
	// Where it is between ten and eleven.
	const now = new Date();
	const offset = 10 - now.getUTCHours();
	const zone = `UTC${offset < 0 ? '' : '+'}${offset}`;
	await setRows({ hours, zone });
	const [id = ''] = await begin(createCall());
	await example.waitForStatus(id, 'waiting');
	const midnight = now.setUTCHours(-offset, 0, 0, 0);
	const opens = midnight + opening * 3_600_000;
	expect(readWaiting(id)).toBe(opens);
	// Whatever wakes it early.
	await example.endWaiting(id);
	const waitsAgain = () => (readWaiting(id) === opens ? true : undefined);
	await waitUntil(waitsAgain, { what: 'the hours', intervalMs: 10 });
	expect(texts()).toEqual([]);
	await setRows({});
});

test('what Twilio did not accept is told to a person, and another call is texted', async () => {
	host.vendors.failOnce(host.vendors.twilio.messages, 429);
	await follow(createCall());
	expect([texts(), reasons()]).toEqual([[], [expect.stringContaining('got no message')]]);
	await follow(createCall());
	expect(receivers()).toEqual([customer]);
});

test('what Twilio perhaps accepted is told to a person, and not sent again', async () => {
	host.vendors.failOnce(host.vendors.twilio.messages, 503);
	await follow(createCall());
	await follow(createCall());
	expect([texts(), reasons()]).toEqual([[], [expect.stringContaining('not certain')]]);
});

test('what was begun and not finished is told to a person, once', async () => {
	await follow(createCall());
	await setRows({ delay: '2 hours' });
	await begin(createCall());
	await addRows(host.session, claims, [{ key: 'of another example', state: 'waiting' }]);
	const isOfDay = "key like 'follow-up day%'";
	await updateDataTable(host, claims, "state = 'waiting'", isOfDay);
	await example.run('Every Hour');
	expect(reasons()).toEqual([]);
	const [long, past] = ["updatedAt = datetime('now', '-1 hour')", '2026-01-02T03:04:05.000Z'];
	await updateDataTable(host, claims, long, "state = 'waiting'");
	await updateDataTable(host, claims, `state = 'waiting until ${past}'`, "state like '% until %'");
	await example.run('Every Hour');
	await example.run('Every Hour');
	const told = expect.stringContaining('not finished in time');
	expect(reasons()).toEqual([told, told]);
	await setRows({});
});

test.each<[string, string, string[]]>([
	['of six parts', writeRow().replace(' | text', ''), ['seven parts']],
	['with another channel', writeRow({ channel: 'fax' }), ['Column 2']],
	['with a long text', writeRow({ message: 'a'.repeat(1601) }), ['Column 3']],
	['without a template or sender', writeRow({ channel: 'WhatsApp' }), ['Column 3', 'Column 2']],
	['with another delay', writeRow({ delay: 'soon' }), ['Column 4']],
	['of no zone', writeRow({ zone: 'Berlin' }), ['Column 6']],
	['with hours over midnight', writeRow({ hours: '20:00-08:00' }), ['Column 7']],
	['wrong twice', writeRow({ delay: '1 Tag', hours: '9-20' }), ['Column 4', 'Column 7']],
])('a row %s is red at the first call, which says where', async (_, row, wrong) => {
	await example.assign('Your Settings', { rows: `=${writeRow()}\n${row}`, whatsapp_from: '' });
	const { message } = await example.fail(createTalk([]));
	expect(message).toContain('Your Settings, row 2 of rows');
	expect(message?.match(/seven parts|Column \d/g)).toEqual(wrong);
});

test('a placeholder, or a prefix without +, is red at the first call', async () => {
	await example.assign('Your Settings', { rows: `=${writeRow()}`, company: 'REPLACE-ME' });
	const { message } = await example.fail(createTalk([]));
	expect(message).toContain(': company');
	await example.assign('Your Settings', { company: 'The Clinic', prefixes: '07' });
	const failure = await example.fail(createTalk([]));
	expect(failure.message).toContain('prefixes: 07; each begins with +');
});
