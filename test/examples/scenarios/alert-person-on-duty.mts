import { waitUntil } from '../../../host/wait-until.mts';
import { readDataTable } from '../../support/n8n/data-tables.mts';
import { callTool, createInbound, say } from '../create-call.mts';
import { host, useExample } from '../use-example.mts';

/** Where it is between one and two o'clock at night now: hours from UTC, at most 12. */
const hours = (25 - new Date().getUTCHours()) % 24;
const offset = hours > 12 ? hours - 24 : hours;
// In these names the sign is turned round.
const zone = `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`;
const today = new Date(Date.now() + offset * 3_600_000).getUTCDay() || 7;
const yesterday = today === 1 ? 7 : today - 1;

const addressOf = (name: string) => `${name}@mail.example.com`;
const example = useExample('alert-person-on-duty', () => ({
	assignments: {
		'Your Settings': {
			words: "={{ ['gas leak', 'urgent', '火事', 'आग', 911, 'Feuer*', ' *', ''] }}",
			outcomes: "={{ ['Operator_Invited', ''] }}",
			tools: "={{ ['REPORT_emergency ', ''] }}",
			campaigns: "={{ ['storm', ''] }}",
			people: '={{ [] }}',
			...{ zone, fallback: addressOf('fallback') },
		},
	},
}));

/** What a line leaves out is every day, and the whole day. */
interface Shift {
	name: string;
	days?: unknown;
	from?: unknown;
	to?: unknown;
	mail?: string;
}
const night = { from: '20:00', to: '6:00' };

/** Writes the table of shifts. */
const staff = (...shifts: Shift[]) => {
	const lines = shifts.map(({ name, ...shift }) =>
		JSON.stringify({ mail: addressOf(name), ...shift }),
	);
	return example.assign('Your Settings', { people: `={{ [${lines.join(', ')}] }}` });
};

const createUrgent = () =>
	createInbound({
		history: [
			say('You answer for the gas works.', 'System'),
			say('What has happened?', 'Assistant'),
			say('There is a GAS-LEAK in our &lt;b> <b>kitchen!'),
			say('Please leave the house.', 'Assistant'),
			say('Thank you, bye.'),
		],
	});

const listMails = (subject: string) =>
	host.mail.mails.filter((mail) => mail.subject?.startsWith(subject));
const alerts = () => listMails('Urgent call');
const namesOf = (mails: typeof host.mail.mails) =>
	mails.map(({ to }) => to?.[0]?.address?.split('@')[0]);

/** Waits until an execution asks its person so-and-so, and reads the link of the alert. */
async function readLink(id: string, index: number, call?: { id?: unknown }): Promise<string> {
	const find = () => {
		const own = alerts().filter(({ html }) => html?.includes(String(call?.id ?? '')));
		return own[index]?.html;
	};
	const html = await waitUntil(find, { what: `alert ${index}`, intervalMs: 10 });
	// Before, n8n refuses an answer: the execution still runs.
	await example.waitForStatus(id, 'waiting');
	return /href="(http[^"]+)"/.exec(html)?.[1] ?? '';
}
const pressButton = async (link: string) => {
	const { status } = await fetch(link, { method: 'POST', body: new FormData() });
	expect(status).toBe(200);
};
const take = async (id: string, index = 0, call?: { id?: unknown }) => {
	await pressButton(await readLink(id, index, call));
	await example.readRun(id);
};
/** Lets the person so-and-so of an execution not answer. */
const pass = async (id: string, index: number) => {
	await readLink(id, index);
	await example.endWaiting(id);
};

beforeAll(() => example.publish());

test('if nobody is on duty, the fallback person is asked, also by each run of the sample call', async () => {
	for (const index of [0, 1]) await take(await example.begin(), index);
	const id = await example.startByDelivery(createUrgent());
	await take(id, 2);
	expect(namesOf(alerts())).toEqual(['fallback', 'fallback', 'fallback']);
});

test('the alert holds fields and the turns around the word, and the report comes with it', async () => {
	await staff({ name: 'ana', ...night });
	const call = createUrgent();
	const id = await example.startByDelivery(call);
	await take(id);
	const [{ html = '', subject } = {}] = alerts();
	expect(subject).toBe(`Urgent call, customer ${String(call.from_number)}`);
	const turns = [
		...['Agent: What has happened?', 'Customer: There is a GAS-LEAK in our &lt;b> ‹b>kitchen!'],
		'Agent: Please leave the house.',
	];
	for (const text of ['Why: said gas leak', `Conversation: ${String(call.id)}`, ...turns]) {
		expect(html).toContain(text);
	}
	for (const text of ['gas works', 'bye', '<b>']) expect(html).not.toContain(text);
	expect(listMails('Report of the urgent call')).toMatchObject([
		{
			to: [{ address: addressOf('ana') }],
			text: expect.stringContaining('Please leave the house.'),
			attachments: [{ mimeType: 'text/html' }],
		},
	]);
});

test('a call is taken once: a later state of it asks nobody', async () => {
	const call = createUrgent();
	await take(await example.startByDelivery(call));
	await example.deliver({ ...call, status: 'Corrected' });
	expect(namesOf(alerts())).toEqual(['ana']);
});

test('a mail scanner that opens the link takes nothing; a person does, and nobody after that', async () => {
	const id = await example.startByDelivery(createUrgent());
	const link = await readLink(id, 0);
	const page = await fetch(link);
	expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('I call back')]);
	await pass(id, 0);
	await take(id, 1);
	expect(namesOf(alerts())).toEqual(['ana', 'fallback']);
	expect(await (await fetch(link)).text()).toContain('No action required');
	expect(listMails('Nobody took')).toEqual([]);
});

test('who presses the button late, while the next person is asked, takes the call', async () => {
	const id = await example.startByDelivery(createUrgent());
	const link = await readLink(id, 0);
	await pass(id, 0);
	await readLink(id, 1);
	await pressButton(link);
	await example.readRun(id);
	expect(namesOf(alerts())).toEqual(['ana', 'fallback']);
});

test('people on duty are asked in the order of the list, and a night belongs to the day on which it begins', async () => {
	await staff(
		{ name: 'begun-yesterday', ...night, days: [yesterday] },
		{ name: 'begins-today', ...night, days: [String(today)] },
		{ name: 'early', days: [String(today)], from: '0:00', to: '04:00' },
		{ name: 'ends-at-midnight', days: [yesterday], from: '20:00', to: '24:00' },
		{ name: 'late', days: [today], from: '04:00', to: '08:00' },
		{ name: 'early-yesterday', days: [yesterday], from: '00:00', to: '04:00' },
		{ name: 'all-day', days: [yesterday], from: '12:00', to: '12:00' },
		{ name: 'always' },
	);
	const id = await example.startByDelivery(createUrgent());
	for (const index of [0, 1, 2, 3]) await pass(id, index);
	await take(id, 4);
	const expected = ['begun-yesterday', 'early', 'all-day', 'always', 'fallback'];
	expect(namesOf(alerts())).toEqual(expected);
});

test('an address that takes no e-mail is passed over', async () => {
	await staff({ name: 'nobody', ...night });
	await take(await example.startByDelivery(createUrgent()));
	expect(namesOf(alerts())).toEqual(['fallback']);
});

test('where nobody answers, a task remains, and the team hears of it', async () => {
	await staff({ name: 'ana', ...night });
	const call = createUrgent();
	const id = await example.startByDelivery(call);
	for (const index of [0, 1]) await pass(id, index);
	await example.readRun(id);
	expect(namesOf(alerts())).toEqual(['ana', 'fallback']);
	expect(listMails('Nobody took')).toMatchObject([
		{ to: [{ address: addressOf('team') }], text: expect.stringContaining('GAS-LEAK') },
	]);
	const row = { conversation_id: call.id, customer_number: call.from_number };
	expect(await readDataTable(host.session, 'voice_agent_callbacks')).toMatchObject([
		{ ...row, reason: 'said gas leak', state: 'open' },
	]);
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

const invited = { room_metadata: { operator_invite: { reason: 'asked' } } };
test.each([
	['an outcome', invited, 'outcome Operator_Invited'],
	['a campaign', { campaign_name: 'Storm' }, 'campaign storm'],
	[
		'a tool',
		{ history: [say('Hello'), ...callTool('report_emergency')] },
		'tool REPORT_emergency ',
	],
	['a word without spaces around it', { history: [say('台所が火事です')] }, 'said 火事'],
	['a number', { history: [say('Do I dial 911?')] }, 'said 911'],
	['the beginning of a word', { history: [say('Ist die FEUERWEHR da?')] }, 'said Feuer*'],
])('%s makes a call urgent', async (_, overrides, reason) => {
	await take(
		await example.startByDelivery(createInbound({ history: [say('Hello')], ...overrides })),
	);
	expect(alerts()[0]?.html).toContain(`Why: ${reason}\n`);
});

test.each([
	['what the agent says', say('If it is urgent, dial 911.', 'Assistant')],
	['a part of a word', say('The urgently needed form, insurgent. आगे।')],
	['an end of a word', say('Das Lagerfeuer ist aus.')],
	['a turn without letters', say('…')],
	['what is in the instructions', say('Urgent calls first.', 'System')],
])('%s makes no call urgent', async (_, turn) => {
	await example.deliver(createInbound({ history: [turn, say('Okay.')] }));
	expect(host.mail.mails).toEqual([]);
});

describe('with wrong settings', () => {
	const days = 'days: 1 to 7 with commas, such as [1, 2, 3]';
	const times = "from and to: HH:MM, such as '08:00'";
	const right = { name: 'ana', ...night };
	const expectRed = async (id: string, ...wrong: string[]) => {
		const message = `Correct Your Settings: ${wrong.join('; ')}.`;
		expect(await example.readFailure(id)).toEqual({ node: 'Correct Your Settings', message });
	};

	test('an urgent call still asks who can be read, and the fallback person, before it ends red', async () => {
		await staff({ ...right, days: ['Mon'] }, { ...right, name: 'ben' });
		const id = await example.startByDelivery(createUrgent());
		await pass(id, 0);
		await pressButton(await readLink(id, 1));
		await expectRed(id, `people, line 1, ${days}`);
		expect(namesOf(alerts())).toEqual(['ben', 'fallback']);
	});

	test('a run by hand, and a call that is not urgent, ask nobody, end red, and name all that is wrong', async () => {
		const wrong: [shift: object, ...forms: string[]][] = [
			[{ days: [1 - 5] }, days],
			[{ days: ['Mon', 2] }, days],
			[{ days: [0, 1] }, days],
			[{ from: 18 }, times],
			[{ to: '6:00 PM' }, times],
			[{ days: 'Mon', from: '8' }, days, times],
			[{ mail: '' }, 'mail: an e-mail address'],
		];
		await staff(right, ...wrong.map(([shift]) => ({ ...right, ...shift })));
		await example.assign('Your Settings', { zone: 'Berlin', team: 'the office' });
		const lines = wrong.flatMap(([, ...forms], index) =>
			forms.map((form) => `people, line ${index + 2}, ${form}`),
		);
		lines.push('zone: an IANA zone such as Europe/Berlin', 'team: an e-mail address');
		await expectRed(await example.begin(), ...lines);
		const call = createInbound({ history: [say('Hello')] });
		await expectRed(await example.startByDelivery(call), ...lines);
		expect(host.mail.mails).toEqual([]);
	});
});
