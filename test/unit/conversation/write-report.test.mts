import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { writeReport } from '../../../core/conversation/report/page.ts';
import { buildEventText } from '../../../bench/records/build-event-text.mts';
import report from '../../fixtures/report.json' with { type: 'json' };
import { buildFullRecord } from '../../support/interface/build-sample.mts';
import { convert, readConversation } from '../../support/records/read-fixture.mts';

const full = writeReport(readConversation('shape-a-full'));

/** Every place at which a browser would take text for markup. */
const tagNames = (html: string) =>
	new Set([...html.matchAll(/<\/?([a-zA-Z!][\w-]*)/g)].map(([, name]) => name));

// What a report shows of a whole record is read there; WRITE_OBSERVED=1 writes it anew.
test('shows head data, test result, timeline and transcript', () => {
	const file = path.join(import.meta.dirname, '../../fixtures/records/shape-a-full/report.html');
	const body = full.slice(full.indexOf('<body>'));
	if (process.env.WRITE_OBSERVED === '1') writeFileSync(file, body);
	expect(body).toBe(readFileSync(file, 'utf8'));
});

test('a call that failed without an answer, and one whose answer alone names the tool', () => {
	const call = { tool_name: '', tool_arguments_json: '{}', created_at: '2026-11-03T09:15:00Z' };
	const history = [
		{ ...call, tool_name: 'book', tool_is_error: true },
		{ ...call, tool_call_id: '1', tool_is_error: true },
		{ tool_call_id: '1', tool_name: 'find', tool_output: 'x', tool_is_error: false },
	];
	const html = writeReport(convert({ history }));
	expect(html).toContain('<b>2</b>Tool calls that failed');
	expect(html).toContain('open><summary>book failed when called</summary><div dir="auto">{}');
	expect(html).toContain('open><summary>find failed when called</summary><div dir="auto">{}');
	expect(html).toContain('<title>00:00:00 book failed when called with {}</title>');
	expect(html).toContain('<title>00:00:00 find failed when called with {}</title>');
});

test.each([
	['Europe/Berlin', '10:15:00', 'Europe/Berlin'],
	['America/New_York', '04:15:00', 'America/New York'],
	['Asia/Tokyo', '18:15:00', 'Asia/Tokyo'],
	['UTC', '09:15:00', 'UTC'],
	['Nowhere/Land', '09:15:00', 'UTC'],
])('names the time zone of its times once: %s', (timeZone, started, zone) => {
	const html = writeReport(readConversation('shape-a-full'), { timeZone });
	expect(html).toContain(`<b>3 November 2026 at ${started} (${zone})</b>Started`);
	expect(html.split(zone)).toHaveLength(2);
	expect(html).not.toMatch(/\dT\d\d:|GMT/);
});

test('tells the offset of times about which the clock changes', () => {
	const times = { started_at: '2026-10-25T00:50:00Z', ended_at: '2026-10-25T01:06:00Z' };
	const html = writeReport(convert(times), { timeZone: 'Europe/Berlin' });
	expect(html).toContain('<b>25 October 2026 at 02:50:00 GMT+2 (Europe/Berlin)</b>Started');
	expect(html).toContain('<td>25 October 2026 at 02:06:00 GMT+1</td>');
});

test('shows nothing that was never set', () => {
	const zeros = '00000000-0000-0000-0000-000000000000';
	const unset = {
		...{ id: zeros, call_sid: zeros, test_status: '', test_eval_result: { reasons: [] } },
		...{ started_at: '1970-01-01T00:00:00Z', ended_at: '0001-01-01T00:00:00' },
		...{ audio_url: 'https://a.test/1', audio_url_expires_at: '0001-01-01T00:00:00Z' },
		url_parameters: { ref: zeros, since: '0001-01-01T00:00:00' },
	};
	const html = writeReport(convert({ ...unset, history: [{ handoff_to_agent_id: zeros }] }));
	expect(html).not.toMatch(/0000-0000|0001-01-01|1970|Agent test|until|Handoff/);
	expect(html).toContain('Open the recording');
});

const spoken = { role: 'User', content: 'Hello' };

test.each<{ record: object; shown: string; missing?: string[] }>(report.shown)(
	'of $record the report shows $shown',
	({ record, shown, missing = [] }) => {
		const html = writeReport(convert(record));
		expect(html).toContain(shown);
		for (const text of missing) expect(html).not.toContain(text);
	},
);

test('loads nothing, and refers to nothing outside itself but the recording', () => {
	expect(full).not.toMatch(/\bsrc=|url\(|@import|<script|<iframe/);
	const recording = 'https://media.example.com/17.wav?signature=test';
	expect(full.match(/https?:[^"]*/g)).toEqual([recording]);
	const targets = [...full.matchAll(/href="([^"]*)"/g)].map(([, target]) => target);
	expect(targets.filter((target) => !target?.startsWith('#'))).toEqual(['data:,', recording]);
	const ids = new Set([...full.matchAll(/ id="([^"]*)"/g)].map(([, id]) => `#${id}`));
	const inside = targets.filter((target) => target?.startsWith('#'));
	expect(inside).not.toEqual([]);
	expect(inside.filter((target) => !ids.has(target ?? ''))).toEqual([]);
});

test.each([
	'<script>alert(1)</script>',
	'</title></style></svg><img src=x onerror=alert(1)>',
	'" onmouseover="alert(1)',
	"' autofocus onfocus='alert(1)",
	'<!-- ',
	']]>',
])('%s stays text in every field', (hostile) => {
	const full = { ...buildFullRecord('A'), url_parameters: { [hostile]: 'x' } };
	const record: object = JSON.parse(JSON.stringify(full), (_name, value) =>
		typeof value === 'string' ? hostile : value,
	);
	const times = { metrics: { started_speaking_at: '2026-11-03T09:15:04.000Z' } };
	const history = [
		{ role: hostile, content: hostile, ...times },
		{ tool_name: hostile, tool_arguments_json: hostile, role: hostile, ...times },
		{ tool_name: hostile, tool_output: hostile, tool_is_error: true, ...times },
		{ handoff_to_agent_id: hostile },
	];
	const odd = { wrong: hostile, status: hostile, duration_seconds: hostile };
	const url_parameters = { [hostile]: hostile, wrong: 5, [`${hostile}2`]: 6 };
	const html = writeReport(convert({ ...record, history, ...odd, url_parameters }));
	expect(tagNames(html)).toEqual(
		new Set([
			...['!doctype', 'html', 'head', 'meta', 'title', 'link', 'style', 'body', 'h1', 'h2', 'p'],
			...['ul', 'li', 'b', 'table', 'tr', 'th', 'td', 'span', 'svg', 'rect', 'text', 'line'],
			...['path', 'main', 'div', 'details', 'summary', 'a', 'bdi'],
		]),
	);
	expect(html).not.toContain(hostile);
});

test('a turn that has no time has none in the page, and one after days is no time of day', () => {
	const at = (hour: number) => new Date(Date.UTC(2026, 10, 3, hour)).toISOString();
	const history = [at(0), null, at(96)].map((created_at) => ({ content: 'Hello', created_at }));
	const html = writeReport(convert({ recording_started_at: at(0), history }));
	const times = [...html.matchAll(/<span class="when">(.*?)<\/span>/g)].map(([, time]) => time);
	expect(times).toEqual(['00:00:00', '', '96:00:00']);
	expect(html).not.toContain('<time');
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

test.each(report.summaries)('says in one line what happened in $record', ({ record, line }) => {
	const html = writeReport(convert(record));
	expect(/<bdi class="outcome(.*)/.exec(html)?.[1]).toBe(line);
});

test('says the outcome that a rule gave a call with words, and not that nothing was said', () => {
	const spoken = convert({ history: [{ role: 'User', content: 'Voicemail, please.' }] });
	expect(writeReport({ ...spoken, outcome: 'no_answer' })).not.toContain('said nothing');
	expect(writeReport({ ...spoken, outcome: 'None' })).toContain('>None</bdi>');
});

test('a fold that is too long to print stays shut on paper, and says so', () => {
	const tool = (length: number) => ({ tool_name: 'a', tool_arguments_json: 'x'.repeat(length) });
	const html = writeReport(convert({ history: [tool(2000), tool(2001)] }));
	expect(html.match(/<details class="text(?: long)?"/g)).toEqual([
		'<details class="text"',
		'<details class="text long"',
	]);
});

function conversationOfTurns(turnCount: number) {
	const event: { data: unknown } = JSON.parse(buildEventText(turnCount, 'missing'));
	return convert(event.data);
}

const at = (second: number) => new Date(Date.UTC(2026, 10, 3, 9, 0, second)).toISOString();
const speech = { started_speaking_at: at(0), stopped_speaking_at: at(5) };

test('marks an interruption once, also where speech and row end together', () => {
	const say = (start: number, stop: number, interrupted: boolean) => ({
		...{ role: 'User', content: 'Hello', interrupted },
		metrics: { started_speaking_at: at(start), stopped_speaking_at: at(stop) },
	});
	const history = [say(0, 60, true), say(90, 100, false)];
	const html = writeReport(convert({ recording_started_at: at(0), history }));
	// The second is in the legend.
	expect(html.match(/<line class="mark"/g)).toHaveLength(2);
});

test('of 2,000 turns has 12 rows of time at most, and sections of 100 entries', () => {
	const html = writeReport(conversationOfTurns(2000));
	expect(html.match(/aria-label="From/g)?.length).toBeLessThanOrEqual(12);
	expect(html.match(/<h3 lang="en">Entries/g)).toHaveLength(20);
	expect(html).toContain('<h3 lang="en">Entries 1 to 100, 00:00:01 to');
});

test('of 5 turns has one row of time and no sections', () => {
	const times = { ended_at: null, duration_seconds: null };
	const html = writeReport({ ...conversationOfTurns(5), ...times });
	expect(html.match(/aria-label="From/g)).toHaveLength(1);
	expect(html).not.toContain('<h3');
});

test('times that are far off draw a page all the same', () => {
	const stopped_speaking_at = '9999-12-31T23:59:59Z';
	const starts = ['2026-11-03T09:15:00Z', stopped_speaking_at, '0001-01-01T00:00:00Z'];
	const history = starts.map((started_speaking_at) => ({
		...{ role: 'User', content: 'Hello' },
		metrics: { started_speaking_at, stopped_speaking_at, e2e_latency: -5 },
	}));
	const html = writeReport(convert({ history }));
	expect(html.match(/aria-label="From/g)?.length).toBeLessThanOrEqual(12);
	expect(html).not.toMatch(/NaN|Infinity|height="-/);
});

test.each([
	[{ ended_at: at(720) }, '00:12:00'],
	[{ duration_seconds: 600 }, '00:10:00'],
	[{}, '00:00:06'],
])('draws the time up to the end of the call: %j', (end, last) => {
	const record = { started_at: at(0), history: [{ ...spoken, metrics: speech }], ...end };
	const html = writeReport(convert(record));
	const labels = [...html.matchAll(/aria-label="From \S+ to (\S+)"/g)].map(([, to]) => to);
	expect(labels.at(-1)).toBe(last);
});

test('says of a turn without speaking times not how long it took', () => {
	const history = [
		{ ...spoken, created_at: at(0) },
		{ ...spoken, metrics: speech },
	];
	const html = writeReport(convert({ started_at: at(0), history }));
	const titles = [...html.matchAll(/<title>(0.*?)<\/title>/g)].map(([, title]) => title);
	expect(titles).toEqual(['00:00:00 Customer', '00:00:00 Customer, 5 s']);
});
