import { URL_FIELDS } from '../../../core/conversation/conversation.ts';
import { measureLatency } from '../../../core/conversation/statistics.ts';
import { convert } from '../../support/records/read-fixture.mts';

test.each([
	[[], { count: 0, median: null, p95: null, maximum: null }],
	[[2], { count: 1, median: 2, p95: 2, maximum: 2 }],
	[[4, 1], { count: 2, median: 2.5, p95: 4, maximum: 4 }],
	[[3, 1, 2], { count: 3, median: 2, p95: 3, maximum: 3 }],
	[[10, 9, 1, 2], { count: 4, median: 5.5, p95: 10, maximum: 10 }],
	[[-1, -3], { count: 2, median: -2, p95: -1, maximum: -1 }],
	[
		Array.from({ length: 100 }, (_, index) => 100 - index),
		{ count: 100, median: 50.5, p95: 95, maximum: 100 },
	],
	[[1e308, 1.5e308], { count: 2, median: 1.25e308, p95: 1.5e308, maximum: 1.5e308 }],
])('the latency of %#', (values, expected) => {
	expect(measureLatency(values)).toEqual(expected);
});

const say = (start: string | null, stop: string | null, role = 'User') => ({
	role,
	content: 'Hello',
	metrics: {
		started_speaking_at: start === null ? null : `2026-11-03T09:15:${start}Z`,
		stopped_speaking_at: stop === null ? null : `2026-11-03T09:15:${stop}Z`,
	},
});

const never = { role: 'User', metrics: { ...say(null, '10').metrics } };
never.metrics.started_speaking_at = '0001-01-01 00:00:00';

describe('speaking time', () => {
	test.each([
		['adds up by speaker', [say('10', '12.5'), say('20', '21'), say('30', '31', 'Agent')], 3.5, 1],
		['is unknown without speech', [say(null, null)], null, null],
		['is 0 for speech of no length', [say('10', '10')], 0, null],
		['is unknown for speech that ends before it begins', [say('30', '25')], null, null],
		['is unknown for speech that began when none was set', [never], null, null],
		['leaves out speech with one end', [say('10', '12'), say('30', null)], 2, null],
	])('%s', (_name, history, user, agent) => {
		expect(convert({ history }).statistics.speaking_seconds_by_role).toEqual({ user, agent });
	});
});

// That has_audio alone says so, too, is in test/unit/delivery/filters.
test.each(Object.values(URL_FIELDS))('there is a recording by %s, unless that is empty', (name) => {
	const hasRecording = (url: unknown) =>
		convert({ has_audio: false, [name]: url }).statistics.has_recording;
	expect(hasRecording('https://media.example.com/1.ogg')).toBe(true);
	for (const nothing of ['', ' ', null, 'None', [], false])
		expect(hasRecording(nothing)).toBe(false);
	for (const unread of [['https://media.example.com/1.ogg'], { url: 'a' }, true]) {
		expect(hasRecording(unread)).toBeNull();
	}
});

test.each([
	['yes', null],
	[2, null],
	['None', false],
	[null, false],
])('has_audio of %j says of a recording: %j', (has_audio, said) => {
	expect(convert({ has_audio }).statistics.has_recording).toBe(said);
});
