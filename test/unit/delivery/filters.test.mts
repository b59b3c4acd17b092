import { readFileSync } from 'node:fs';
import path from 'node:path';
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

interface FilterCase {
	/** Each lets the record through. */
	passing: ConversationFilters[];
	/** Each discards the record. */
	failing: ConversationFilters[];
	/** A change after which the first passing filter discards the record: the field is gone. */
	lacking: object;
}

interface FilterFixture {
	record: object;
	cases: Record<string, FilterCase>;
	/** By what they show: filters, a change of the record, and the reason or `passes`. */
	outcomes: Record<string, Array<[ConversationFilters, object, FilterReason | 'passes']>>;
}

const { record, cases, outcomes }: FilterFixture = JSON.parse(
	readFileSync(path.join(import.meta.dirname, '../../fixtures/filters.json'), 'utf8'),
);
const rows = Object.values(outcomes).flat();

const zeros = '00000000-0000-0000-0000-000000000000';

// What a user may write for a list is in test/nodes/VoiceAgentTrigger/settings.

function outcome(filters: ConversationFilters, change: object = {}): FilterReason | 'passes' {
	const conversation = convert({ ...record, ...change });
	return filterConversation(conversation, filters) ?? 'passes';
}

describe('filterConversation', () => {
	test('lets everything through without filters, an empty record included', () => {
		const empty: ConversationFilters = { agents: [], campaigns: [], statuses: [], outcomes: [] };
		const off = { minimumDurationSeconds: 0, agentTests: 'all', withRecording: false } as const;
		const unset = { ...empty, ...off, toolsUsed: [] };
		for (const filters of [{}, unset]) {
			expect(outcome(filters)).toBe('passes');
			expect(filterConversation(convert({}), filters)).toBeUndefined();
		}
	});

	test.each(Object.entries(cases))('lets through and discards: %s', (reason, filterCase) => {
		const { passing, failing, lacking } = filterCase;
		for (const filters of passing) expect([filters, outcome(filters)]).toEqual([filters, 'passes']);
		for (const filters of failing) expect([filters, outcome(filters)]).toEqual([filters, reason]);
		expect(outcome(passing[0] ?? {}, lacking)).toBe(reason);
	});

	test('has a passing and a failing record for every reason', () => {
		const tested = [...Object.keys(cases), 'agent-test'];
		expect(tested.toSorted()).toEqual(FILTER_REASONS.toSorted());
	});

	test.each(rows)('with the filters %j, a record with %j: %s', (filters, change, result) => {
		expect(outcome(filters, change)).toBe(result);
	});

	test('takes no language that is very long', () => {
		const code = { language_locale_code: `en-${'x'.repeat(1_000)}` };
		expect(outcome({ languages: ['en'] }, code)).toBe('language-not-wanted');
	});

	test('reads no duration in a very long text', () => {
		const change = { duration_seconds: `60.${'0'.repeat(5_000_000)}` };
		expect(outcome({ minimumDurationSeconds: 60 }, change)).toBe('too-short');
	});

	test('asks all filters, and gives the first reason', () => {
		const statuses = ['Completed'];
		expect(outcome({ statuses, agents: ['x'], outcomes: ['failed'] })).toBe('agent-not-wanted');
		const minimumDurationSeconds = 99;
		expect(outcome({ statuses, languages: ['en'], minimumDurationSeconds })).toBe('too-short');
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

const failedTest = { test_eval_result: { success: false } };
const success = 'test_eval_result.success';
const withTools = { history: [{ tool_name: 'find' }, { tool_name: 'book' }] };

test.each<[FilterReason, object, string, unknown, string]>([
	['agent-not-wanted', { agent_title: 'Sales' }, 'agent_title', 'Sales', 'agent_title is "Sales".'],
	['agent-not-wanted', { agent_id: 'a-1' }, 'agent_id', 'a-1', 'agent_id is "a-1".'],
	['agent-not-wanted', {}, 'agent_title', null, 'it has no agent_title.'],
	['agent-test', { test_run_id: zeros, test_id: 'e1' }, 'test_id', 'e1', 'test_id is "e1".'],
	['status-not-wanted', { status: '+49301234567' }, 'status', '+49301234567', 'is "+*********67".'],
	['too-short', { duration_seconds: 3 }, 'duration_seconds', 3, 'duration_seconds is 3.'],
	['too-short', { duration_seconds: '3' }, 'duration_seconds', 3, 'duration_seconds is 3.'],
	['too-short', { duration_seconds: '3 ' }, 'duration_seconds', '3 ', 'duration_seconds is "3 ".'],
	['outcome-not-wanted', { outcome: 'sold' }, 'outcome', null, 'it has no outcome.'],
	['tool-not-used', {}, 'tools_used', null, 'it has no tools_used.'],
	['tool-not-used', withTools, 'tools_used', 'find, book', 'its tools_used is "find, book".'],
	['no-recording', {}, 'statistics.has_recording', false, 'its statistics.has_recording is false.'],
	['test-result-not-wanted', failedTest, success, false, `${success} is false.`],
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
