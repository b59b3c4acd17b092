import { applyStatements, type OutputOptions } from '../../../core/conversation/outputs.ts';
import { parseItem } from '../../../core/record/item.ts';
import { convert } from '../../support/records/read-fixture.mts';

const agent = { role: 'Assistant', content: 'Hello, who is calling?' };
const speech = (started_speaking_at: unknown, stopped_speaking_at: unknown) => ({
	metrics: { started_speaking_at, stopped_speaking_at },
});
const start = '2026-06-12T18:48:04.000Z';
const stop = '2026-06-12T18:48:09.000Z';

// Behind and before what the agent said, and read again one node later.
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
	[null, 'words of an unknown role beside a list', { role: '', content: ['Hi', 5] }],
	[true, 'words and a tool in one entry', { role: 'caller', content: 'Hi', tool_name: 'find' }],
	[true, 'words under two names', { role: 'human', content: 'Hi', text: 'Hi' }],
	[null, 'a role that is no text', { role: 7, content: 'Hi' }],
	[false, 'empty text', { role: 'User', content: '' }],
	[false, 'an empty list', { role: 'User', content: [] }],
	[false, 'a list of empty texts', { role: 'User', content: ['', ' '] }],
	[false, 'characters that nobody sees', { role: 'User', content: '\u200b\u2060\u2800\u3164' }],
	[false, 'speech of no length', { role: 'User', ...speech(start, start) }],
	[false, 'times that were never set', { role: 'User', ...speech('0001-01-01T00:00:00', ' ') }],
	[false, 'nothing under other names', { role: 'User', text: ' ', words: [], extra: {}, at: 5 }],
	[false, 'a metric of another name', { role: 'User', metrics: { note: 'fast' } }],
	[false, 'its role in another spelling', { Role: 'User' }],
	[false, "a tool's words under another name", { text: 'sunny', tool_call_id: '1' }],
	[false, 'a handoff with a reason', { handoff_to_agent_id: 'a', reason: 'Sales' }],
	[false, 'instructions with a name', { instructions: 'Be kind.', title: 'Greeting' }],
	[false, 'tools that were added', { tools_added: ['find'], title: 'Greeting' }],
	[false, 'unread words of the agent', { role: 'Agent', content: { text: 'Hi' }, text: 'Hi' }],
	[false, 'unread words of the system', { role: 'System', content: { text: 'Be kind.' } }],
	[false, 'speech of the agent', { role: 'Agent', content: '', ...speech(start, stop) }],
])('answered is %j with %s', (answered, _name, entry) => {
	const outcome = answered === null ? null : answered ? 'completed' : 'no_answer';
	for (const history of [
		[agent, entry],
		[entry, agent],
	]) {
		const conversation = convert({ history });
		expect(conversation).toMatchObject({ answered, outcome });
		const again = parseItem(JSON.parse(JSON.stringify(conversation)));
		expect(again).toMatchObject({ conversation: { answered, outcome } });
	}
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
