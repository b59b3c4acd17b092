import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { OutcomeRule } from '../../../core/conversation/outcome-rules.ts';
import { applyStatements } from '../../../core/conversation/outputs.ts';
import { parseItem } from '../../../core/record/item.ts';
import { convert } from '../../support/records/read-fixture.mts';

/** A record; `spoke` are the roles of those who said something, before all `turns`. */
interface Call {
	spoke?: Array<string | null>;
	turns?: object[];
	[field: string]: unknown;
}

interface Fixture {
	rules: Record<string, OutcomeRule>;
	/** By what they show: a call, its outcome, and the names of the rules. */
	calls: Record<string, Record<string, [Call, outcome: string | null, ...rules: string[]]>>;
}

const { rules, calls }: Fixture = JSON.parse(
	readFileSync(path.join(import.meta.dirname, '../../fixtures/outcome.json'), 'utf8'),
);

function convertCall({ spoke, turns = [], ...record }: Call) {
	if (spoke === undefined) return convert(record);
	const said = spoke.map((role) => ({ role, kind: 'Message', content: 'Hello?' }));
	return convert({ ...record, history: [...said, ...turns] });
}

test.each(Object.values(calls).flatMap((group) => Object.entries(group)))(
	'the outcome of %s',
	(_name, [call, outcome, ...names]) => {
		const outcomeRules = names.flatMap((name) => rules[name] ?? []);
		expect(outcomeRules).toHaveLength(names.length);
		expect(applyStatements(convertCall(call), { outcomeRules }).outcome).toBe(outcome);
	},
);

test('outcome_reason names the rule and the turn, and each tool call has its own outcome', () => {
	const call = (index: number, booked: boolean) => [
		{ tool_name: 'book', tool_call_id: `${index}`, tool_arguments_json: '{}' },
		{ tool_call_id: `${index}`, tool_output: JSON.stringify({ booked }) },
	];
	const history = [...call(1, false), { role: 'User', content: 'Thanks' }, ...call(2, true)];
	const conversation = convert({ history, status: 'Done' });
	const state = (...outcomeRules: OutcomeRule[]) => applyStatements(conversation, { outcomeRules });
	const ofTool = { when: 'toolAnswered', value: 'book' } as const;
	const booked: OutcomeRule = { ...ofTool, field: 'booked', is: 'true', outcome: 'booked' };
	const incomplete: OutcomeRule = { when: 'statusIs', value: 'Done' };
	expect(state(incomplete, booked, { ...ofTool, outcome: 'refused' })).toMatchObject({
		outcome: 'booked',
		outcome_reason: { rule: 2, turn_index: 3 },
		tool_calls: [{ outcome: 'refused' }, { outcome: 'booked' }],
	});
	const said: OutcomeRule = { when: 'customerSaid', value: 'no, thanks', outcome: 'polite' };
	expect(state(said).outcome_reason).toEqual({ rule: 1, turn_index: 2 });
	expect(state({ ...incomplete, outcome: 'done' }).outcome_reason).toEqual({
		rule: 1,
		turn_index: null,
	});
	expect(state(incomplete)).toMatchObject({ outcome: 'completed', outcome_reason: null });
	// A later node keeps what it cannot decide.
	const item = state(booked);
	const again = parseItem(item);
	const { outcome, outcome_reason, tool_calls } = item;
	expect(again).toMatchObject({ conversation: { outcome, outcome_reason, tool_calls } });
});

test('a word far behind the beginning of a long error is not searched for', () => {
	const conversation = convert({ error_message: `${'x'.repeat(20_000)} caf\u00e9` });
	const outcomeRules = [
		{ when: 'errorContains', value: 'caf\u00e9', outcome: 'voicemail' },
	] as const;
	expect(applyStatements(conversation, { outcomeRules }).outcome).toBe('failed');
});
