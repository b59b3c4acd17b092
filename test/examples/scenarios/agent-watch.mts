import { addRows, updateDataTable } from '../../support/n8n/data-tables.mts';
import { setUps } from '../set-ups.mts';
import { host, useExample } from '../use-example.mts';

const table = 'voice_agent_calls';
const today = new Date().setUTCHours(0, 0, 0, 0);
/** The first moment of a day so many days before today, or the last one. */
const at = (daysAgo: number, moment: 'first' | 'last' = 'first') =>
	new Date(today - 86_400_000 * daysAgo + (moment === 'last' ? 86_399_999 : 0)).toISOString();

// Two weeks as call-log-data-table writes them: agent-1 is changed five days ago, agent-2 has no version,
// agent-3 has another one in each call.
const [first, second, parcels] = [
	{ agent_id: 'agent-1', agent: 'Reception <b>', fingerprint: 'first' },
	{ agent_id: 'agent-1', agent: 'Reception <b>', fingerprint: 'second' },
	{ agent_id: 'agent-2', agent: 'Parcels' },
];
const seconds = (user_speech_seconds: number, agent_speech_seconds: number) => ({
	...{ user_speech_seconds, agent_speech_seconds },
});
const calls = [
	{ ...first, started_at: at(15, 'last'), outcome: 'failed' },
	{ ...first, started_at: at(14), latencies: '0.5 1.9', ...seconds(5, 10) },
	{ ...first, started_at: at(10), outcome: 'failed', latencies: '2.5 1 1', tool_errors: 2 },
	{ ...first, started_at: at(9), latencies: '1', ...seconds(3, 6) },
	{ ...first, started_at: at(8, 'last'), latencies: '2', ...seconds(2.4, 4) },
	{ ...first, started_at: at(7), latencies: '1', tool_errors: 1, ...seconds(1, 2) },
	{ ...second, started_at: at(5), outcome: 'failed', latencies: '2.1 3', ...seconds(6, 9) },
	{ ...second, started_at: at(3), outcome: 'no_answer', answered: false, ...seconds(0, 3) },
	{ ...second, started_at: at(1, 'last'), outcome: 'failed', latencies: '2.001', tool_errors: 3 },
	{ ...second, started_at: at(0), outcome: 'failed' },
	...[100, 50].map((score) => ({ ...parcels, started_at: at(13), score })),
	{ ...parcels, started_at: at(2), score: 50 },
	...[4, 3, 2, 1].map((ago) => ({
		...{ agent_id: 'agent-3', agent: 'Night', started_at: at(ago), fingerprint: `of day ${ago}` },
	})),
];

/** The rows of a table of the mail: what they name, now and before. */
const readTable = (html: string) => {
	const cell = '<td align="right">(.*?)</td>';
	const rows = html.matchAll(new RegExp(`<tr><td>([^<]+)</td>${cell}${cell}`, 'g'));
	return [...rows].map(([, ...cells]) => cells);
};

// The example against a real mail server and a chat.
const example = useExample('agent-watch', () => setUps['agent-watch']);

let mail = '';
let messages: string[] = [];

async function runOnMonday(): Promise<void> {
	await example.run('Every Monday');
	mail = String(host.mail.mails[0]?.html);
	messages = [...host.vendors.chat.messages];
}

/** What the mail says of an agent. */
const read = (agent: string) => mail.split('<h3>').find((part) => part.startsWith(agent)) ?? '';

test('a Monday without calls sends nothing and reports no error', async () => {
	const run = await example.run('Every Monday');
	// From now on there is the table.
	expect(run.items('Get Calls')).toEqual([]);
	expect([host.mail.mails, host.vendors.chat.messages]).toEqual([[], []]);
});

test('the mail counts two weeks of calls, and no call of today or of 15 days ago', async () => {
	const usual = { outcome: 'completed', answered: true, latencies: '', tool_errors: 0 };
	await addRows(
		host.session,
		table,
		calls.map((call) => ({ ...usual, ...seconds(4, 8), ...call })),
	);
	await runOnMonday();
	expect(readTable(read('Reception ‹b>').split('<p>The')[0] ?? '')).toEqual([
		['Calls', '4', '4'],
		['Outcomes', 'completed 1, failed 2, no_answer 1', 'completed 3, failed 1'],
		['No answer, %', '25', '0'],
		['Failed calls, %', '50', '25'],
		['Calls with a failed tool, %', '50', '25'],
		['Slow responses, %', '75', '14.3'],
		['Score, %', '–', '–'],
		['Failed tools', '4', '2'],
		['Slow responses', '3', '1'],
		['Speech of customers, s', '11', '14'],
		['Speech of the agent, s', '22', '28'],
	]);
	expect(readTable(read('Parcels'))).toContainEqual(['Score, %', '50', '75']);
});

test('calls before a change of the agent are compared with those after', () => {
	const [, changed = ''] = read('Reception').split('<p>The agent was changed: its calls since');
	expect(readTable(changed)).toEqual([
		['Calls', '3', '5'],
		['Outcomes', 'failed 2, no_answer 1', 'completed 4, failed 1'],
		['No answer, %', '33.3', '0'],
		['Failed calls, %', '66.7', '20'],
		['Calls with a failed tool, %', '33.3', '40'],
		['Slow responses, %', '100', '12.5'],
		['Score, %', '–', '–'],
		['Failed tools', '3', '3'],
		['Slow responses', '3', '1'],
		['Speech of customers, s', '10', '15'],
		['Speech of the agent, s', '20', '30'],
	]);
	expect(read('Parcels')).toContain('Version of the agent: not known.');
	expect(read('Night')).toContain('4 versions of the agent in two weeks: not compared.');
});

test('the chat names what became worse by more than the limit, and mentions nobody', () => {
	const change = `since the change of ${at(5).slice(0, 10)}`;
	expect(messages).toEqual([
		[
			'Became worse:',
			'Reception ‹b>: No answer in this week: 25 %, before 0 %',
			'Reception ‹b>: Failed calls in this week: 50 %, before 25 %',
			'Reception ‹b>: Calls with a failed tool in this week: 50 %, before 25 %',
			'Reception ‹b>: Slow responses in this week: 75 %, before 14.3 %',
			`Reception ‹b>: No answer ${change}: 33.3 %, before 0 %`,
			`Reception ‹b>: Failed calls ${change}: 66.7 %, before 20 %`,
			`Reception ‹b>: Slow responses ${change}: 100 %, before 12.5 %`,
			'Parcels: Score in this week: 50 %, before 75 %',
		].join('\n'),
	]);
});

test('the chart is made of cells, as wide as the shares', () => {
	expect(read('Reception')).toContain('<table width="50%" bgcolor="#2563eb"');
	expect(read('Reception')).not.toMatch(/<(script|svg|img)/);
});

test('within the limits no message follows', async () => {
	await updateDataTable(host, table, "started_at = '2020-01-01'", "agent_id <> 'agent-2'");
	await updateDataTable(host, table, 'score = 90', 'score = 50');
	await runOnMonday();
	expect(readTable(read('Parcels'))).toContainEqual(['Score, %', '90', '95']);
	expect(messages).toEqual([]);
});

describe('a channel that takes nothing', () => {
	const { mail_to } = setUps['agent-watch'].assignments['Your Settings'];
	const closeMail = () => example.assign('Your Settings', { mail_to: 'nobody@mail.example.com' });
	const closeChat = () =>
		host.vendors.switchboard.set({ request: 'POST /hooks/REPLACE-ME', kind: 'invalid', times: 9 });
	beforeAll(() => updateDataTable(host, table, 'score = 10', `started_at > '${at(7)}'`));
	afterEach(async () => {
		host.vendors.switchboard.mend();
		await example.assign('Your Settings', { mail_to });
	});

	test('an e-mail that is not confirmed is told in the chat', async () => {
		await closeMail();
		await example.run('Every Monday');
		expect(host.mail.mails).toEqual([]);
		expect(host.vendors.chat.messages).toEqual([
			expect.stringContaining('Became worse:'),
			expect.stringContaining('if it is missing, run the workflow by hand'),
		]);
	});

	test('a message that the chat does not confirm is told by e-mail', async () => {
		closeChat();
		await example.run('Every Monday');
		expect(host.mail.mails).toMatchObject([
			{ text: expect.stringContaining('Parcels: Score in this week: 10 %') },
			{ html: expect.stringContaining('<h3>Parcels') },
		]);
	});

	test('without both it is red', async () => {
		await closeMail();
		closeChat();
		const id = await example.begin('Every Monday');
		expect(await example.readFailure(id)).toMatchObject({ node: 'Nobody Was Told' });
	});
});
