import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';

import { buildEventText } from '../../../bench/records/build-event-text.mts';
import { conversationSchema } from '../../../core/conversation/conversation.ts';
import { turnSchema } from '../../../core/conversation/turn.ts';
import { compileObject } from '../../../core/record/compile-object.ts';
import { parseRecord } from '../../../core/record/parse-record.ts';
import { readCleanly } from '../../../core/record/read-cleanly.ts';
import { readTolerantly } from '../../../core/record/read-tolerantly.ts';
import { isObject } from '../../../core/json.ts';
import { ParseLog } from '../../../core/record/parse-log.ts';
import { buildFullRecord } from '../../interface/build-sample.mts';
import { mutatedRecord } from './mutate-record.mts';

const fixtures = join(__dirname, '../../fixtures/records');

/** Entries of a record's history; none if it has no history. */
function entriesOf(record: unknown): unknown[] {
	if (!isObject(record) || !Array.isArray(record.history)) return [];
	return record.history;
}

const turnTable = compileObject(turnSchema);

/** A value with the fields of its objects in one order: a lean turn has them in the order sent. */
function sortFields(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(sortFields);
	if (!isObject(value)) return value;
	return Object.entries(value)
		.map(([key, child]) => [key, sortFields(child)] as const)
		.sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Whether the fast way either declines an entry or gives what the tolerant way gives, without an issue. */
function expectAgreement(entry: unknown): 'same' | 'declined' {
	const fast = readCleanly(turnTable, entry);
	if (fast === undefined || !isObject(entry)) return 'declined';
	const log = new ParseLog();
	const { target } = readTolerantly(turnTable, entry, 'history[0]', { log });
	expect(JSON.stringify(sortFields(fast))).toBe(JSON.stringify(sortFields(target)));
	expect(log.issues).toEqual([]);
	return 'same';
}

describe('the fast way and the tolerant way give the same turn', () => {
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

	test('a field under two of its names is for the tolerant way', () => {
		for (const entry of [
			{ created_at: 'a', createdAt: 'b' },
			{ createdAt: 'b', created_at: 'a' },
		]) {
			expect(readCleanly(turnTable, entry)).toBeUndefined();
			const { target } = readTolerantly(turnTable, entry, '', { log: new ParseLog() });
			expect(target).toEqual({
				created_at: 'a',
				metrics: {},
				additional_fields: { createdAt: 'b' },
			});
		}
	});

	test.each([5, null, 'text', [], [{}], new Date(0)])('%p is no entry', (entry) => {
		expect(readCleanly(turnTable, entry)).toBeUndefined();
	});

	test.each(['missing', 'null'] as const)('the benchmark takes the fast way (%s)', (spelling) => {
		const event: { data?: unknown } = JSON.parse(buildEventText(200, spelling));
		const entries = entriesOf(event.data);
		expect(entries).toHaveLength(200);
		expect(entries.map(expectAgreement)).toEqual(entries.map(() => 'same'));
	});
});

test('what is read is what the schema declares', () => {
	fc.assert(
		fc.property(mutatedRecord, (record) => {
			// zod drops a field __proto__ and takes nothing with a field constructor for a map: core keeps both.
			fc.pre(!/"(?:__proto__|constructor)":/.test(JSON.stringify(record)));
			const parsed = parseRecord(record);
			if (!parsed.success) throw new Error(parsed.error.code);
			const declared = conversationSchema.safeParse(parsed.conversation);
			if (!declared.success) throw new Error(JSON.stringify(declared.error.issues));
			// zod leaves out what is not declared: nothing may be missing then.
			expect(declared.data).toStrictEqual(parsed.conversation);
		}),
		{ numRuns: 2000 },
	);
});
