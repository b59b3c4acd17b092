import { generateCalls, twoWeeks, writeRecord, type KnownCall } from '../generate-calls.mts';
import { readDataTable, updateDataTable } from '../../support/n8n/data-tables.mts';
import { host, useExample } from '../use-example.mts';

const seed = 46;
const table = 'voice_agent_calls';
const slowSeconds = 2;
const known = [
	// One agent is changed in the second week, and serves its customers worse from then on. It has two calls
	// on the days at which one week ends and the other begins.
	...generateCalls(
		seed,
		(ago) => ({
			...{ agentId: 'agent-1', agent: 'Reception <b>', badShare: ago > 5 ? 0.2 : 0.9 },
			prompt: ago > 5 ? 'Be kind.' : 'Be brief.',
		}),
		[...twoWeeks, 8, 7],
	),
	...generateCalls(
		seed + 1,
		() => ({ agentId: 'agent-2', agent: 'Parcels', badShare: 0, prompt: null }),
		[13, 9, 6, 2],
	),
	// The date in its prompt is another for each call.
	...generateCalls(
		seed + 2,
		(ago) => ({ agentId: 'agent-3', agent: 'Night', badShare: 0, prompt: `Today is ${ago}.` }),
		[4, 3, 2, 1],
	),
];
const ofNeitherWeek = generateCalls(
	seed + 3,
	() => ({ agentId: 'agent-1', agent: 'Reception <b>', badShare: 1, prompt: 'Another.' }),
	[15, 16, 0],
);

const ofAgent = (id: string) => known.filter(({ agentId }) => agentId === id);
/** In the last seven days before today. */
const isThisWeek = ({ startedAt }: KnownCall) =>
	Date.parse(startedAt) >= new Date().setUTCHours(0, 0, 0, 0) - 7 * 86_400_000;
const isBrief = ({ prompt }: KnownCall) => prompt === 'Be brief.';

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
const share = (part: number, whole: number) =>
	whole === 0 ? '–' : String(Math.round((1000 * part) / whole) / 10);

/** What the mail is to say of some calls, worked out of how they were planned. */
function count(calls: KnownCall[]): Record<string, string> {
	const withOutcome = (outcome: string) => calls.filter((call) => call.outcome === outcome).length;
	const outcomes = ['completed', 'failed', 'no_answer'].filter(withOutcome);
	const latencies = calls.flatMap((call) => call.latencies);
	const slow = latencies.filter((seconds) => seconds > slowSeconds).length;
	const withFailedTool = calls.filter(({ failedTools }) => failedTools > 0).length;
	return {
		Calls: String(calls.length),
		Outcomes: outcomes.map((outcome) => `${outcome} ${withOutcome(outcome)}`).join(', '),
		'No answer, %': share(withOutcome('no_answer'), calls.length),
		'Failed calls, %': share(withOutcome('failed'), calls.length),
		'Calls with a failed tool, %': share(withFailedTool, calls.length),
		'Slow responses, %': share(slow, latencies.length),
		'Score, %': '–',
		'Failed tools': String(sum(calls.map(({ failedTools }) => failedTools))),
		'Slow responses': String(slow),
		'Speech of customers, s': String(sum(calls.map(({ userSeconds }) => userSeconds))),
		'Speech of the agent, s': String(sum(calls.map(({ agentSeconds }) => agentSeconds))),
	};
}

/** The same of those now, and of the others, as both columns of a table. */
const compare = (calls: KnownCall[], isNow: (call: KnownCall) => boolean) => [
	count(calls.filter(isNow)),
	count(calls.filter((call) => !isNow(call))),
];

/** Both columns of a table of the mail, by the names of its rows. */
function readTable(html: string): Record<string, string>[] {
	const cell = '<td align="right">(.*?)</td>';
	const rows = [...html.matchAll(new RegExp(`<tr><td>([^<]+)</td>${cell}${cell}`, 'g'))];
	return [2, 3].map((column) => Object.fromEntries(rows.map((row) => [row[1], row[column]])));
}

// The example behind the one that writes the calls, against a real mail server and a chat.
const log = useExample('call-log-data-table');
const example = useExample('agent-watch');

beforeAll(() => log.publish());

let mail = '';
let messages: string[] = [];

async function runOnMonday(): Promise<void> {
	await example.run('Every Monday');
	mail = String(host.mail.mails[0]?.html);
	messages = [...host.chat.messages];
}

/** What the mail says of an agent. */
const read = (agent: string) => mail.split('<h3>').find((part) => part.startsWith(agent)) ?? '';

test('a Monday without calls sends nothing and reports no error', async () => {
	const run = await example.run('Every Monday');
	expect(run.items('Get Calls')).toEqual([]);
	expect([host.mail.mails, host.chat.messages]).toEqual([[], []]);
});

test(`the mail counts two weeks of calls as they were (seed ${seed})`, async () => {
	const records = [...known, ...ofNeitherWeek].map((call) => writeRecord(host.sandbox, call));
	await log.deliverAll(records);
	// A later state of one that is there.
	await log.deliver({ ...records[0], status: 'Corrected' });
	expect(await readDataTable(host.session, table)).toHaveLength(records.length);
	await runOnMonday();
	for (const [id, name] of [
		['agent-1', 'Reception &lt;b>'],
		['agent-2', 'Parcels'],
	] as const) {
		const shown = readTable(read(name).split('<p>')[0] ?? '');
		expect(shown).toEqual(compare(ofAgent(id), isThisWeek));
	}
});

test('calls before a change of the agent are compared with those after', () => {
	const [, changed = ''] = read('Reception').split('<p>');
	expect(changed).toContain('The agent was changed');
	const isShown = ([name]: [string, unknown]) => name === 'Calls' || name.endsWith(', %');
	expect(readTable(changed)).toEqual(
		compare(ofAgent('agent-1'), isBrief).map((column) =>
			Object.fromEntries(Object.entries(column).filter(isShown)),
		),
	);
	expect(read('Parcels')).toContain('Version of the agent: not known.');
	expect(read('Night')).toContain('4 versions of the agent in two weeks: not compared.');
});

test('the chat names what became worse by more than the limit, and mentions nobody', () => {
	const worse = (name: string, since: string, [now, before]: Record<string, string>[]) =>
		Object.keys(now ?? {})
			.filter((row) => row.endsWith(', %') && Number(now?.[row]) - Number(before?.[row]) > 10)
			.map((row) => {
				const what = `${name}: ${row.slice(0, -3)} ${since}`;
				return `${what}: ${now?.[row]} %, before ${before?.[row]} %`;
			});
	const [reception, parcels] = [ofAgent('agent-1'), ofAgent('agent-2')];
	const changed = reception.find(isBrief)?.startedAt.slice(0, 10);
	const lines = [
		...worse('Reception ‹b>', 'in this week', compare(reception, isThisWeek)),
		...worse('Reception ‹b>', `since the change of ${changed}`, compare(reception, isBrief)),
		...worse('Parcels', 'in this week', compare(parcels, isThisWeek)),
	];
	expect(lines.length).toBeGreaterThan(2);
	expect(messages).toEqual([['Became worse:', ...lines].join('\n')]);
});

test('the chart is made of cells, as wide as the shares', () => {
	const html = read('Reception');
	const [, value = ''] = /Failed calls, %<\/td><td align="right">([\d.]+)</.exec(html) ?? [];
	expect(html).toContain(`<td width="${value}%" height="8" bgcolor="#2563eb"`);
	expect(html).not.toMatch(/<(script|svg|img)/);
});

test('scores are averaged, and within the limits no message follows', async () => {
	const set = (values: string, where: string) => updateDataTable(host, table, values, where);
	const id = `call-${seed + 1}`;
	await set("score = 50, latencies = ''", `conversation_id like '${id}-%'`);
	await set('score = 100', `conversation_id = '${id}-2-0'`);
	await set("started_at = '2020-01-01'", "agent_id in ('agent-1', 'agent-3')");
	await runOnMonday();
	const [now, before] = readTable(read('Parcels'));
	expect([now?.['Score, %'], before?.['Score, %']]).toEqual(['75', '50']);
	expect(messages).toEqual([]);
});
