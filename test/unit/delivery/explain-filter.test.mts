import {
	explainFilter,
	FILTER_REASONS,
	type FilterReason,
} from '../../../core/delivery/filters.ts';
import { filterParameters } from '../../../nodes/VoiceAgentTrigger/parameters.ts';
import { listMembers } from '../../../scripts/schema/write-parameters.mts';
import { convert } from '../conversation/read-fixture.mts';

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
	['too-short', { duration_seconds: 3 }, 'duration_seconds', 3, 'duration_seconds is 3.'],
	['too-short', { duration_seconds: '3' }, 'duration_seconds', '3', 'duration_seconds is "3".'],
	[
		'test-result-not-wanted',
		{ test_eval_result: { success: false } },
		'test_eval_result.success',
		false,
		'test_eval_result.success is false.',
	],
])('%s of %j', (reason, record, field, value, words) => {
	const finding = explain(reason, record);
	expect(finding).toMatchObject({ field, value });
	expect(finding.message.endsWith(words)).toBe(true);
});

test.each<[FilterReason, object, string]>([
	['from-number-not-wanted', { from_number: '+49301234567' }, '+49301234567'],
	['to-number-not-wanted', { to_number: '+43123456789' }, '+43123456789'],
	['url-parameter-not-wanted', { url_parameters: { mail: 'ann@example.com' } }, 'ann@example.com'],
])('%s tells its value, and its message does not', (reason, record, personal) => {
	const { message, value, filter } = explain(reason, record);
	expect(String(value)).toContain(personal);
	expect(message).toBe(`A conversation arrived and was discarded by the filter ${filter}.`);
});

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
