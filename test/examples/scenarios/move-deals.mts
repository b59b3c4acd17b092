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

/** A call in which the agent called these tools; `!` is one that failed. */
const createCall = (tools: string[], overrides: Record<string, unknown> = {}) =>
	createInbound({
		from_number: customer,
		history: [
			say('Hello.'),
			...tools.flatMap((tool, index) =>
				callTool(tool.replace('!', ''), { index, tool_is_error: tool.startsWith('!') }),
			),
		],
		...overrides,
	});
const call = (tools: string[], overrides?: Record<string, unknown>) =>
	example.deliver(createCall(tools, overrides));
const [book, accept, stop] = ['book_appointment', 'accept_offer', 'do_not_call_again'] as const;

beforeAll(() => example.publish());
beforeEach(() => know(contact));

test('a run of the sample call adds a deal for its caller, and the next one finds it', async () => {
	know({ id: '102', properties: { mobilephone: '(415) 555-0187', lastname: 'Keller' } });
	await example.run();
	await example.run();
	expect(crm().deals.map(({ properties }) => properties)).toEqual([
		{ dealname: 'Keller', pipeline: 'default', dealstage: 'appointmentscheduled' },
	]);
	// A run by hand is never silent.
	expect(reasons()).toEqual(['The deal is in this stage, or further on.']);
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
	['won', ['closedwon'], accept, 'No deal of the contact is open. Won: Deal 0. Lost: none'],
	['lost', ['closedlost'], book, 'No deal of the contact is open. Won: none. Lost: Deal 0'],
	['open in another pipeline', ['70013'], book, 'in another pipeline'],
	[
		'two open',
		['qualifiedtobuy', 'closedwon', 'contractsent'],
		book,
		'2 open deals: Deal 0, Deal 2',
	],
])('%s: a person decides', async (_, held, tool, reason) => {
	for (const one of held) hold(one);
	await call([tool]);
	expect([stages(), updates()]).toEqual([held, []]);
	expect(reasons()).toEqual([expect.stringContaining(reason)]);
	expect(mails()[0]).toMatch(/\nCustomer: \+12025550171\nContacts: Amina Haddad 101\n/);
});

test.each([101, 251])('%i deals cannot be read at once, so a person decides', async (count) => {
	hold('appointmentscheduled');
	for (let index = 1; index < count; index += 1) hold('closedlost');
	await call([accept]);
	expect(updates()).toEqual([]);
	expect(reasons()).toEqual([expect.stringContaining('could not all be read')]);
});

test('do not call alone is written, also if its tool failed, and never cleared', async () => {
	hold('appointmentscheduled');
	await call([`!${stop}`]);
	expect([marks(), updates()]).toEqual([['true'], []]);
	await call([accept]);
	expect([marks(), updates(), mails()]).toEqual([['true'], ['3001 contractsent'], []]);
});

test('do not call is written while a person decides on the deal', async () => {
	hold('closedwon');
	await call([book, stop]);
	expect([marks(), stages()]).toEqual([['true'], ['closedwon']]);
	expect(mails()).toEqual([expect.stringContaining('not to be called again; that is written')]);
});

test('several contacts with the number: each is marked, and a person decides on the deal', async () => {
	know(
		contact,
		{ id: '102', properties: { mobilephone: '(202) 555-0171' } },
		{ id: '103', properties: { phone: '+492025550171' } },
	);
	hold('appointmentscheduled');
	await call([accept, stop]);
	expect([marks(), updates()]).toEqual([['true', 'true', undefined], []]);
	expect(reasons()).toEqual(['2 contacts have this number.']);
});

test.each([
	['a number that is not shown', withheld, 'number is unknown'],
	['no contact', '+12025550172', 'no contact with this number'],
])('%s: nothing moves, and what was to be written goes to a person', async (_, number, reason) => {
	const others = { id: '102', properties: { phone: withheld } };
	know(...(number === withheld ? [contact, others] : [contact]));
	hold('appointmentscheduled');
	const overrides = { from_number: number };
	await call([accept], overrides);
	expect(mails()).toEqual([]);
	await call([book], overrides);
	await call([stop], overrides);
	expect([stages(), new Set(marks())]).toEqual([['appointmentscheduled'], new Set([undefined])]);
	expect(reasons()).toEqual([expect.stringContaining(reason), expect.stringContaining(reason)]);
	expect(mails()[1]).toContain('THE CALLER ASKED NOT TO BE CALLED AGAIN');
});

// crm-hubspot shows the other ways in which a number may be stored, files.test that both read it alike.
test('a zero in brackets is dropped behind the calling code alone, which still counts', async () => {
	know(
		{ id: '101', properties: { phone: '+44 (0)30 12345678' } },
		{ id: '102', properties: { phone: '(0)30 12345678', lastname: 'Keller' } },
	);
	await call([book], { from_number: '+493012345678' });
	expect(crm().deals.map(({ properties }) => properties.dealname)).toEqual(['Keller']);
});

test('an outcome that is not in the table starts nothing', async () => {
	hold('appointmentscheduled');
	const runs = [await call([]), await call([`!${book}`]), await call(['find_free_slots'])];
	expect(runs.map((run) => run.items('Read Pipelines'))).toEqual([[], [], []]);
	expect([stages(), mails()]).toEqual([['appointmentscheduled'], []]);
});

test('a second delivery writes nothing, also after staff moved the deal back; another outcome does', async () => {
	const record = createCall([book]);
	await example.deliver(record);
	const [deal] = crm().deals;
	Object.assign(deal?.properties ?? {}, { dealstage: 'qualifiedtobuy' });
	await example.deliverAgain(record);
	expect(updates()).toEqual([]);
	const { history } = createCall([book, accept]);
	await example.deliver({ ...record, history });
	expect(stages()).toEqual(['contractsent']);
});

test.each([
	['Move Deal', 'PATCH /crm/v3/objects/0-3/3001', accept, 'contractsent'],
	['Add Deal', 'POST /crm/v3/objects/0-3', book, 'appointmentscheduled'],
	['Write Do Not Call', 'PATCH /crm/v3/objects/contacts/101', accept, 'contractsent'],
])('after a red run at %s, Retry writes once', async (node, request, tool, dealstage) => {
	if (tool === accept) hold('appointmentscheduled');
	const record = createCall([tool, stop]);
	host.vendors.failOnce(request, 500);
	const failed = await example.fail(record);
	expect(failed).toMatchObject({ node });
	await example.retry(failed.id);
	await example.deliverAgain(record);
	const moved = tool === accept ? [`3001 ${dealstage}`] : [];
	expect([stages(), updates(), marks()]).toEqual([[dealstage], moved, ['true']]);
});

describe('with other settings', () => {
	const write = (jsonOutput: string) => example.set(settingsNode, () => ({ jsonOutput }));
	afterAll(() => write(settings));

	test.each([
		['a name of its own for the outcome', '"booked"', '"termin"', 'none (booked)'],
		['create: false', 'true', 'false', 'Appointment Scheduled (booked)'],
	])(
		'a run by hand sends its e-mail with %s, and a call sends none',
		async (_, from, to, stage) => {
			await write(settings.replace(from, to));
			know();
			await call([book]);
			expect(mails()).toEqual([]);
			await example.run();
			const lines = `Stage of the outcome: ${stage}\nCustomer: +14155550187\n`;
			expect(host.mail.mails).toMatchObject([
				{
					subject: 'Your run by hand',
					text: expect.stringContaining(`HubSpot has no contact with this number.\n\n${lines}`),
				},
			]);
			expect(crm().deals).toEqual([]);
		},
	);

	test.each([
		['" True "', 1],
		['"no"', 0],
	])('create is read as text too: %s', async (create, added) => {
		await write(settings.replace('true', create));
		await call([book]);
		expect(crm().deals).toHaveLength(added);
	});

	test.each([
		['stage', '"Contract Sent"', '"Sent"', 'Sales Pipeline has no stage Sent.'],
		['pipeline', '"Sales Pipeline"', '"Sales"', 'HubSpot has no pipeline Sales.'],
		['tool', '"do_not_call_again"', '"REPLACE-ME"', 'do_not_call_tool is still REPLACE-ME.'],
	])(
		'a %s that is not there ends red, before anything is written',
		async (_, from, to, message) => {
			await write(settings.replace(from, to));
			expect(await example.fail(createCall([book, stop]))).toMatchObject({
				node: 'Correct Your Settings',
				message: expect.stringContaining(message),
			});
			expect([crm().deals, marks(), mails()]).toEqual([[], [undefined], []]);
		},
	);

	test('ids and names in any letter case are taken; stages of one place are in the order of their names', async () => {
		await write(
			settings
				.replace('Sales Pipeline', '70011')
				.replace('Appointment Scheduled', ' asked ')
				.replace('Contract Sent', '70013')
				.replace('"booked"', '"Booked"'),
		);
		hold('70012');
		await call([accept]);
		await call([book]);
		expect([updates(), mails()]).toEqual([['3001 70013'], []]);
	});
});
