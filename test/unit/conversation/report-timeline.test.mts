import { writeReport } from '../../../core/conversation/report/page.ts';
import { buildEventText } from '../../../bench/records/build-event-text.mts';
import { convert } from '../../support/records/read-fixture.mts';

function conversationOfTurns(turnCount: number) {
	const event: { data: unknown } = JSON.parse(buildEventText(turnCount, 'missing'));
	return convert(event.data);
}

const at = (second: number) => new Date(Date.UTC(2026, 10, 3, 9, 0, second)).toISOString();
const spoken = { role: 'User', content: 'Hello' };
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
	expect(html).toContain('<h3 lang="en">Entries 1 to 100, 00:00:00 to');
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
	expect(titles).toEqual(['00:00:00 User', '00:00:00 User, 5 s']);
});
