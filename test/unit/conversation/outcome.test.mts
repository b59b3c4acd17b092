import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { OutcomeRule } from '../../../core/conversation/outcome.ts';
import { applyStatements } from '../../../core/conversation/outputs.ts';
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

test('a word far behind the beginning of a long error is not searched for', () => {
	const conversation = convert({ error_message: `${'x'.repeat(20_000)} caf\u00e9` });
	const outcomeRules = [
		{ when: 'errorContains', value: 'caf\u00e9', outcome: 'voicemail' },
	] as const;
	expect(applyStatements(conversation, { outcomeRules }).outcome).toBe('failed');
});
