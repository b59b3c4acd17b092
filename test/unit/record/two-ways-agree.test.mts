import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';

import { buildEventText } from '../../../bench/records-conversation.mts';
import { convertTurn } from '../../../core/record/convert-turn.ts';
import { convertTurnFast } from '../../../core/record/convert-turn-fast.ts';
import { isObject } from '../../../core/json/json.ts';
import type { ParseLog } from '../../../core/conversation/parse-issue.ts';
import { parseRecord } from '../../../core/record/parse-record.ts';
import {
	buildFullRecordA,
	buildFullRecordB,
	buildFullTurn,
	type Json,
	type JsonRecord,
} from './build-full-record.mts';
import { buildMutatedRecord } from './mutate-record.mts';
import { listWrongPaths, recordA, recordB } from './wire-schema.mts';

const fixtures = join(__dirname, '../../fixtures/records');
const numbers = fc.array(fc.nat(), { minLength: 4, maxLength: 24 });

/** Entries of a record's history; none where it has no history. */
function entriesOf(record: unknown): unknown[] {
	if (!isObject(record) || !Array.isArray(record.history)) return [];
	return record.history;
}

/** Whether the fast way either declines an entry or gives what the thorough way gives, without an issue. */
function expectAgreement(entry: unknown): 'same' | 'declined' {
	const fast = convertTurnFast(entry);
	if (fast === undefined) return 'declined';
	const log: ParseLog = { issues: [], tooDeep: false };
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
			fc.property(numbers, fc.string({ unit: 'binary' }), (choices, text) => {
				for (const entry of entriesOf(buildMutatedRecord(choices, text))) {
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
		const turn = buildFullTurn();
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
		const log: ParseLog = { issues: [], tooDeep: false };
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

describe('core reports what a schema of the interface document finds', () => {
	const VALUES: Json[] = [0, 'text', true, null, [], {}, ['a', 5], [{ name: 5 }], { a: 5 }];

	function listContainers(value: Json): Array<Json[] | JsonRecord> {
		if (typeof value !== 'object' || value === null) return [];
		return [value, ...Object.values(value).flatMap(listContainers)];
	}

	function report(record: unknown): string[] {
		const parsed = parseRecord(record);
		if (!parsed.success) throw new Error(parsed.error.code);
		return parsed.conversation.parse_issues
			.filter(({ expected }) => expected !== 'JSON text')
			.map(({ path }) => path)
			.sort();
	}

	test.each([
		['A', buildFullRecordA, recordA],
		['B', buildFullRecordB, recordB],
	] as const)('shape %s', (_shape, build, schema) => {
		let found = 0;
		fc.assert(
			fc.property(
				fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat()), { minLength: 1, maxLength: 6 }),
				(mutations) => {
					const record: JsonRecord = build();
					for (const [where, which, what] of mutations) {
						const containers = listContainers(record);
						const container = containers[where % containers.length] ?? record;
						const keys = Object.keys(container);
						const key = keys[which % Math.max(1, keys.length)];
						if (key === undefined) continue;
						const value = JSON.parse(JSON.stringify(VALUES[what % VALUES.length]));
						Reflect.set(container, key, value);
					}
					const wrong = listWrongPaths(schema, record);
					found += wrong.length;
					expect(report(record)).toEqual(wrong);
				},
			),
			{ numRuns: 5000 },
		);
		expect(found).toBeGreaterThan(1000);
	});

	test('on every fixture that spells its fields as documented', () => {
		for (const name of readdirSync(fixtures).filter((it) => !/camel-case|prototype/.test(it))) {
			const text = readFileSync(join(fixtures, name, 'source.json'), 'utf8');
			const record: unknown = JSON.parse(text);
			const schema = name.startsWith('shape-b') ? recordB : recordA;
			expect([name, ...report(record)]).toEqual([name, ...listWrongPaths(schema, record)]);
		}
	});
});
