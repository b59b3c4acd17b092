import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';

import { buildEventText } from '../../../bench/records-conversation.mts';
import { convertTurn } from '../../../core/record/convert-turn.ts';
import { convertTurnFast } from '../../../core/record/convert-turn-fast.ts';
import { isObject } from '../../../core/json/json.ts';
import { ParseLog } from '../../../core/record/parse-log.ts';
import { buildFullRecord } from '../../interface/build-sample.mts';
import { mutatedRecord } from './mutate-record.mts';

const fixtures = join(__dirname, '../../fixtures/records');

/** Entries of a record's history; none where it has no history. */
function entriesOf(record: unknown): unknown[] {
	if (!isObject(record) || !Array.isArray(record.history)) return [];
	return record.history;
}

/** Whether the fast way either declines an entry or gives what the thorough way gives, without an issue. */
function expectAgreement(entry: unknown): 'same' | 'declined' {
	const fast = convertTurnFast(entry);
	if (fast === undefined) return 'declined';
	const log = new ParseLog();
	expect(JSON.stringify(fast)).toBe(JSON.stringify(convertTurn(entry, 'history[0]', log)));
	expect(log.issues).toEqual([]);
	return 'same';
}

describe('the fast way and the thorough way give the same turn', () => {
	test.each(readdirSync(fixtures))('for fixture %s', (name) => {
		const text = readFileSync(join(fixtures, name, 'source.json'), 'utf8');
		for (const entry of entriesOf(JSON.parse(text))) expectAgreement(entry);
	});

	test('for generated entries', () => {
		const outcomes = { same: 0, declined: 0 };
		fc.assert(
			fc.property(mutatedRecord, (record) => {
				for (const entry of entriesOf(record)) {
					outcomes[expectAgreement(entry)] += 1;
				}
			}),
			{ numRuns: 10_000 },
		);
		// Neither way may be the one that is never taken.
		expect(outcomes.same).toBeGreaterThan(1000);
		expect(outcomes.declined).toBeGreaterThan(1000);
	});

	test('for any choice of fields, each as documented or null', () => {
		const [turn] = entriesOf(buildFullRecord('A'));
		if (!isObject(turn)) throw new Error('A full record has no turn.');
		const { metrics = null } = turn;
		const keys = Object.keys(turn);
		fc.assert(
			fc.property(fc.subarray(keys), fc.subarray(keys), (present, nulls) => {
				const entry = Object.fromEntries([
					...present.map((key) => [key, turn[key] ?? null]),
					...nulls.map((key) => [key, null]),
				]);
				expect(expectAgreement(entry)).toBe('same');
				const some = Object.entries(isObject(metrics) ? metrics : {});
				const picked = some.filter((_, index) => present.includes(keys[index] ?? ''));
				expect(expectAgreement({ ...entry, metrics: Object.fromEntries(picked) })).toBe('same');
			}),
		);
	});

	test.each([5, null, 'text', [], [{}], new Date(0)])('%p is no entry for either', (entry) => {
		const log = new ParseLog();
		expect(convertTurnFast(entry)).toBeUndefined();
		expect(convertTurn(entry, 'history[0]', log)).toBeUndefined();
	});

	test.each(['missing', 'null'] as const)('the benchmark takes the fast way (%s)', (spelling) => {
		const event: { data?: unknown } = JSON.parse(buildEventText(200, spelling));
		const entries = entriesOf(event.data);
		expect(entries).toHaveLength(200);
		expect(entries.map(expectAgreement)).toEqual(entries.map(() => 'same'));
	});
});
