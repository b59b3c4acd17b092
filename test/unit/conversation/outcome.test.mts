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

const tool_name = 'book_appointment';
const book = call(tool_name);
const failed = { tool_is_error: true };
const other = { tool_call_id: 'call-0' };
const silent = { role: 'Lodger', content: ' ' };
const dialing = { status: 'Dialing' };

/** A call in which those of these roles spoke. */
const by = (...roles: Array<string | null>) => ({
	history: roles.map((role) => ({ role, kind: 'Message', content: 'Hello?' })),
});
const cut = { error_message: 'Cut.' };
const failedRoom = { room_metadata: { failed: true } };
const tested = { test_id: 't', test_eval_result: { success: false } };
const notAnswered = { error_message: 'The call was not answered.' };

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

const booked: OutcomeRule = { when: 'toolCalled', value: tool_name, outcome: 'booked' };
const busy: OutcomeRule = { when: 'statusIs', value: 'NoAnswer', outcome: 'not_reached' };
const voicemail: OutcomeRule = { when: 'errorContains', value: 'caf\u00e9', outcome: 'voicemail' };

test.each<[name: string, record: object, outcome: string | null, ...rules: OutcomeRule[]]>([
	// What can be told without a rule.
	['a caller who spoke', { history: spoken }, 'completed'],
	['an empty history', { history: [] }, 'no_answer'],
	['an agent that spoke alone', { history: unanswered }, 'no_answer'],
	['no history', {}, null],
	['an error without a history', { error_message: 'SIP 503' }, 'failed'],
	['an error of spaces without a history', { error_message: ' ' }, null],
	['an error after the caller spoke', { history: spoken, error_message: 'Cut.' }, 'failed'],
	['an error that says nobody answered', { history: unanswered, ...notAnswered }, 'no_answer'],
	['an invitation of zeros', invite({ invite_call_id: zeros, status: '' }), 'completed'],
	['a failed room', { history: spoken, ...failedRoom }, 'failed'],
	['a failed room in which nobody spoke', { history: [], ...failedRoom }, 'failed'],
	['a room that did not fail', { history: spoken, room_metadata: { failed: false } }, 'completed'],
	["a room's error alone", { history: spoken, room_metadata: { error: 'x' } }, 'completed'],
	['a status that says failed', { history: spoken, status: 'Failed' }, 'completed'],
	['a status alone', { status: 'Completed' }, null],
	['an agent test that failed', { history: spoken, ...tested }, 'completed'],
	['a caller of another known word', by('end_user', 'Agent'), 'completed'],
	['tools and the system that spoke alone', by('Tool', 'function_result', 'System'), 'no_answer'],
	['an unknown speaker beside a caller', by('Participant', 'Caller'), 'completed'],
	['an unknown speaker, and an error', { ...by('Lodger'), ...cut }, null],
	['a caller, an unknown speaker and an error', { ...by('Lodger', 'User'), ...cut }, 'failed'],
	['an unknown speaker in a failed room', { ...by(null), ...failedRoom }, 'failed'],
	['an unknown speaker, and an operator', invite(dialing, {}, by(null)), 'operator_invited'],
	['an unknown speaker, and a rule', { ...by(null), status: 'NoAnswer' }, 'not_reached', busy],
	['an unknown role that is silent', { history: [agent, silent] }, 'no_answer'],
	// The user's own words.
	['a tool, in another letter case', calling(call('Book_Appointment')), 'booked', booked],
	['another tool', calling(call('send_sms'), result()), 'completed', booked],
	['a tool whose output is an error', calling(book, result(failed)), 'completed', booked],
	['a tool whose call is an error', calling({ ...book, ...failed }, result()), 'completed', booked],
	[
		'a tool that failed first',
		calling({ ...book, ...other }, result({ ...other, ...failed }), book, result()),
		'booked',
		booked,
	],
	['a tool whose output alone is there', calling(result({ tool_name })), 'booked', booked],
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
	['the first of two rules', { ...calling(book), status: 'NoAnswer' }, 'not_reached', busy, booked],
	['the second rule if it fits alone', calling(book), 'booked', busy, booked],
	['a rule before a failed room', { ...calling(book), ...failedRoom }, 'booked', booked],
	['an operator who was invited', invite(dialing), 'operator_invited'],
	['an operator of whom a reason is known', invite({ reason: 'Asked' }), 'operator_invited'],
	...['None', 'not_requested', 'NotNeeded', 'NOT-INVITED', ' not  invited '].map(
		(status): [string, object, string] => [
			`an invitation of the status ${status}`,
			invite({ status, reason: 'x' }),
			'completed',
		],
	),
	[
		'an invitation with an id, whatever its status',
		invite({ invite_call_id: 'i', status: 'None' }),
		'operator_invited',
	],
	['a status that only begins with none', invite({ status: 'NoneLeft' }), 'operator_invited'],
	['an invitation of empty texts', invite({ status: '', reason: ' ' }), 'completed'],
	[
		'an invitation before an error and that nobody spoke',
		{ ...invite(dialing), history: unanswered, ...cut },
		'operator_invited',
	],
	['a failed room before an invitation', invite(dialing, { failed: true }), 'failed'],
])('the outcome of %s', (_name, record, outcome, ...rules) => {
	expect(applyStatements(convert(record), { outcomeRules: rules }).outcome).toBe(outcome);
});

test('a word far behind the beginning of a long error is not searched for', () => {
	const record = { error_message: `${'x'.repeat(20_000)} caf\u00e9` };
	expect(applyStatements(convert(record), { outcomeRules: [voicemail] }).outcome).toBe('failed');
});
