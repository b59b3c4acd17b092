import fc from 'fast-check';
import { applyStatements, type OutputOptions } from '../../../core/conversation/outputs.ts';
import { parseItem } from '../../../core/record/item.ts';
import { convert } from '../../support/records/read-fixture.mts';
import { countRuns } from '../../support/records/mutate-record.mts';

const agent = { role: 'Assistant', content: 'Hello, who is calling?' };
const speech = (started_speaking_at: unknown, stopped_speaking_at: unknown) => ({
	metrics: { started_speaking_at, stopped_speaking_at },
});
const start = '2026-06-12T18:48:04.000Z';
const stop = '2026-06-12T18:48:09.000Z';

describe('one more entry beside what the agent said', () => {
	test.each<[boolean | null, string, unknown]>([
		[true, 'text of the caller', { role: 'User', content: 'I need a plumber.' }],
		[true, 'a list of texts, as LiveKit writes it', { role: 'user', content: ['Hi', 'there'] }],
		[true, 'speech that was not recognized', { role: 'User', content: '', ...speech(start, stop) }],
		[true, 'speech without any content', { role: 'User', ...speech(start, stop) }],
		[null, 'speech of nobody', { content: '', ...speech(start, stop) }],
		[null, 'speech of an unknown role', { role: 'Lodger', ...speech(start, stop) }],
		[null, 'a text in place of an entry', 'Caller: hi'],
		[null, 'a number in place of an entry', 5],
		[null, 'nothing in place of an entry', null],
		[null, 'a list with more than texts', { role: 'User', content: ['Hi', { text: 'there' }] }],
		[null, 'an object as content', { role: 'User', content: { text: 'Hi' } }],
		[null, 'a number as content', { role: 'User', content: 42 }],
		[null, 'content of another type, of nobody', { content: { text: 'Hi' } }],
		[null, 'words under another name', { role: 'User', text: 'Hi' }],
		[null, 'a list under another name', { role: 'User', content: '', words: [{ word: 'Hi' }] }],
		[null, 'an object under another name', { role: 'User', message: { text: 'Hi' } }],
		[null, 'words under another name, of an unknown role', { role: 'Lodger', text: 'Hi' }],
		[null, 'words in another spelling', { Role: 'User', Content: 'Hi' }],
		[null, 'words beside a tool without a name', { role: 'User', text: 'Hi', tool_name: '' }],
		[null, 'a start of speech alone', { role: 'User', content: ' ', ...speech(start, null) }],
		[null, 'speech in seconds since 1970', { role: 'User', ...speech(1_781_290_084.2, 0) }],
		[null, 'speech at a time that is none', { role: 'User', ...speech('soon', 'later') }],
		[null, 'speech that ends before it begins', { role: 'User', ...speech(stop, start) }],
		[null, 'times in another spelling', { role: 'User', metrics: { StartedSpeakingAt: start } }],
		[false, 'empty text', { role: 'User', content: '' }],
		[false, 'an empty list', { role: 'User', content: [] }],
		[false, 'a list of empty texts', { role: 'User', content: ['', ' '] }],
		[false, 'characters that nobody sees', { role: 'User', content: '\u200b\u2060\u2800\u3164' }],
		[false, 'speech of no length', { role: 'User', ...speech(start, start) }],
		[false, 'times that were never set', { role: 'User', ...speech('0001-01-01T00:00:00', ' ') }],
		[false, 'nothing under other names', { role: 'User', text: ' ', words: [], extra: {}, at: 5 }],
		[false, 'its role in another spelling', { Role: 'User' }],
		[false, "a tool's words under another name", { text: 'sunny', tool_call_id: '1' }],
		[false, 'a handoff with a reason', { handoff_to_agent_id: 'a', reason: 'Sales' }],
		[false, 'instructions with a name', { instructions: 'Be kind.', title: 'Greeting' }],
		[false, 'tools that were added', { tools_added: ['find'], title: 'Greeting' }],
		[false, 'unread words of the agent', { role: 'Agent', content: { text: 'Hi' }, text: 'Hi' }],
		[false, 'unread words of the system', { role: 'System', content: { text: 'Be kind.' } }],
		[false, 'speech of the agent', { role: 'Agent', content: '', ...speech(start, stop) }],
	])('answered is %j with %s', (answered, _name, entry) => {
		for (const history of [
			[agent, entry],
			[entry, agent],
		]) {
			const read = convert({ history });
			expect(read.answered).toBe(answered);
			const outcome = answered === null ? null : answered ? 'completed' : 'no_answer';
			expect(read.outcome).toBe(outcome);
		}
	});
});

test('entries that were not read count beyond the issues that are listed', () => {
	const wrong = { role: 'Assistant', content: 'Hi', interrupted: 'no' };
	const history = [...Array.from({ length: 60 }, () => wrong), 'Caller: hi'];
	expect(convert({ history })).toMatchObject({ answered: null, parse_issue_count: 61 });
});

test('a list of texts is read as text, one line each, and reported', () => {
	const { history, transcript, parse_issues } = convert({
		history: [{ role: 'user', content: ['I need a plumber.', 'Today.'] }],
	});
	expect(history).toEqual([{ role: 'user', content: 'I need a plumber.\nToday.', metrics: {} }]);
	expect(transcript).toBe('user: I need a plumber. Today.');
	const issue = { path: 'history[0].content', expected: 'string', received: 'array' };
	expect(parse_issues).toEqual([issue]);
});

const dialled = {
	campaign_id: 'c',
	duration_seconds: 0,
	error_message: 'dial_no_answer',
	history: null,
};
const outbound: OutputOptions = { direction: 'outbound' };
const inbound: OutputOptions = { direction: 'inbound' };

test.each<[boolean | null, string | null, string, object, OutputOptions?]>([
	[false, 'no_answer', 'that never connected', dialled],
	[false, 'no_answer', 'whose history is missing', { ...dialled, history: undefined }],
	[false, 'no_answer', 'whose duration is text', { ...dialled, duration_seconds: '0.0' }],
	[false, 'no_answer', 'whose direction is set', { ...dialled, campaign_id: null }, outbound],
	[null, 'failed', 'that the user calls inbound', dialled, inbound],
	[null, 'failed', 'of an unknown direction', { ...dialled, campaign_id: null }],
	[null, 'failed', 'that took a second', { ...dialled, duration_seconds: 1 }],
	[null, 'failed', 'whose duration is not known', { ...dialled, duration_seconds: null }],
	[null, 'failed', 'whose duration is unreadable', { ...dialled, duration_seconds: 'none' }],
	[null, 'failed', 'whose history is unreadable', { ...dialled, history: 'User: hi' }],
	[null, null, 'without an error', { ...dialled, error_message: ' ' }],
	[false, 'failed', 'in a failed room', { ...dialled, room_metadata: { failed: true } }],
	[
		true,
		'failed',
		'in which somebody spoke',
		{ ...dialled, history: [{ role: 'User', content: 'Hi' }] },
		inbound,
	],
])(
	'answered is %j and the outcome %j for a dialled call %s',
	(answered, outcome, _name, record, options = {}) => {
		expect(applyStatements(convert(record), options)).toMatchObject({ answered, outcome });
	},
);

/** What a reader of the raw JSON finds in an entry: words or speech of the other side, perhaps, or nothing. */
type Found = 'answer' | 'unclear' | 'nothing';

const SIDES = new Map([
	...['User', 'caller', 'END_USER', 'human'].map((role) => [role, 'other side'] as const),
	...['Assistant', 'bot', 'System', 'tool', 'function_call'].map((role) => [role, 'ours'] as const),
]);
const UNSEEN = new Set([
	' ',
	'\n',
	'\t',
	'\u00ad',
	'\u200b',
	'\u2060',
	'\u2800',
	'\u3164',
	'\ufeff',
]);
const isSeen = (text: string) => [...text].some((character) => !UNSEEN.has(character));
const isList = (value: unknown): value is unknown[] => Array.isArray(value);
const isFull = (value: unknown) =>
	typeof value === 'string'
		? isSeen(value)
		: typeof value === 'object' && value !== null && Object.keys(value).length > 0;

function findInContent(content: unknown): Found {
	if (content === undefined || content === null) return 'nothing';
	const texts = isList(content) ? content : [content];
	if (!texts.every((text) => typeof text === 'string')) return 'unclear';
	return texts.some(isSeen) ? 'answer' : 'nothing';
}

function findInTimes({ started_speaking_at: from, stopped_speaking_at: to }: Entry): Found {
	const isUnset = (time: unknown) =>
		!time || (typeof time === 'string' && (!isSeen(time) || time.startsWith('0001')));
	if (isUnset(from) && isUnset(to)) return 'nothing';
	const [fromMs, toMs] = [from, to].map((time) =>
		typeof time === 'number' ? time * 1000 : typeof time === 'string' ? Date.parse(time) : NaN,
	);
	if (isUnset(from) || isUnset(to) || !(Number(toMs) >= Number(fromMs))) return 'unclear';
	return Number(toMs) > Number(fromMs) ? 'answer' : 'nothing';
}

type Entry = Record<string, unknown>;
type RawEntry = Entry & { metrics?: Entry };

function findInEntry(entry: RawEntry | string | number | null): Found {
	if (typeof entry !== 'object' || entry === null) return 'unclear';
	const side = typeof entry.role === 'string' ? SIDES.get(entry.role) : undefined;
	if (side === 'ours') return 'nothing';
	const found = [findInContent(entry.content), findInTimes(entry.metrics ?? {})];
	const isOfAnother = ['tool_name', 'instructions', 'handoff_to_agent_id'].some((name) =>
		isFull(entry[name]),
	);
	if (!isOfAnother && ['text', 'words', 'Content'].some((name) => isFull(entry[name]))) {
		found.push('unclear');
	}
	if (found.includes('answer')) return side === undefined ? 'unclear' : 'answer';
	return found.includes('unclear') ? 'unclear' : 'nothing';
}

const anyText = fc.constantFrom('', ' ', '\u200b\u2060', '\u3164\n', 'Hi', '\u200bYes');
const anyValue = fc.oneof(
	{ weight: 4, arbitrary: anyText },
	fc.array(fc.oneof(anyText, fc.constantFrom(null, 5, { text: 'Hi' })), { maxLength: 2 }),
	fc.constantFrom(null, 5, false, {}, { text: 'Hi' }),
);
const noTime = fc.constantFrom(null, '', '0001-01-01T00:00:00Z', 0);
const anyTime = fc.oneof(noTime, fc.constantFrom(start, stop, 'soon', 1_781_290_084.2));
const times = (time: fc.Arbitrary<unknown>) =>
	fc.record({ started_speaking_at: time, stopped_speaking_at: time }, { requiredKeys: [] });
const silent = fc.constantFrom('', ' ', '\u200b', null, undefined);
const anyEntry: fc.Arbitrary<RawEntry> = fc.record(
	{
		role: fc.oneof(fc.constantFrom(...SIDES.keys()), fc.constantFrom('Lodger', '', 7, null)),
		content: fc.oneof({ weight: 2, arbitrary: silent }, anyValue),
		metrics: fc.oneof(times(noTime), fc.constant(speech(start, stop).metrics), times(anyTime)),
		text: fc.oneof({ weight: 3, arbitrary: silent }, anyText),
		words: fc.oneof({ weight: 3, arbitrary: silent }, fc.array(anyText, { maxLength: 1 })),
		Content: fc.oneof({ weight: 3, arbitrary: silent }, anyText),
		tool_name: fc.constantFrom('', 'find'),
		instructions: fc.constantFrom('', 'Be kind.'),
		handoff_to_agent_id: fc.constantFrom('', 'a'),
		interrupted: fc.boolean(),
	},
	{ requiredKeys: [] },
);
const anyHistory = fc.array(
	fc.oneof({ weight: 20, arbitrary: anyEntry }, fc.constantFrom('Caller: hi', '', 5, null)),
	{ maxLength: 3 },
);

const runs = countRuns(1_000);

// fast-check prints seed and path of a failure, which `fc.assert(…, {seed, path})` repeats.
test(`${runs} mixed histories: answered is what a reader of the JSON finds, also one node later`, () => {
	const counts = { true: 0, false: 0, null: 0 };
	fc.assert(
		fc.property(anyHistory, (history) => {
			const record = JSON.parse(JSON.stringify({ id: 'c', history }));
			const found = history.map(findInEntry);
			const expected = found.includes('answer') || (found.includes('unclear') ? null : false);
			const read = convert(record);
			const again = parseItem(JSON.parse(JSON.stringify(read)));
			counts[`${expected}`] += 1;
			const told = [read.answered, again.success && again.conversation.answered];
			const isNoAnswer = read.outcome === 'no_answer';
			if (told.some((answered) => answered !== expected) || isNoAnswer !== (expected === false)) {
				throw new Error(`${JSON.stringify(told)} and ${read.outcome}, not ${expected}`);
			}
		}),
		{ numRuns: runs },
	);
	for (const count of Object.values(counts)) expect(count).toBeGreaterThan(runs / 20);
});
