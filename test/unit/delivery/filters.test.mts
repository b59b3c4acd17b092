import {
	type ConversationFilters,
	explainFilter,
	FILTER_REASONS,
	filterConversation,
	type FilterReason,
} from '../../../core/delivery/filters.ts';
import { filterParameters } from '../../../nodes/VoiceAgentTrigger/filters.ts';
import { listMembers } from '../../../scripts/schema/write-parameters.mts';
import { convert } from '../../support/records/read-fixture.mts';

const record = {
	id: 'c0ffee00-0000-4000-8000-000000000001',
	agent_id: 'a0000000-0000-4000-8000-000000000001',
	agent_title: 'Front Desk, Berlin',
	campaign_id: 'ca000000-0000-4000-8000-000000000001',
	campaign_name: 'Spring',
	status: 'Completed',
	language_id: '1a000000-0000-4000-8000-000000000001',
	locale_id: '10000000-0000-4000-8000-000000000001',
	language_locale_code: 'en-US',
	telecom_provider: 'Twilio',
	from_number: '+49 30 1234567',
	to_number: '+1 (555) 010-0000',
	duration_seconds: 60.5,
	test_run_id: 'e0000000-0000-4000-8000-000000000001',
	test_eval_result: { success: false },
	room_metadata: { operator_invite: { status: 'Dialing' } },
	url_parameters: { ref: 'Mail', utm_source: null },
	error_message: 'The line was cut',
	has_audio: true,
	history: [
		{ role: 'User', content: 'Hello' },
		{ tool_name: 'book', tool_call_id: '1', tool_arguments_json: '{}' },
		{ tool_name: 'send_sms', tool_call_id: '2', tool_output: 'no', tool_is_error: true },
	],
};

const zeros = '00000000-0000-0000-0000-000000000000';

// What a user may write for a list is in test/nodes/VoiceAgentTrigger/settings.

function outcome(filters: ConversationFilters, change: object = {}): FilterReason | 'passes' {
	const conversation = convert({ ...record, ...change });
	return filterConversation(conversation, filters) ?? 'passes';
}

interface FilterCase {
	reason: FilterReason;
	/** Each lets the record through. */
	passing: ConversationFilters[];
	/** Each holds the record back. */
	failing: ConversationFilters[];
	/** A change after which the first passing filter holds the record back: the field is gone. */
	lacking: object;
}

const cases: FilterCase[] = [
	{
		reason: 'agent-not-wanted',
		passing: [
			{ agents: [record.agent_id] },
			{ agents: ['x', record.agent_id.toUpperCase()] },
			{ agents: ['front desk, berlin'] },
		],
		failing: [{ agents: ['x'] }, { agents: ['Front Desk'] }, { agents: ['Front Desk', 'Berlin'] }],
		lacking: { agent_id: null },
	},
	{
		reason: 'campaign-not-wanted',
		passing: [{ campaigns: [record.campaign_id] }, { campaigns: ['autumn', 'SPRING'] }],
		failing: [{ campaigns: ['autumn'] }, { campaigns: ['spring '.repeat(2)] }],
		lacking: { campaign_id: null },
	},
	{
		reason: 'status-not-wanted',
		passing: [{ statuses: ['completed'] }, { statuses: ['Pending', 'COMPLETED'] }],
		failing: [{ statuses: ['Pending'] }, { statuses: ['Complete'] }],
		lacking: { status: undefined },
	},
	{
		reason: 'language-not-wanted',
		passing: [
			{ languages: ['en-us'] },
			{ languages: ['de', 'EN'] },
			{ languages: ['en_US'] },
			{ languages: [record.language_id] },
			{ languages: [record.locale_id] },
		],
		failing: [{ languages: ['en-GB'] }, { languages: ['e'] }, { languages: ['en-US-x'] }],
		lacking: { language_locale_code: null },
	},
	{
		reason: 'from-number-not-wanted',
		passing: [
			{ fromNumbers: ['+49'] },
			{ fromNumbers: ['+1', '0049-30'] },
			{ fromNumbers: ['+49301234567'] },
			{ fromNumbers: ['4930'] },
		],
		failing: [{ fromNumbers: ['+1'] }, { fromNumbers: ['30'] }, { fromNumbers: ['+'] }],
		lacking: { from_number: null },
	},
	{
		reason: 'to-number-not-wanted',
		passing: [{ toNumbers: ['+1555'] }, { toNumbers: ['+1 555'] }],
		failing: [{ toNumbers: ['+49'] }, { toNumbers: ['sip:'] }],
		lacking: { to_number: null },
	},
	{
		reason: 'too-short',
		passing: [{ minimumDurationSeconds: 60.5 }, { minimumDurationSeconds: 1 }],
		failing: [{ minimumDurationSeconds: 61 }],
		lacking: { duration_seconds: null },
	},
	{
		reason: 'outcome-not-wanted',
		passing: [{ outcomes: ['Operator_Invited'] }, { outcomes: ['failed', ' operator_invited '] }],
		failing: [{ outcomes: ['failed'] }, { outcomes: ['operator'] }, { outcomes: ['unknown'] }],
		lacking: { room_metadata: null },
	},
	{
		reason: 'tool-not-used',
		passing: [{ toolsUsed: ['BOOK'] }, { toolsUsed: ['other', 'send_sms'] }],
		failing: [{ toolsUsed: ['other'] }, { toolsUsed: ['boo'] }],
		lacking: { history: null },
	},
	{
		reason: 'no-recording',
		passing: [{ withRecording: true }],
		failing: [],
		lacking: { has_audio: null },
	},
	{
		reason: 'no-agent-test',
		passing: [{ agentTests: 'only' }],
		failing: [],
		lacking: { test_run_id: null },
	},
	{
		reason: 'test-result-not-wanted',
		passing: [{ agentTests: 'onlyFailed' }],
		failing: [{ agentTests: 'onlyPassed' }],
		lacking: { test_eval_result: null },
	},
	{
		reason: 'url-parameter-not-wanted',
		passing: [{ urlParameters: { ref: ' mail ' } }, { urlParameters: { ref: '' } }],
		failing: [
			{ urlParameters: { ref: 'mails' } },
			{ urlParameters: { ref: 'mail', utm_source: '' } },
			{ urlParameters: { Ref: 'mail' } },
			{ urlParameters: { constructor: '' } },
		],
		lacking: { url_parameters: null },
	},
];

describe('filterConversation', () => {
	test('lets everything through without filters, an empty record included', () => {
		const unset: ConversationFilters = {
			agents: [],
			campaigns: [],
			statuses: [],
			minimumDurationSeconds: 0,
			agentTests: 'all',
			outcomes: [],
			toolsUsed: [],
			withRecording: false,
		};
		for (const filters of [{}, unset]) {
			expect(outcome(filters)).toBe('passes');
			expect(filterConversation(convert({}), filters)).toBeUndefined();
		}
	});

	test.each(cases)('lets through and discards: $reason', (filterCase) => {
		const { reason, passing, failing, lacking } = filterCase;
		for (const filters of passing) expect([filters, outcome(filters)]).toEqual([filters, 'passes']);
		for (const filters of failing) expect([filters, outcome(filters)]).toEqual([filters, reason]);
		expect(outcome(passing[0] ?? {}, lacking)).toBe(reason);
	});

	test('has a passing and a failing record for every reason', () => {
		const tested = [...cases.map(({ reason }) => reason), 'agent-test'];
		expect(tested.toSorted()).toEqual(FILTER_REASONS.toSorted());
	});

	test('lets a record through "without agent tests" exactly where it names none', () => {
		const none = { test_run_id: null, test_id: null };
		expect(outcome({ agentTests: 'without' }, none)).toBe('passes');
		expect(outcome({ agentTests: 'without' }, { ...none, test_run_id: '' })).toBe('passes');
		expect(outcome({ agentTests: 'without' }, { ...none, test_run_id: zeros })).toBe('passes');
		expect(outcome({ agentTests: 'onlyFailed' }, { ...none, test_id: zeros })).toBe(
			'no-agent-test',
		);
		expect(outcome({ agentTests: 'without' })).toBe('agent-test');
		expect(outcome({ agentTests: 'without' }, { ...none, test_id: 'e1' })).toBe('agent-test');
		expect(outcome({ agentTests: 'only' }, { ...none, test_id: 'e1' })).toBe('passes');
		expect(outcome({ agentTests: 'onlyFailed' }, none)).toBe('no-agent-test');
		expect(outcome({ agentTests: 'onlyPassed' }, { test_eval_result: { success: true } })).toBe(
			'passes',
		);
	});

	test('lets a record without a known outcome through as unknown', () => {
		const untold = { error_message: null, history: null, room_metadata: null };
		expect(outcome({ outcomes: ['unknown'] }, untold)).toBe('passes');
		expect(outcome({ outcomes: ['failed'] }, untold)).toBe('outcome-not-wanted');
	});

	test.each([
		['+1 415 555 0142 ext 5', '+1 415'],
		['+1 415 555 0142 (mobile)', '001415555'],
		['+1 415 555 0142 Durchwahl 7', '+1 415 555 0142'],
		['1-800-FLOWERS', '+1 800'],
		['1-800-FLOWERS', '1-800-flow'],
	])('%s begins with %s', (to_number, prefix) => {
		expect(outcome({ toNumbers: [prefix] }, { to_number })).toBe('passes');
		expect(outcome({ toNumbers: [`${prefix}9`] }, { to_number })).toBe('to-number-not-wanted');
	});

	test('compares addresses with letters as text', () => {
		const change = { from_number: 'sip:Desk@example.com' };
		expect(outcome({ fromNumbers: ['SIP:desk@'] }, change)).toBe('passes');
		expect(outcome({ fromNumbers: ['+49'] }, change)).toBe('from-number-not-wanted');
	});

	test('takes no language that is very long', () => {
		const code = { language_locale_code: `en-${'x'.repeat(1_000)}` };
		expect(outcome({ languages: ['en'] }, code)).toBe('language-not-wanted');
	});

	test.each<[unknown, 'passes' | FilterReason]>([
		['60', 'passes'],
		[' 60.5 ', 'passes'],
		['59', 'too-short'],
		['', 'too-short'],
		['a minute', 'too-short'],
		['Infinity', 'too-short'],
		[['60'], 'too-short'],
	])('reads a duration that was sent as %j', (duration, result) => {
		expect(outcome({ minimumDurationSeconds: 60 }, { duration_seconds: duration })).toBe(result);
	});

	test('reads no duration in a very long text', () => {
		const change = { duration_seconds: `60.${'0'.repeat(5_000_000)}` };
		expect(outcome({ minimumDurationSeconds: 60 }, change)).toBe('too-short');
	});

	test('asks all filters, and gives the first reason', () => {
		expect(outcome({ statuses: ['Completed'], agents: ['x'], outcomes: ['failed'] })).toBe(
			'agent-not-wanted',
		);
		expect(
			outcome({ statuses: ['Completed'], languages: ['en'], minimumDurationSeconds: 99 }),
		).toBe('too-short');
	});
});

function explain(reason: FilterReason, record: object) {
	const finding = explainFilter(reason, convert(record));
	if (finding === undefined) throw new Error(`${reason} is the reason of no filter`);
	return finding;
}

test('the panel offers no more filters than a person scans, and each gives a reason', () => {
	const names = listMembers(filterParameters).map(({ displayName }) => displayName);
	expect(names.length).toBeLessThanOrEqual(12);
	const explained = FILTER_REASONS.map((reason) => explain(reason, {}).filter);
	expect(names.toSorted()).toEqual([...new Set(explained)].toSorted());
});

test.each<[FilterReason, object, string, unknown, string]>([
	['agent-not-wanted', { agent_title: 'Sales' }, 'agent_title', 'Sales', 'agent_title is "Sales".'],
	['agent-not-wanted', { agent_id: 'a-1' }, 'agent_id', 'a-1', 'agent_id is "a-1".'],
	['agent-not-wanted', {}, 'agent_title', null, 'it has no agent_title.'],
	['agent-test', { test_run_id: zeros, test_id: 'e1' }, 'test_id', 'e1', 'test_id is "e1".'],
	['status-not-wanted', { status: '+49301234567' }, 'status', '+49301234567', 'is "+*********67".'],
	['too-short', { duration_seconds: 3 }, 'duration_seconds', 3, 'duration_seconds is 3.'],
	['too-short', { duration_seconds: '3' }, 'duration_seconds', '3', 'duration_seconds is "3".'],
	['outcome-not-wanted', { outcome: 'sold' }, 'outcome', null, 'it has no outcome.'],
	['tool-not-used', {}, 'statistics.tool_call_count', 0, 'its statistics.tool_call_count is 0.'],
	['no-recording', {}, 'statistics.has_recording', false, 'its statistics.has_recording is false.'],
	[
		'test-result-not-wanted',
		{ test_eval_result: { success: false } },
		'test_eval_result.success',
		false,
		'test_eval_result.success is false.',
	],
])(
	'the finding %s for %j names the field, the value and the reason',
	(reason, record, field, value, words) => {
		const finding = explain(reason, record);
		expect(finding).toMatchObject({ field, value });
		expect(finding.message.endsWith(words)).toBe(true);
	},
);

test.each<[FilterReason, object, string]>([
	['from-number-not-wanted', { from_number: '+49301234567' }, '+49301234567'],
	['to-number-not-wanted', { to_number: '+43123456789' }, '+43123456789'],
	['url-parameter-not-wanted', { url_parameters: { mail: 'ann@example.com' } }, 'ann@example.com'],
])('%s tells its value, and its message does not', (reason, record, personal) => {
	const { message, value, filter } = explain(reason, record);
	expect(String(value)).toContain(personal);
	expect(message).toBe(`A conversation arrived and was discarded by the filter ${filter}.`);
});

test.each<[FilterReason, object, string]>([
	['too-short', { duration_seconds: 'ill' }, 'ill'],
	['status-not-wanted', { status: { said: 'I am ill' } }, '{"said":"I am ill"}'],
])(
	'%s says of %j only that it is of a wrong type: it may say anything',
	(reason, record, value) => {
		const found = explain(reason, record);
		expect(found).toMatchObject({ value, isPersonal: true });
		expect(found.message.endsWith(`: its ${found.field} is of a wrong type.`)).toBe(true);
	},
);

test('a reason of something else than a filter names none', () => {
	expect(explainFilter('event-not-wanted', convert({}))).toBeUndefined();
});

test('a value that would forge a line of the log, or fill it, does not', () => {
	const { message } = explain('agent-not-wanted', {
		agent_title: `a\n\u2028\u202e${'b'.repeat(999)}`,
	});
	expect(message).toMatch(/agent_title is "ab+…"\.$/);
	expect(message.length).toBeLessThan(200);
});
