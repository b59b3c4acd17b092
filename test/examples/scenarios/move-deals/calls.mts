import { host } from '../../use-example.mts';
import {
	accept,
	book,
	call,
	contact,
	createCall,
	crm,
	example,
	hold,
	know,
	mails,
	marks,
	reasons,
	stages,
	stop,
	updates,
} from './scene.mts';

test('do not call beside a booking: both are written', async () => {
	hold('appointmentscheduled');
	await call([book, stop, accept]);
	expect([marks(), updates(), mails()]).toEqual([['true'], ['3001 contractsent'], []]);
});

test('do not call alone is written, also if the tool failed, and never cleared', async () => {
	hold('appointmentscheduled');
	await call([`!${stop}`]);
	expect([marks(), updates()]).toEqual([['true'], []]);
	await call([accept]);
	await call([]);
	expect(marks()).toEqual(['true']);
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
	['a withheld number', { from_number: 'anonymous' }, 'number is unknown'],
	['no number', { from_number: null }, 'number is unknown'],
	['no contact', { from_number: '+12025550172' }, 'no contact with this number'],
])(
	'%s: nothing moves, and what was to be written goes to a person',
	async (_, overrides, reason) => {
		hold('appointmentscheduled');
		await call([accept], overrides);
		expect(mails()).toEqual([]);
		await call([book], overrides);
		await call([stop], overrides);
		expect([stages(), marks()]).toEqual([['appointmentscheduled'], [undefined]]);
		expect(reasons()).toEqual([expect.stringContaining(reason), expect.stringContaining(reason)]);
		expect(mails()[1]).toContain('THE CALLER ASKED NOT TO BE CALLED AGAIN');
	},
);

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

test('a second delivery writes nothing, also after staff moved the deal back', async () => {
	const deal = hold('appointmentscheduled');
	const record = createCall([accept, stop]);
	await example.deliver(record);
	deal.dealstage = 'qualifiedtobuy';
	await example.deliverAgain(record);
	expect(updates()).toEqual(['3001 contractsent']);
	const lost = createCall([book]);
	deal.dealstage = 'closedlost';
	await example.deliver(lost);
	await example.deliverAgain(lost);
	expect(reasons()).toHaveLength(1);
});

test('a second delivery adds no second deal, also after staff deleted the first', async () => {
	const record = createCall([book]);
	await example.deliver(record);
	crm().deals.length = 0;
	await example.deliverAgain(record);
	expect(crm().deals).toEqual([]);
});

test('a call that brings another outcome later moves its deal further', async () => {
	const record = createCall([book]);
	await example.deliver(record);
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
	const id = await example.startByDelivery(record);
	expect(await example.readFailure(id)).toMatchObject({ node });
	await example.retry(id);
	await example.deliverAgain(record);
	const moved = tool === accept ? [`3001 ${dealstage}`] : [];
	expect([stages(), updates(), marks()]).toEqual([[dealstage], moved, ['true']]);
});
