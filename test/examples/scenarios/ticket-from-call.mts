import { deleteDataTables, updateDataTable } from '../../support/n8n/data-tables.mts';
import { callTool, createInbound, say, withheld } from '../create-call.mts';
import { setUps } from '../set-ups.mts';
import { zendeskAgent } from '../targets/vendors/zendesk.mts';
import { host, useExample } from '../use-example.mts';

const customer = '+12025550171';
const user = { id: 11, name: 'Amina Haddad', phone: '(202) 555-0171' };

// The example against a stand-in for Zendesk, and a mail server.
const example = useExample('ticket-from-call', () => setUps['ticket-from-call']);
const zendesk = () => host.vendors.zendesk;
const mails = () => host.mail.mails.map(({ text = '' }) => text);
const reasons = () => mails().map((text) => text.split('\n')[0]);
/** Of each ticket: whose it is, and how many comments it has. */
const tickets = () => zendesk().tickets.map((one) => [one.requester_id, one.comments.length]);
const comments = () => zendesk().tickets.flatMap((one) => one.comments);

const createCall = (
	{ subject, answer = '{"accepted":true}', said = ['My oven is cold.'] }: TicketCall = {},
	overrides: Record<string, unknown> = {},
) =>
	createInbound({
		from_number: customer,
		history: [
			...said.map((words) => say(words)),
			...callTool('open_ticket', {
				tool_arguments_json: JSON.stringify({ subject }),
				tool_output: answer,
			}),
		],
		...overrides,
	});
interface TicketCall {
	subject?: unknown;
	answer?: string;
	said?: string[];
}
/** The same call in a state in which more was said. */
const sayMore = (record: Record<string, unknown>, words: string) => ({
	...record,
	history: [...Object(record.history), say(words)],
});

beforeAll(() => example.publish());
// Each test is a day of its own: what was claimed before is forgotten.
beforeEach(async () => {
	await deleteDataTables(host.session);
	zendesk().users.push(user);
});

test('a run of the sample call shows what it would have written, and writes nothing', async () => {
	zendesk().users.push({ id: 12, name: 'Keller', phone: '(303) 555-0178' });
	const run = await example.run();
	expect(run.items('Would Have Sent')).toEqual([
		{
			...{ subject: 'Oven does not heat', requester: '12', comment_at_ticket: '' },
			comment: expect.stringContaining('The oven of our flat'),
		},
	]);
	expect([zendesk().tickets, zendesk().uploads, mails()]).toEqual([[], [], []]);
});

test('a call opens a ticket of its caller: the note for staff alone, with the report', async () => {
	const { conversation } = await example.deliver(createCall({ subject: 'Cold oven' }));
	const [upload] = zendesk().uploads;
	expect(zendesk().tickets).toMatchObject([
		{
			...{ subject: 'Cold oven', requester_id: user.id, external_id: conversation.id },
			tags: ['voice_agent'],
			comments: [{ public: false, uploads: [upload?.token] }],
		},
	]);
	expect(comments()[0]?.html_body).toContain('My oven is cold.');
	expect(upload?.filename).toMatch(/\.html$/);
	expect(upload?.html).toContain('My oven is cold.');
	expect(mails()).toEqual([]);
});

test('a later state that says more is one more comment, and nothing said twice is written twice', async () => {
	const record = createCall();
	await example.deliver(record);
	const later = sayMore(record, 'It is urgent.');
	await example.deliver(later);
	expect(tickets()).toEqual([[user.id, 2]]);
	expect(comments()[1]).toMatchObject({
		html_body: expect.stringContaining('It is urgent.'),
		public: false,
	});
	// An older state after a newer one, too.
	for (const one of [record, later]) await example.deliver({ ...one, status: 'Corrected' });
	expect([tickets(), mails()]).toEqual([[[user.id, 2]], []]);
});

test('two states at once make one ticket, and both are in it', async () => {
	const { switchboard } = host.vendors;
	const record = createCall();
	// Each request waits for one of the other state: both have looked before one opens the ticket.
	switchboard.pair();
	const ids = [
		await example.startByDelivery(record),
		await example.startByDelivery(sayMore(record, 'It is urgent.')),
	];
	await Promise.race(ids.map((id) => example.waitForStatus(id, 'success')));
	switchboard.release();
	for (const id of ids) await example.readRun(id);
	expect([tickets(), mails()]).toEqual([[[user.id, 2]], []]);
	expect(comments().filter((one) => one.html_body.includes('urgent'))).toHaveLength(1);
});

test('a forged copy keeps the call itself out of no ticket', async () => {
	const record = createCall();
	const forge = async () => {
		const headers = { 'content-type': 'application/json', authorization: 'Bearer forged' };
		const data = { ...record, agent_title: 'Forged' };
		const body = JSON.stringify({ event: 'ConversationComplete', data });
		await fetch(host.sandbox.registrations[0]?.url ?? '', { method: 'POST', headers, body });
	};
	await example.readRun(await example.waitForExecution(forge));
	await example.deliver(record);
	expect([tickets(), mails()]).toEqual([[[user.id, 2]], []]);
	expect(comments().map(({ html_body }) => html_body.includes('Forged'))).toEqual([true, false]);
});

test('a closed ticket stays as it is, and the call gets a new one', async () => {
	const record = createCall();
	await example.deliver(record);
	Object.assign(zendesk().tickets[0] ?? {}, { status: 'closed' });
	await example.deliver(sayMore(record, 'It is cold again.'));
	await example.deliver(sayMore(record, 'It is cold once more.'));
	const [first, second] = zendesk().tickets;
	expect(tickets()).toEqual([
		[user.id, 1],
		[user.id, 2],
	]);
	expect([second?.external_id, mails()]).toEqual([first?.external_id, []]);
});

test('several users with the number: a person reads of them, and there is no ticket', async () => {
	zendesk().users.push(
		{ id: 12, name: 'Haddad', phone: customer },
		{ id: 13, name: 'Another', phone: '+492025550171' },
	);
	const record = createCall();
	await example.deliver(record);
	await example.deliver({ ...record, status: 'Corrected' });
	expect(zendesk().tickets).toEqual([]);
	expect(reasons()).toEqual([expect.stringContaining('this number (11, 12).')]);
	expect(mails()[0]).toMatch(/\nCustomer: \+12025550171\n/);
});

test.each([
	['is not shown', withheld],
	['nobody has', '+12025550199'],
	['nobody can call', 'ext. 42'],
])('a number that %s: the ticket is in the name of who signed in', async (_, from_number) => {
	await example.deliver(createCall({}, { from_number }));
	expect([tickets(), mails()]).toEqual([[[zendeskAgent, 1]], []]);
});

test('a call without an id opens a ticket each time', async () => {
	for (const said of ['One.', 'Two.'])
		await example.deliver(createCall({ said: [said] }, { id: null }));
	expect(tickets()).toEqual([
		[user.id, 1],
		[user.id, 1],
	]);
	expect(zendesk().tickets.map(({ external_id }) => external_id)).toEqual([null, null]);
});

test('quotes, lines and HTML stay text, and a subject is short', async () => {
	const subject = 'A"}, "status": "closed\n\\<b>=1+1</b> {{ $json }}';
	await example.deliver(createCall({ subject, said: ['<img src=x onerror=alert(1)> "}'] }));
	await example.deliver(createCall({ subject: `${'a'.repeat(149)}😀` }));
	await example.deliver(createCall({ subject: { text: 1 } }));
	await example.deliver(createCall({}, { agent_title: null }));
	expect(zendesk().tickets.map((one) => [one.subject, one.status])).toEqual([
		[subject, 'new'],
		[`${'a'.repeat(149)}\uFFFD`, 'new'],
		['{"text":1}', 'new'],
		['Call with the voice agent', 'new'],
	]);
	expect(comments()[0]?.html_body).toContain('&lt;img src=x onerror=alert(1)&gt;');
});

test('an agent test, a refused tool and another outcome open nothing', async () => {
	await example.expectAnswer(host.sandbox.createRecord({ withTestRun: true }), 'ignored');
	const runs = [
		await example.deliver(createCall({ answer: '{"accepted":false}' })),
		await example.deliver(createInbound({ from_number: customer, history: [say('Hello.')] })),
		await example.deliver(createInbound({ from_number: customer, history: null })),
	];
	expect(runs.map((run) => run.items('Write Note'))).toEqual([[], [], []]);
	expect([zendesk().tickets, mails()]).toEqual([[], []]);
});

test('a report that Zendesk does not take is named in the ticket', async () => {
	for (let tries = 5; tries > 0; tries -= 1) host.vendors.failOnce('POST /api/v2/uploads', 413);
	await example.deliver(createCall());
	expect(comments()).toMatchObject([
		{ html_body: expect.stringContaining('did not take the report'), uploads: [] },
	]);
});

test('a ticket whose answer is lost is opened once; a comment is told to a person', async () => {
	const record = createCall();
	const { switchboard } = host.vendors;
	switchboard.set({ request: 'POST /api/v2/tickets', kind: 'cut-after' });
	await example.deliver(record);
	expect([tickets(), mails()]).toEqual([[[user.id, 1]], []]);
	switchboard.set({ request: 'PUT /api/v2/tickets/*', kind: 'failed-after' });
	await example.deliver(sayMore(record, 'It is urgent.'));
	expect(tickets()).toEqual([[user.id, 2]]);
	expect(reasons()).toEqual([expect.stringContaining('Zendesk gave no good answer.')]);
});

test('a person reads of a call that never ended, and nothing is written again', async () => {
	const record = createCall();
	await example.deliver(record);
	const change = "createdAt = datetime('now', '-1 hour'), state = 'claimed'";
	await updateDataTable(host, 'voice_agent_claims', change);
	await example.deliver({ ...record, status: 'Corrected' });
	expect(tickets()).toEqual([[user.id, 1]]);
	expect(reasons()).toEqual([expect.stringContaining('did not end well')]);
});

describe('with other settings', () => {
	const settings = setUps['ticket-from-call'].assignments['Your Settings'];
	const assign = (values: Record<string, string>) => example.assign('Your Settings', values);
	afterAll(() => assign({ ...settings, outcomes: 'ticket' }));

	test("the node's own outcomes open tickets, too, in any letter case", async () => {
		await assign({ ...settings, outcomes: 'ticket, Completed' });
		await example.deliver(createCall({ answer: '{"accepted":false}' }));
		expect(zendesk().tickets).toMatchObject([{ subject: expect.stringMatching(/^Call with /) }]);
	});

	test('an e-mail that is not sent ends red', async () => {
		await assign({ ...settings, outcomes: 'ticket', mail_to: 'nobody@mail.example.com' });
		zendesk().users.push({ ...user, id: 12 });
		expect(await example.fail(createCall())).toMatchObject({ node: 'E-Mail Not Sent' });
	});

	test('a REPLACE-ME ends red, before anything is written', async () => {
		await assign({ subdomain: 'REPLACE-ME' });
		expect(await example.fail(createCall())).toMatchObject({
			node: 'Correct Your Settings',
			message: 'Still REPLACE-ME in Your Settings: subdomain.',
		});
		expect([zendesk().tickets, mails()]).toEqual([[], []]);
	});
});
