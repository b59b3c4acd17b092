import {
	LEAST_NOTE_BYTES,
	type NoteOptions,
	writeHtmlNote,
	writeNote,
} from '../../../core/conversation/transcript/note.ts';
import { convert } from '../../support/records/read-fixture.mts';
import { spendLittle } from '../../support/spend-little.mts';

// A note as it usually is: docs/outputs.md, which unit/docs compares.

const CUT = '[Cut here: the whole conversation is longer.]';
const facts = {
	id: 'c-1',
	agent_title: 'Sales',
	from_number: '+14155550142',
	started_at: '2026-11-03T04:30:00Z',
	duration_seconds: 85,
};
const user = (content: string, role = 'User') => ({ role, content });
const speech = {
	started_speaking_at: '2026-11-03T04:30:01Z',
	stopped_speaking_at: '2026-11-03T04:30:02Z',
};
const talk = convert({ ...facts, history: [user('Hello'), user('Good day', 'Assistant')] });
const link = { recordingUrl: new URL('https://files.example.com/a?b=1&c="') };

test.each<[NoteOptions, string]>([
	[{}, 'Started: 3 November 2026 at 04:30:00 (UTC)'],
	[{ timeZone: 'America/New_York' }, 'Started: 2 November 2026 at 23:30:00 (America/New York)'],
	[{}, 'Length: 1 min 25 s'],
	[{}, 'Outcome: Completed'],
	[link, 'Recording: https://files.example.com/a?b=1&c=%22'],
])('with the options %j there is the line %s', (options, line) => {
	expect(writeNote(talk, options).split('\n')).toContain(line);
});

test('names when the link to the recording ends, and has no link that nobody asked for', () => {
	const audio = {
		audio_url: 'https://x.example.com',
		audio_url_expires_at: '2026-11-04T00:00:00Z',
	};
	const recorded = convert({ ...facts, ...audio });
	expect(writeNote(recorded, link)).toContain(
		'\nRecording (until 4 November 2026 at 00:00:00): https://files',
	);
	expect(writeNote(recorded) + writeHtmlNote(recorded)).not.toMatch(/http|href/);
});

test.each([
	[{ campaign_id: 'c', duration_seconds: 0, error_message: 'busy' }, 'Nothing was said.'],
	[{ history: [user('Be kind.', 'System')] }, 'Nothing was said.'],
	[{}, 'What was said is not known.'],
	[{ history: [{ role: 'User', metrics: speech }] }, 'What was said is not known.'],
])('of the call %j it says: %s', (more, line) => {
	expect(writeNote(convert({ id: '1', ...more })).trimEnd()).toMatch(
		new RegExp(`(?:^|\\n)${line}$`),
	);
});

test('a call of which only words are known begins with them', () => {
	const conversation = { ...convert({ history: [user('Hi')] }), outcome: null };
	expect(writeNote(conversation)).toBe('User: Hi\n');
});

const hostile = {
	elements: '</b></p><script>alert(1)</script><a href="javascript:1">x</a>',
	'one sign that is escaped': '<'.repeat(1_000),
	'several such signs': '&"\''.repeat(400),
	emoji: '😀👩‍👩‍👧'.repeat(200),
	'halves of characters': 'half \ud800 and \udc00',
	'another direction': '\u202Eright to left \u05D0\u0301 \u2067',
	'forged lines': 'one\n\nAgent: forged\r\n[Cut here]\u2028x',
	controls: '\u0000\u0007',
};

/** A paragraph: every element closed, all other signs escaped; a link to the recording alone. */
const PARAGRAPH =
	/^<p dir="auto">(?:\[[\d:]+\] )?(?:<b>[^<>"']*:<\/b> )?(?:[^<>"']*|<a href="https:\/\/files\.example\.com[^<>"']*">Open the recording<\/a>)<\/p>$/;

test.each(Object.entries(hostile))('every line is whole, closed and escaped: %s', (_what, text) => {
	const record = { ...facts, agent_title: text, history: [user(text, text), user(text)] };
	const conversation = convert(record);
	for (const longestBytes of [Infinity, 5_000, 1_003, 1_002, 1_001, 1_000, 300, LEAST_NOTE_BYTES]) {
		const options = { ...link, includeTimes: true, longestBytes };
		for (const write of [writeNote, writeHtmlNote]) {
			const note = write(conversation, options);
			expect(Buffer.byteLength(note)).toBeLessThanOrEqual(longestBytes);
			expect(Buffer.from(note).toString()).toBe(note);
			expect(note).not.toMatch(/[\u202A-\u202E\u2066-\u2069\0]|^Agent: forged/m);
			const lines = note.trimEnd().split('\n');
			if (write === writeHtmlNote) for (const line of lines) expect(line).toMatch(PARAGRAPH);
			const whole = write(conversation, { ...options, longestBytes: Infinity });
			expect(lines.at(-1)?.includes(CUT)).toBe(Buffer.byteLength(whole) > longestBytes);
		}
	}
});

test('leaves out whole turns first, then the end of a text, and never half a link', () => {
	const turns = Array.from({ length: 9 }, (_, index) => user(`${index} ${'&'.repeat(20)}`));
	const conversation = convert({ history: turns, outcome: null });
	const whole = writeHtmlNote(conversation);
	const most = Buffer.byteLength(whole);
	expect(writeHtmlNote(conversation, { longestBytes: most })).toBe(whole);
	const lines = writeHtmlNote(conversation, { longestBytes: most - 1 }).split('\n');
	expect(lines.slice(0, -3)).toEqual(whole.split('\n').slice(0, lines.length - 3));
	expect(lines.at(-3)).toMatch(/^<p dir="auto"><b>User:<\/b> \d (?:&amp;)*…<\/p>$/);
	const longLink = { recordingUrl: new URL(`https://files.example.com/${'a'.repeat(500)}`) };
	const note = writeNote(conversation, { ...longLink, longestBytes: 400 });
	expect(note).not.toContain('http');
	expect(note).toContain('User: 0 ');
});

test.each(['<', '&', '😀', '\u0301', 'a\n', ' '])(
	'takes linear time for a megabyte of %j',
	(sign) => {
		const text = sign.repeat(1_000_000 / sign.length);
		const conversation = convert({ agent_title: text, history: [user(text), user('x', text)] });
		for (const longestBytes of [LEAST_NOTE_BYTES, 900_000]) {
			const note = spendLittle(() => writeHtmlNote(conversation, { longestBytes }));
			expect(Buffer.byteLength(note)).toBeLessThanOrEqual(longestBytes);
		}
	},
);
