import { waitUntil } from '../../../host/wait-until.mts';
import { readDataTable, updateDataTable } from '../../support/n8n/data-tables.mts';
import { callTool, createInbound, say } from '../create-call.mts';
import { setUps } from '../set-ups.mts';
import { mailRequest } from '../targets/start-mail-server.mts';
import { host, useExample } from '../use-example.mts';

/** Where it is between one and two o'clock at night now: hours from UTC, at most 12. */
const hours = (25 - new Date().getUTCHours()) % 24;
const offset = hours > 12 ? hours - 24 : hours;
// In these names the sign is turned round.
const zone = `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`;
const week = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const place = new Date(Date.now() + offset * 3_600_000).getUTCDay();
const [today, yesterday] = [week[place] ?? '', week.at(place - 1) ?? ''];

const addressOf = (name: string) => `${name}@mail.example.com`;
const filled = setUps['alert-person-on-duty'].assignments['Your Settings'];
const example = useExample('alert-person-on-duty', () => ({
	assignments: { 'Your Settings': { ...filled, people: '={{ [] }}', zone } },
}));

/** What a line leaves out is every day, and no phone. */
interface Shift {
	name: string;
	days?: unknown;
	from?: unknown;
	to?: unknown;
	mail?: string;
	phone?: string;
}
const night = { from: '00:00', to: '06:00' };

/** Writes the table of shifts. */
const staff = (...shifts: Shift[]) => {
	const lines = shifts.map(({ name, ...shift }) =>
		JSON.stringify({ mail: addressOf(name), ...shift }),
	);
	return example.assign('Your Settings', { people: `={{ [${lines.join(', ')}] }}` });
};

const createUrgent = (overrides: Record<string, unknown> = {}) =>
	createInbound({
		history: [
			say('You answer for the gas works.', 'System'),
			say('Good morning.', 'Assistant'),
			say('What has happened?', 'Assistant'),
			say('There is a GAS-LEAK in our <b>"kitchen"!'),
			say('Please leave the house.', 'Assistant'),
		],
		...overrides,
	});

const listMails = (subject: string) =>
	host.mail.mails.filter((mail) => mail.subject?.startsWith(subject));
const alerts = () => listMails('Urgent call');
const namesOf = (mails: typeof host.mail.mails) =>
	mails.map(({ to }) => to?.[0]?.address?.split('@')[0]);
const readRows = () => readDataTable(host.session, 'voice_agent_callbacks');
const readRow = async ({ id }: { id?: unknown }) =>
	(await readRows()).filter(({ conversation_id }) => conversation_id === id);
const readUrl = (text = '') => /http\S+/.exec(text)?.[0] ?? '';

/** Waits until an execution asks its person so-and-so, and reads the link of the alert. */
async function readLink(id: string, index: number, call?: { id?: unknown }): Promise<string> {
	const find = () => {
		const own = alerts().filter(({ text }) => text?.includes(String(call?.id ?? '')));
		return own[index]?.text;
	};
	const text = await waitUntil(find, { what: `alert ${index}`, intervalMs: 10 });
	// Before, n8n takes no answer: the execution still runs.
	await example.waitForStatus(id, 'waiting');
	return readUrl(text);
}
const sendName = async (link: string, name = 'Ana') => {
	const body = new FormData();
	body.set('field-0', name);
	const { status } = await fetch(link, { method: 'POST', body });
	expect(status).toBe(200);
};
const take = async (id: string, index = 0, call?: { id?: unknown }) => {
	await sendName(await readLink(id, index, call));
	await example.readRun(id);
};
/** Lets the person so-and-so of an execution not answer. */
const pass = async (id: string, index: number) => {
	await readLink(id, index);
	await example.endWaiting(id);
};

beforeAll(() => example.publish());

test('the sample shows whom it would alert, and alerts nobody', async () => {
	for (const name of ['ana', 'ben']) {
		await staff({ name, ...night });
		const run = await example.run();
		expect(run.items('Would Have Sent')).toMatchObject([
			{ mail_to: addressOf(name), text: expect.stringContaining('gas leak') },
			{ mail_to: addressOf('fallback') },
		]);
	}
	expect(host.mail.mails).toEqual([]);
	expect(await readRows()).toMatchObject([{ state: 'sample' }, { state: 'sample' }]);
});

test('the alert holds the reason, the words from the turn before on, and the report', async () => {
	await staff({ name: 'ana', ...night, phone: '+12025550111' });
	const call = createUrgent();
	const id = await example.startByDelivery(call);
	await take(id);
	const [{ text = '', subject, attachments, to } = {}] = alerts();
	expect(subject).toBe(`Urgent call, customer ${String(call.from_number)}`);
	expect(to).toMatchObject([{ address: addressOf('ana') }]);
	const said = 'Assistant: What has happened?\nUser: There is a GAS-LEAK in our <b>"kitchen"!';
	for (const part of ['Why: Outcome Rule 1\n', `Conversation: ${String(call.id)}\n`, said]) {
		expect(text).toContain(part);
	}
	for (const part of ['gas works', 'Good morning']) expect(text).not.toContain(part);
	expect(attachments).toMatchObject([{ mimeType: 'text/html' }]);
	expect(host.vendors.twilio.texts).toMatchObject([
		{ To: '+12025550111', Body: expect.stringContaining(readUrl(text)) },
	]);
});

test('a row says who took the call, and when; a later state of the call asks nobody', async () => {
	const call = createUrgent();
	const before = Date.now();
	await take(await example.startByDelivery(call));
	await example.deliver({ ...call, status: 'Corrected' });
	expect(namesOf(alerts())).toEqual(['ana']);
	const rows = await readRow(call);
	expect(rows).toMatchObject([
		{
			customer_number: call.from_number,
			reason: 'Outcome Rule 1',
			state: 'taken',
			taken_by: 'Ana',
		},
	]);
	expect(Date.parse(String(rows[0]?.taken_at))).toBeGreaterThanOrEqual(before);
});

test('a mail scanner that opens the link takes nothing; a person does, and nobody after that', async () => {
	const call = createUrgent();
	const id = await example.startByDelivery(call);
	const link = await readLink(id, 0);
	const page = await fetch(link);
	expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Your name')]);
	await pass(id, 0);
	await take(id, 1);
	expect(namesOf(alerts())).toEqual(['ana', 'fallback']);
	expect(await (await fetch(link)).text()).not.toContain('Your name');
	expect(listMails('Nobody took')).toEqual([]);
});

test('who answers late, while the next person is asked, takes the call', async () => {
	const call = createUrgent();
	const id = await example.startByDelivery(call);
	const link = await readLink(id, 0);
	await pass(id, 0);
	await readLink(id, 1);
	await sendName(link, 'Late Ana');
	await example.readRun(id);
	expect(namesOf(alerts())).toEqual(['ana', 'fallback']);
	expect(await readRow(call)).toMatchObject([{ state: 'taken', taken_by: 'Late Ana' }]);
});

test('those are asked whose day and time it is, in the order of the list, each once', async () => {
	await staff(
		{ name: 'of-yesterday', ...night, days: yesterday },
		{ name: 'of-today', ...night, days: `${today} ${yesterday}` },
		{ name: 'late', days: today, from: '04:00', to: '08:00' },
		{ name: 'early', from: '00:00', to: '01:00' },
		{ name: 'evening', from: '20:00', to: '24:00' },
		{ name: 'always', from: '00:00', to: '24:00' },
		{ name: 'of-today', ...night },
	);
	const id = await example.startByDelivery(createUrgent());
	for (const index of [0, 1]) await pass(id, index);
	await take(id, 2);
	expect(namesOf(alerts())).toEqual(['of-today', 'always', 'fallback']);
});

test('an address that takes no e-mail is passed over at once, and a text alone is enough', async () => {
	await staff({ name: 'nobody', ...night });
	await take(await example.startByDelivery(createUrgent()));
	expect(namesOf(alerts())).toEqual(['fallback']);
	expect(host.vendors.twilio.texts).toEqual([]);
	await staff({ name: 'nobody', ...night, phone: '+12025550111' });
	const call = createUrgent();
	const id = await example.startByDelivery(call);
	await example.waitForStatus(id, 'waiting');
	await sendName(readUrl(host.vendors.twilio.texts[0]?.Body));
	await example.readRun(id);
	expect(await readRow(call)).toMatchObject([{ state: 'taken' }]);
	expect(alerts()).toHaveLength(1);
});

test('where nobody answers, the row is open, and the team hears of it', async () => {
	await staff({ name: 'ana', ...night });
	const call = createUrgent();
	const id = await example.startByDelivery(call);
	for (const index of [0, 1]) await pass(id, index);
	await example.readRun(id);
	expect(namesOf(alerts())).toEqual(['ana', 'fallback']);
	expect(listMails('Nobody took')).toMatchObject([
		{ to: [{ address: addressOf('team') }], text: expect.stringContaining('GAS-LEAK') },
	]);
	expect(await readRow(call)).toMatchObject([{ state: 'open', taken_by: null }]);
});

test('an e-mail to the team that was not confirmed turns red, and Retry sends none', async () => {
	await staff({ name: 'ana', ...night });
	const id = await example.startByDelivery(createUrgent());
	await pass(id, 0);
	await readLink(id, 1);
	host.vendors.switchboard.set({ request: mailRequest, kind: 'failed-after' });
	await pass(id, 1);
	const lost = {
		node: 'Team Not Told',
		message: expect.stringContaining('the e-mail to the team'),
	};
	expect(await example.readFailure(id)).toMatchObject(lost);
	expect(await example.readFailure(await example.beginRetry(id))).toMatchObject(lost);
	expect(listMails('Nobody took')).toHaveLength(1);
});

test('two urgent calls at once ask for each, and an answer takes its own', async () => {
	const calls = [createUrgent(), createUrgent()];
	const ids: string[] = [];
	for (const call of calls) ids.push(await example.startByDelivery(call));
	const [first = '', second = ''] = ids;
	await take(second, 0, calls[1]);
	await readLink(first, 0, calls[0]);
	await example.endWaiting(first);
	await take(first, 1, calls[0]);
	expect(namesOf(alerts())).toEqual(['ana', 'ana', 'fallback']);
});

test('a forged copy, which came first, keeps nobody from hearing of the call', async () => {
	const call = createUrgent();
	const forge = async () => {
		const body = JSON.stringify({ event: 'ConversationComplete', data: call });
		const headers = { 'content-type': 'application/json' };
		const { ok } = await fetch(host.sandbox.registrations[0]?.url ?? '', {
			...{ method: 'POST', headers, body },
		});
		expect(ok).toBe(true);
	};
	await take(await example.waitForExecution(forge));
	await take(await example.startByDelivery(call), 1);
	expect(await readRow(call)).toMatchObject([{ state: 'taken' }, { state: 'taken' }]);
});

test('an agent test alerts nobody', async () => {
	const { history } = createUrgent();
	await example.expectAnswer(
		host.sandbox.createRecord({ withTestRun: true, overrides: { history } }),
		'ignored',
	);
});

test.each([
	['a tool', { history: [say('Hello'), ...callTool('report_emergency')] }, 'Outcome Rule 2'],
	['a word without an end', { history: [say('Everything is flooded.')] }, 'Outcome Rule 1'],
	['a word behind "not"', { history: [say('No, it is not urgent.')] }, 'Outcome Rule 1'],
	['a caller without a number', { from_number: 'anonymous' }, 'Outcome Rule 1'],
	['a call without an id', { id: null }, 'Conversation: without id'],
	['a call of year 1', { started_at: '0001-01-01T00:00:00Z' }, 'Outcome Rule 1'],
])('%s makes a call urgent', async (_, overrides, part) => {
	await take(await example.startByDelivery(createUrgent(overrides)));
	expect(alerts()[0]?.text).toContain(part);
	expect(alerts()[0]?.text).not.toMatch(/undefined|null|Invalid/);
});

test.each([
	['what the agent says', say('If it is urgent, call us.', 'Assistant')],
	['a part of a word', say('The urgently needed form, insurgent.')],
	['a turn without letters', say('…')],
	['what is in the instructions', say('Urgent calls first.', 'System')],
])('%s makes no call urgent', async (_, turn) => {
	await example.deliver(createInbound({ history: [turn, say('Okay.')] }));
	expect(host.mail.mails).toEqual([]);
});

test.each([
	['a day', { days: 'Montag' }],
	['a time', { from: '8:00' }],
	['a night in one line', { from: '20:00', to: '08:00' }],
	['an address', { mail: 'Ana' }],
	['a placeholder', { phone: 'REPLACE-ME' }],
])('%s that cannot be read turns a call red, and a run by hand', async (_, wrong) => {
	await staff({ name: 'ben', ...night }, { name: 'ana', ...night, ...wrong });
	const message = expect.stringMatching(/^Correct Your Settings\. .*: (people|nothing)\. /);
	const expected = { node: 'Correct Your Settings', message };
	expect(await example.readFailure(await example.begin())).toEqual(expected);
	expect(await example.fail(createUrgent())).toMatchObject(expected);
	expect(host.mail.mails).toEqual([]);
});

test('an alert that was interrupted becomes open after hours, and turns red', async () => {
	await staff({ name: 'ana', ...night });
	const call = createUrgent();
	const id = await example.startByDelivery(call);
	await readLink(id, 0);
	expect((await example.run('Every Hour')).items('Get Interrupted')).toEqual([]);
	const createdAt = "createdAt = '2026-01-01 00:00:00.000'";
	await updateDataTable(host, 'voice_agent_callbacks', createdAt, `conversation_id = '${call.id}'`);
	expect(await example.readFailure(await example.begin('Every Hour'))).toMatchObject({
		message: expect.stringContaining(String(call.id)),
	});
	expect(await readRow(call)).toMatchObject([{ state: 'open' }]);
	await take(id, 0);
});
