import {
	deleteDataTables,
	readDataTable,
	updateDataTable,
} from '../../support/n8n/data-tables.mts';
import { callTool, createInbound, say, withheld } from '../create-call.mts';
import { dealSettingsJson as settings, setUps } from '../set-ups.mts';
import { host, useExample } from '../use-example.mts';

const customer = '+12025550171';
const owner = '77';
const settingsNode = 'Your Settings';

// The example against a stand-in for HubSpot's CRM API, and a mail server.
const example = useExample('move-deals', () => setUps['move-deals']);
const crm = () => host.vendors.hubspot;
const contact = {
	id: '101',
	properties: { phone: customer, firstname: 'Amina', lastname: 'Haddad', hubspot_owner_id: owner },
};
/** The only contacts of HubSpot. */
const know = (...contacts: { id: string; properties: Record<string, string> }[]) =>
	void crm().contacts.splice(0, Infinity, ...structuredClone(contacts));
const types = [{ associationCategory: 'HUBSPOT_DEFINED' as const, associationTypeId: 3 }];
/** Adds a deal of the contact as staff does. The stages of the other pipeline are numbers. */
const hold = (dealstage: string) => {
	const { length } = crm().deals;
	const pipeline = /^\d/.test(dealstage) ? '70011' : 'default';
	const properties = { dealname: `Deal ${length}`, dealstage, pipeline };
	const associations = [{ to: { id: contact.id }, types }];
	crm().deals.push({ id: String(3001 + length), properties, associations });
};
const stages = () => crm().deals.map(({ properties }) => properties.dealstage);
const mails = () => host.mail.mails.map(({ text = '' }) => text);
const reasons = () => mails().map((text) => text.split('\n')[0]);
const marks = () => crm().contacts.map(({ properties }) => properties.do_not_call);
const updates = () => crm().dealUpdates.map(({ id, dealstage }) => `${id} ${dealstage}`);

/** The numbers that nobody calls or writes to any more, and where each was said. */
const listed = async () => {
	const rows = await readDataTable(host.session, 'voice_agent_do_not_contact');
	return rows.map(({ number, said_by, where }) => [number, said_by, where]);
};

/** A call in which the agent called these tools; `!` is one that failed, `?` one that refused. */
const createCall = (tools: string[], overrides: Record<string, unknown> = {}) =>
	createInbound({
		from_number: customer,
		history: [
			say('Hello.'),
			...tools.flatMap((tool, index) =>
				callTool(tool.replace(/^[!?]/, ''), {
					index,
					tool_output: JSON.stringify({ booked: !tool.startsWith('?'), accepted: true }),
					tool_is_error: tool.startsWith('!'),
				}),
			),
		],
		...overrides,
	});
const call = (tools: string[], overrides?: Record<string, unknown>) =>
	example.deliver(createCall(tools, overrides));
const [book, accept, stop] = ['book_appointment', 'accept_offer', 'do_not_call_again'] as const;

/** Delivers a record once more as it was, and then a later state, which writes nothing. */
const deliverAgain = async (record: Record<string, unknown>) => {
	await example.expectAnswer(record, 'duplicate');
	const run = await example.deliver({ ...record, status: 'Corrected' });
	expect(run.items('First?')).toEqual([]);
};

beforeAll(() => example.publish());
// Each test is a day of its own: what was claimed before is forgotten.
beforeEach(async () => {
	await deleteDataTables(host.session);
	know(contact);
});

test('a run of the sample call shows what it would have written, and writes nothing', async () => {
	know({ id: '102', properties: { mobilephone: '(415) 555-0187', lastname: 'Keller' } });
	const run = await example.run();
	expect(run.items('Would Have Sent')).toEqual([
		{
			contacts: [expect.objectContaining({ id: '102' })],
			...{ do_not_call: false, stage: 'Appointment Scheduled', create: true },
		},
	]);
	expect([crm().deals, mails()]).toEqual([[], []]);
});

test.each([
	['moves forwards', ['presentationscheduled'], accept, ['3001 contractsent']],
	['moves to no stage before', ['contractsent'], book, []],
	['moves to no stage that it is in', ['contractsent'], accept, []],
	[
		'is held up by none that was won',
		['closedwon', 'qualifiedtobuy'],
		accept,
		['3002 contractsent'],
	],
])('a deal %s', async (_, held, tool, moved) => {
	for (const stage of held) hold(stage);
	await call([tool]);
	expect([crm().deals.length, updates(), mails()]).toEqual([held.length, moved, []]);
});

test('a contact without a deal gets one where the table says create, with name and owner', async () => {
	await call([accept]);
	expect([crm().deals, mails()]).toEqual([[], []]);
	await call([book]);
	const stage = { pipeline: 'default', dealstage: 'appointmentscheduled' };
	const properties = { dealname: 'Amina Haddad', hubspot_owner_id: owner, ...stage };
	const associations = [{ to: { id: contact.id }, types }];
	expect(crm().deals).toMatchObject([{ properties, associations }]);
	expect(mails()).toEqual([]);
});

test.each([
	['won', ['closedwon'], accept, '0 open deals (none)'],
	['lost', ['closedlost'], book, '0 open deals (none)'],
	['open in another pipeline', ['70013'], book, '1 open deals (Deal 0)'],
	[
		'two open',
		['qualifiedtobuy', 'closedwon', 'contractsent'],
		book,
		'2 open deals (Deal 0, Deal 2)',
	],
])('%s: a person decides', async (_, held, tool, reason) => {
	for (const one of held) hold(one);
	await call([tool]);
	expect([stages(), updates()]).toEqual([held, []]);
	expect(reasons()).toEqual([expect.stringContaining(reason)]);
	expect(mails()[0]).toMatch(/\nCustomer: \+12025550171\nContacts: 101\n/);
});

test.each([101, 251])('%i deals cannot be read at once, so a person decides', async (count) => {
	hold('appointmentscheduled');
	for (let index = 1; index < count; index += 1) hold('closedlost');
	await call([accept]);
	expect(updates()).toEqual([]);
	expect(reasons()).toEqual(['The contact has more than 100 deals.']);
});

test('do not call alone is written, also if its tool failed, and never cleared; the owner reads of it', async () => {
	hold('appointmentscheduled');
	const { conversation } = await call([`!${stop}`]);
	expect([marks(), updates()]).toEqual([['true'], []]);
	const where = `conversation ${String(conversation.id)}`;
	expect(await listed()).toEqual([[customer, 'the customer, on the phone', where]]);
	expect(host.mail.mails).toMatchObject([
		{ subject: 'Do not call', text: expect.stringContaining('Marked in HubSpot: 101\n') },
	]);
	await call([accept]);
	expect([marks(), updates(), mails().length]).toEqual([['true'], ['3001 contractsent'], 1]);
});

test.each([
	['PATCH /crm/v3/objects/contacts/101', ['3001 contractsent'], 'HUBSPOT DID NOT TAKE IT'],
	['POST /crm/v3/objects/contacts/search', [], 'THE CUSTOMER ASKED NOT TO BE CALLED AGAIN'],
])(
	'do not call is listed and told, also if HubSpot does not take %s',
	async (request, moved, told) => {
		hold('appointmentscheduled');
		for (let tries = 5; tries > 0; tries -= 1) host.vendors.failOnce(request, 429);
		await call([accept, stop]);
		expect([marks(), updates()]).toEqual([[undefined], moved]);
		expect(mails()).toEqual([expect.stringContaining(told)]);
		expect(await listed()).toHaveLength(1);
	},
);

test('several contacts with the number: each is marked, and a person decides on the deal', async () => {
	know(
		contact,
		{ id: '102', properties: { mobilephone: '(202) 555-0171' } },
		{ id: '103', properties: { phone: '+492025550171' } },
	);
	hold('appointmentscheduled');
	await call([accept, stop]);
	expect([marks(), updates()]).toEqual([['true', 'true', undefined], []]);
	const told = host.mail.mails.map(({ subject }) => subject);
	expect(told).toEqual(['Do not call', 'A deal needs you']);
	expect(reasons()[1]).toBe('2 contacts of HubSpot have this number.');
});

test.each([
	['a number that is not shown', withheld, 'number is unknown', 'THE NUMBER IS UNKNOWN'],
	['no contact', '+12025550172', '0 contacts of HubSpot', 'Contacts with this number: none'],
])(
	'%s: nothing moves, and what was to be written goes to a person',
	async (_, number, reason, told) => {
		const others = { id: '102', properties: { phone: withheld } };
		know(...(number === withheld ? [contact, others] : [contact]));
		hold('appointmentscheduled');
		const overrides = { from_number: number };
		await call([accept], overrides);
		expect(mails()).toEqual([]);
		await call([book], overrides);
		await call([stop], overrides);
		expect([stages(), new Set(marks())]).toEqual([['appointmentscheduled'], new Set([undefined])]);
		expect(mails()).toEqual([expect.stringContaining(reason), expect.stringContaining(told)]);
	},
);

test('a name with quotes, lines and signs stays a name', async () => {
	const firstname = 'A"}, "pipeline": "70011\n\\<b>=1+1</b> {{ $json }}';
	know({ ...contact, properties: { phone: customer, firstname } });
	await call([book]);
	expect(crm().deals.map(({ properties }) => properties)).toEqual([
		{ dealname: firstname, pipeline: 'default', dealstage: 'appointmentscheduled' },
	]);
});

test('an outcome that is not in the table starts nothing', async () => {
	hold('appointmentscheduled');
	const runs = [];
	for (const tools of [[], [`!${book}`], [`?${book}`], ['find_free_slots']]) {
		runs.push(await call(tools));
	}
	expect(runs.map((run) => run.items('Create Claims'))).toEqual([[], [], [], []]);
	expect([stages(), mails()]).toEqual([['appointmentscheduled'], []]);
});

test('a second delivery writes nothing, also after staff moved the deal back; another outcome does', async () => {
	const record = createCall([book]);
	await example.deliver(record);
	const [deal] = crm().deals;
	Object.assign(deal?.properties ?? {}, { dealstage: 'qualifiedtobuy' });
	await deliverAgain(record);
	expect(updates()).toEqual([]);
	const { history } = createCall([book, accept]);
	await example.deliver({ ...record, history });
	expect(stages()).toEqual(['contractsent']);
});

test('a deal of which nobody knows whether it is there is told to a person, and never added again', async () => {
	host.vendors.failOnce('POST /crm/v3/objects/0-3', 500);
	const record = createCall([book]);
	await example.deliver(record);
	await deliverAgain(record);
	expect([crm().deals, reasons()]).toEqual([[], [expect.stringContaining('at Add Deal')]]);
	// Another call within the hour leaves it to the person, too.
	await call([book]);
	expect([crm().deals, reasons()[1]]).toEqual([[], expect.stringContaining('Another call')]);
});

test('an hour later a call does nothing again, and a person reads of one that never ended', async () => {
	const record = createCall([book]);
	await example.deliver(record);
	const change = (set: string) => updateDataTable(host, 'voice_agent_claims', set);
	await change("createdAt = datetime('now', '-1 hour')");
	await example.deliver({ ...record, status: 'Corrected' });
	expect([stages(), mails()]).toEqual([['appointmentscheduled'], []]);
	await change("state = 'claimed'");
	await example.deliver({ ...record, status: 'Corrected twice' });
	expect([stages().length, reasons()]).toEqual([1, [expect.stringContaining('did not end well')]]);
});

describe('with other settings', () => {
	const write = (jsonOutput: string) => example.set(settingsNode, () => ({ jsonOutput }));
	afterAll(() => write(settings));

	test('a stage that is not there is told to a person', async () => {
		await write(settings.replace('"Contract Sent"', '"Sent"'));
		hold('appointmentscheduled');
		await call([accept]);
		expect([updates(), reasons()]).toEqual([[], [expect.stringContaining('no stage Sent in it')]]);
	});

	test('an e-mail that is not sent ends red', async () => {
		await write(settings.replace('sales@', 'nobody@'));
		know();
		const failed = await example.fail(createCall([book]));
		expect(failed).toMatchObject({ node: 'E-Mail Not Sent' });
	});

	test('a REPLACE-ME ends red, before anything is written', async () => {
		await write(settings.replace('"do_not_call_again"', '"REPLACE-ME"'));
		expect(await example.fail(createCall([book, stop]))).toMatchObject({
			node: 'Correct Your Settings',
			message: 'Still REPLACE-ME in Your Settings: do_not_call_tool.',
		});
		expect([crm().deals, marks(), mails()]).toEqual([[], [undefined], []]);
	});

	test('ids are taken, and outcomes in any letter case; stages of one place are in the order of their names', async () => {
		await write(
			settings
				.replace('Sales Pipeline', '70011')
				.replace('Appointment Scheduled', 'Asked')
				.replace('Contract Sent', '70013')
				.replace('"booked"', '"Booked"'),
		);
		hold('70012');
		await call([accept]);
		await call([book]);
		expect([updates(), mails()]).toEqual([['3001 70013'], []]);
	});
});
