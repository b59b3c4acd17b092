import { writeReport } from '../../../core/conversation/report/write-report.ts';
import { buildFullRecord, type Json } from '../../interface/build-sample.mts';
import { buildEventText } from '../../../bench/records/build-event-text.mts';
import { convert, readConversation } from './read-fixture.mts';

const full = writeReport(readConversation('shape-a-full'));

function conversationOfTurns(turnCount: number) {
	const event: { data: unknown } = JSON.parse(buildEventText(turnCount, 'missing'));
	return convert(event.data);
}

/** The same record with every text in it replaced. */
function replaceTexts(value: Json, text: string): Json {
	if (typeof value === 'string') return text;
	if (Array.isArray(value)) return value.map((element) => replaceTexts(element, text));
	if (value === null || typeof value !== 'object') return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, child]) => [key, replaceTexts(child, text)]),
	);
}

/** Every place at which a browser would take text for markup. */
const tagNames = (html: string) =>
	new Set([...html.matchAll(/<\/?([a-zA-Z!][\w-]*)/g)].map(([, name]) => name));

test('shows head data, test result, timeline, latency and transcript', () => {
	for (const text of [
		'<h1>Reception</h1>',
		'0b6a0c1e-6d1e-4c55-9d52-0a4c1f9f6a01',
		'<b>2 min 31 s</b>Duration',
		'<b>1</b>Turns that were interrupted',
		'<b>1</b>Tool calls that failed',
		'<b>1.2</b>Median e2e_latency (no unit documented)',
		'<td>3 November 2026 at 09:15:00 (UTC)</td>',
		'+15550100',
		'Autumn reminders',
		'failed: The room closed early.',
		'The caller asked for a person.',
		'<span class="outcome">Failed</span> (Initial, StepsExhausted)',
		'<li>The agent did not confirm the date.</li>',
		'<title>00:00:02 User, 2.3 s</title>',
		'<title>00:00:07 Assistant, 1.5 s, interrupted</title>',
		'<title>00:00:05 find_appointment</title>',
		'<title>00:00:06 move_appointment, failed</title>',
		'aria-label="Latency of 2 turns"',
		'I would like to move\nmy appointment.',
		'move_appointment failed: The calendar did not answer.',
		'<span class="badge">interrupted</span>',
		'to billing-agent',
	]) {
		expect(full).toContain(text);
	}
});

test('has the transcript before the charts', () => {
	const headings = [...full.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, heading]) => heading);
	expect(headings).toEqual(['Agent test', 'Transcript', 'Timeline', 'Latency per turn']);
});

test.each([
	['Europe/Berlin', '3 November 2026 at 10:15:00 GMT+1 (Europe/Berlin)'],
	['America/New_York', '3 November 2026 at 04:15:00 GMT-5 (America/New York)'],
	['Asia/Kolkata', '3 November 2026 at 14:45:00 GMT+5:30 (Asia/'],
	['UTC', '3 November 2026 at 09:15:00 (UTC)'],
	['Nowhere/Land', '3 November 2026 at 09:15:00 (UTC)'],
])('names the time zone of its times: %s', (timeZone, started) => {
	const html = writeReport(readConversation('shape-a-full'), { timeZone });
	expect(html).toContain(`<td>${started}`);
	expect(html).not.toMatch(/\dT\d\d:/);
});

test('shows a moment that is none as it was sent', () => {
	expect(writeReport(convert({ started_at: 'this morning' }))).toContain('<td>this morning</td>');
});

test('shows the instructions of the agent on request alone', () => {
	const instructions = 'You are polite, and offer no discount.';
	const history = [
		{ role: 'System', kind: 'Message', content: instructions, instructions },
		{ role: 'Assistant', content: 'Good morning.' },
	];
	const conversation = convert({ history });
	expect(writeReport(conversation)).toContain('Good morning.');
	expect(writeReport(conversation)).not.toContain('discount');
	expect(writeReport(conversation, { includeSystemTurns: true })).toContain(instructions);
});

test('holds no secret and no address of a recording', () => {
	expect(full).not.toContain('session-token-for-tests');
	expect(full).not.toContain('media.example.com');
});

test('refers to nothing outside itself', () => {
	expect(full).not.toMatch(/https?:|\bsrc=|url\(|@import|<script|<iframe|<a /);
	expect([...full.matchAll(/href="([^"]*)"/g)].map(([, target]) => target)).toEqual(['data:,']);
});

test.each([
	'<script>alert(1)</script>',
	'</title></style></svg><img src=x onerror=alert(1)>',
	'" onmouseover="alert(1)',
	"' autofocus onfocus='alert(1)",
	'<!-- ',
	']]>',
])('%s stays text in every field', (hostile) => {
	const record = replaceTexts(
		{ ...buildFullRecord('A'), url_parameters: { [hostile]: 'x' } },
		hostile,
	);
	if (record === null || typeof record !== 'object' || Array.isArray(record)) {
		throw new Error('no record');
	}
	const turn = { ...buildFullRecord('A'), role: hostile, content: hostile, tool_name: hostile };
	const times = { metrics: { started_speaking_at: '2026-11-03T09:15:04.000Z' } };
	const html = writeReport(
		convert({
			...record,
			history: [
				{ role: hostile, content: hostile, ...times },
				{ ...turn, content: null, ...times },
				{ tool_name: hostile, tool_output: hostile, tool_is_error: true, ...times },
				{ handoff_to_agent_id: hostile },
			],
			wrong: hostile,
			status: hostile,
			duration_seconds: hostile,
			url_parameters: { [hostile]: hostile, wrong: 5, [`${hostile}2`]: 6 },
		}),
	);
	expect(tagNames(html)).toEqual(
		new Set([
			...['!doctype', 'html', 'head', 'meta', 'title', 'link', 'style', 'body', 'h1', 'h2', 'p'],
			...['ul', 'li', 'b', 'table', 'tr', 'th', 'td', 'span', 'svg', 'rect', 'text', 'line'],
			...['path', 'main', 'div'],
			// Only if there is a latency to draw.
			...[...tagNames(html)].filter((name) => name === 'g'),
		]),
	);
	expect(html).not.toContain(hostile);
});

test.each([' ', '\u0007', '\u2028', null])(
	'has a title and a heading for the agent %j',
	(agent_title) => {
		const html = writeReport(convert({ agent_title }));
		expect(html).toContain('<title>Conversation</title>');
		expect(html).toContain('<h1>Conversation</h1>');
	},
);

test('has its content in one main part, whose sections have headings of their own', () => {
	for (const html of [full, writeReport(conversationOfTurns(250))]) {
		expect(html.match(/<main>/g)).toHaveLength(1);
		expect(html.replace(/[^]*<body>\s*<main>|<\/main>\s*<\/body>[^]*/g, '')).not.toMatch(
			/<main|<\/main|<section(?!><h\d>)/,
		);
	}
});

test('a turn that has no time has none in the page, and one after days is no time of day', () => {
	const at = (hour: number) => new Date(Date.UTC(2026, 10, 3, hour)).toISOString();
	const history = [at(0), null, at(96)].map((created_at) => ({ content: 'Hello', created_at }));
	const html = writeReport(convert({ recording_started_at: at(0), history }));
	const times = [...html.matchAll(/<span class="when">(.*?)<\/span>/g)].map(([, time]) => time);
	expect(times).toEqual(['00:00:00', '', '96:00:00']);
	expect(html).not.toContain('<time');
});

test('of an empty record says that nothing was said', () => {
	const html = writeReport(convert({}));
	expect(html).toContain('Nothing was said.');
	expect(html).not.toMatch(/undefined|NaN|Infinity|>null</);
});

test.each(['wrong-types', 'odd-numbers', 'odd-text', 'unknown-values', 'unordered-tools'])(
	'of %s shows no value that is none',
	(name) => {
		expect(writeReport(readConversation(name))).not.toMatch(/undefined|NaN|>null</);
	},
);

test('of 2,000 turns has 24 rows of time at most, and sections of 100 entries', () => {
	const html = writeReport(conversationOfTurns(2000));
	expect(html.match(/aria-label="From/g)?.length).toBeLessThanOrEqual(24);
	expect(html.match(/<h3>Entries/g)).toHaveLength(20);
	expect(html.match(/class="agent faint"/g)?.length).toBeLessThanOrEqual(160);
	expect(html).toContain('<h3>Entries 1 to 100, 00:00:00 to');
});

test('of 5 turns has one row of time and no sections', () => {
	const html = writeReport(conversationOfTurns(5));
	expect(html.match(/aria-label="From/g)).toHaveLength(1);
	expect(html).not.toContain('<h3>');
});

test.each([
	[20, null],
	[21, 'and 1 more'],
	[25, 'and 5 more'],
])('of %i values of a wrong type names 20, and the number of the others', (count, others) => {
	const history = Array.from({ length: count }, () => ({ role: 'User', content: 5 }));
	const html = writeReport(convert({ history }));
	const named = [...html.matchAll(/history\[(\d+)\]\.content: number instead of string/g)];
	expect(named.map(([, index]) => Number(index))).toEqual([...new Array(20).keys()]);
	expect(/and \d+ more/.exec(html)?.[0] ?? null).toBe(others);
});

test('times that are far off draw a page all the same', () => {
	const history = ['2026-11-03T09:15:00Z', '9999-12-31T23:59:59Z', '0001-01-01T00:00:00Z'].map(
		(moment) => ({
			role: 'User',
			content: 'Hello',
			metrics: {
				started_speaking_at: moment,
				stopped_speaking_at: '9999-12-31T23:59:59Z',
				e2e_latency: -5,
			},
		}),
	);
	const html = writeReport(convert({ history }));
	expect(html.match(/aria-label="From/g)?.length).toBeLessThanOrEqual(24);
	expect(html).not.toMatch(/NaN|Infinity|height="-/);
});
