import type { OutcomeRule } from '../../../core/conversation/outcome.ts';
import { applyStatements } from '../../../core/conversation/outputs.ts';
import { convert } from '../../support/records/read-fixture.mts';

const zeros = '00000000-0000-0000-0000-000000000000';
const caller = { role: 'User', kind: 'Message', content: 'I would like an appointment.' };
const agent = { role: 'Assistant', kind: 'Message', content: 'Good morning.' };
const system = { role: 'System', kind: 'Message', content: 'You are a receptionist.' };
const spoken = [system, agent, caller];
const unanswered = [system, agent];

const call = (name: string, more: object = {}) => ({
	role: 'Assistant',
	kind: 'FunctionCall',
	tool_name: name,
	tool_call_id: 'call-1',
	tool_arguments_json: '{}',
	...more,
});
const result = (more: object = {}) => ({
	role: 'Tool',
	kind: 'FunctionCallOutput',
	tool_call_id: 'call-1',
	tool_output: 'ok',
	...more,
});

/** A call in which those of these roles spoke. */
const by = (...roles: Array<string | null>) => ({
	history: roles.map((role) => ({ role, kind: 'Message', content: 'Hello?' })),
});
const cut = { error_message: 'Cut.' };

/** A call in which both spoke, and these turns besides. */
const calling = (...turns: object[]) => ({ history: [...spoken, ...turns] });
const invite = (
	operator_invite: object,
	more: object = {},
	record: object = { history: spoken },
) => ({
	...record,
	room_metadata: { operator_invite, ...more },
});

const booked: OutcomeRule = { when: 'toolCalled', value: 'book_appointment', outcome: 'booked' };
const busy: OutcomeRule = { when: 'statusIs', value: 'NoAnswer', outcome: 'not_reached' };
const voicemail: OutcomeRule = { when: 'errorContains', value: 'caf\u00e9', outcome: 'voicemail' };

test.each<[name: string, record: object, outcome: string | null, ...rules: OutcomeRule[]]>([
	// What can be told without a rule.
	['a caller who spoke', { history: spoken }, 'completed'],
	['an empty history', { history: [] }, 'no_answer'],
	['an agent that spoke alone', { history: unanswered }, 'no_answer'],
	['a caller whose turn is empty', { history: [agent, { ...caller, content: ' ' }] }, 'no_answer'],
	['no history', {}, null],
	['an error without a history', { error_message: 'SIP 503' }, 'failed'],
	['an error of spaces without a history', { error_message: ' ' }, null],
	['an error after the caller spoke', { history: spoken, error_message: 'Cut.' }, 'failed'],
	[
		'an error that only says that nobody answered',
		{ history: unanswered, error_message: 'The call was not answered.' },
		'no_answer',
	],
	['an invitation of zeros', invite({ invite_call_id: zeros, status: '' }), 'completed'],
	['a failed room', { history: spoken, room_metadata: { failed: true } }, 'failed'],
	[
		'a failed room in which nobody spoke',
		{ history: [], room_metadata: { failed: true } },
		'failed',
	],
	['a room that did not fail', { history: spoken, room_metadata: { failed: false } }, 'completed'],
	[
		"a room's error without its failure",
		{ history: spoken, room_metadata: { error: 'x' } },
		'completed',
	],
	['a status that says failed', { history: spoken, status: 'Failed' }, 'completed'],
	['a status alone', { status: 'Completed' }, null],
	[
		'an agent test that failed',
		{ history: spoken, test_id: 't', test_eval_result: { success: false } },
		'completed',
	],
	['a caller of another known word', by('end_user', 'Agent'), 'completed'],
	['tools and the system that spoke alone', by('Tool', 'function_result', 'System'), 'no_answer'],
	['an unknown speaker', by('Participant', 'Agent'), null],
	['a speaker without a role', by(null), null],
	['an unknown speaker beside a caller', by('Participant', 'Caller'), 'completed'],
	['an unknown speaker, and an error', { ...by('Lodger'), ...cut }, null],
	['a caller, an unknown speaker and an error', { ...by('Lodger', 'User'), ...cut }, 'failed'],
	[
		'an unknown speaker in a failed room',
		{ ...by(null), room_metadata: { failed: true } },
		'failed',
	],
	[
		'an unknown speaker, and an operator',
		invite({ status: 'Dialing' }, {}, by(null)),
		'operator_invited',
	],
	['an unknown speaker, and a rule', { ...by(null), status: 'NoAnswer' }, 'not_reached', busy],
	[
		'an unknown role that says nothing',
		{ history: [agent, { role: 'Lodger', content: ' ' }] },
		'no_answer',
	],
	['a caller who speaks in the turn of a call', { history: [call('find', caller)] }, 'completed'],
	['an agent that speaks in the turn of a call', { history: [call('find', agent)] }, 'no_answer'],
	// The user's own words.
	['a tool, in another letter case', calling(call('Book_Appointment')), 'booked', booked],
	['another tool', calling(call('send_sms'), result()), 'completed', booked],
	[
		'a tool whose output is an error',
		calling(call('book_appointment'), result({ tool_is_error: true })),
		'completed',
		booked,
	],
	[
		'a tool whose call is marked as an error',
		calling(call('book_appointment', { tool_is_error: true }), result()),
		'completed',
		booked,
	],
	[
		'a tool that failed first',
		calling(
			call('book_appointment', { tool_call_id: 'call-0' }),
			result({ tool_call_id: 'call-0', tool_is_error: true }),
			call('book_appointment'),
			result(),
		),
		'booked',
		booked,
	],
	[
		'a tool whose output alone is in the history',
		calling(result({ tool_name: 'book_appointment' })),
		'booked',
		booked,
	],
	['a tool, but no history', {}, null, booked],
	['a status with spaces, in another letter case', { status: ' noanswer ' }, 'not_reached', busy],
	['a status that only begins like it', { status: 'NoAnswerYet' }, null, busy],
	[
		'an error with a word of the user, in another letter case and Unicode form',
		{ error_message: 'Un CAFE\u0301.' },
		'voicemail',
		voicemail,
	],
	['an error without that word', { error_message: 'Busy.' }, 'failed', voicemail],
	["a room's error with that word", { room_metadata: { error: 'caf\u00e9' } }, null, voicemail],
	// The order.
	[
		'the first of two rules that fit',
		{ ...calling(call('book_appointment')), status: 'NoAnswer' },
		'not_reached',
		busy,
		booked,
	],
	[
		'the second rule, where the first does not fit',
		{ ...calling(call('book_appointment')), status: 'Done' },
		'booked',
		busy,
		booked,
	],
	[
		'a rule before a failed room',
		{ ...calling(call('book_appointment')), room_metadata: { failed: true } },
		'booked',
		booked,
	],
	['an operator who was invited', invite({ status: 'Dialing' }), 'operator_invited'],
	['an operator of whom a reason is known', invite({ reason: 'Asked' }), 'operator_invited'],
	['an invitation of empty texts', invite({ status: '', reason: ' ' }), 'completed'],
	[
		'an invitation before an error and that nobody spoke',
		{ ...invite({ status: 'Dialing' }), history: unanswered, error_message: 'x' },
		'operator_invited',
	],
	['a failed room before an invitation', invite({ status: 'Dialing' }, { failed: true }), 'failed'],
])('the outcome of %s', (_name, record, outcome, ...rules) => {
	expect(applyStatements(convert(record), { outcomeRules: rules }).outcome).toBe(outcome);
});

test('a word far behind the beginning of a long error is not searched for', () => {
	const record = { error_message: `${'x'.repeat(20_000)} caf\u00e9` };
	expect(applyStatements(convert(record), { outcomeRules: [voicemail] }).outcome).toBe('failed');
});
