import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
	type ConversationFilters,
	explainFilter,
	FILTER_REASONS,
	filterConversation,
	type FilterFinding,
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
	findings: Array<{ record: object; finding: FilterFinding }>;
}

const { record, cases, outcomes, findings }: FilterFixture = JSON.parse(
	readFileSync(path.join(import.meta.dirname, '../../fixtures/filters.json'), 'utf8'),
);
const rows = Object.values(outcomes).flat();

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
		const tested = new Set([
			...Object.keys(cases),
			'passes',
			...rows.map(([, , result]) => result),
		]);
		expect([...tested].toSorted()).toEqual([...FILTER_REASONS, 'passes'].toSorted());
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

// A personal value is kept out of the message, and a value of a wrong type may be personal: it may say anything.
test.each(findings)('of $record the filter $finding.filter finds $finding.field', (row) => {
	expect(explain(row.finding.reason, row.record)).toEqual(row.finding);
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
