import fc from 'fast-check';

import { buildFullRecord, type Json, type JsonRecord } from '../interface/build-sample.mts';
import type { Shape } from '../interface/read-record-type.mts';

/** Values that have broken parsers before; what JSON text can hold, and nothing else. */
const VALUES: readonly Json[] = [
	null,
	true,
	false,
	0,
	-0,
	-1,
	1.5,
	1e308,
	5e-324,
	JSON.parse('1e999'),
	'',
	' ',
	'12.5',
	'true',
	'null',
	'__proto__',
	'2026-11-03T09:15:04.000Z',
	'2026-11-03T09:15:04.1234567+02:00',
	'2026-11-03 09:15',
	'3.11.2026',
	'Tue, 03 Nov 2026 09:15:04 GMT',
	'9999-99-99T99:99:99.999Z',
	'-0001-01-01T00:00:00Z',
	'\ud800',
	'\udc00\ud800',
	'\u0000\u0001\u001f\u007f\u2028\ufeff',
	'😀',
	'<script>alert(1)</script>',
	'--> 00:00:00.000',
	'{"a":1}',
	'{"a":',
	'[[[[]]]]',
	'{"__proto__":{"polluted":true}}',
	'User',
	'system',
	'FunctionCallOutput',
	'call_81',
	[],
	[null],
	[[]],
	['a', 1, null],
	{},
	{ __proto__: null, a: 1 },
	JSON.parse('{"__proto__":{"polluted":true}}'),
	JSON.parse('{"constructor":{"prototype":{"polluted":true}}}'),
	{ toString: 'x', valueOf: 1, hasOwnProperty: null, length: -1 },
	{ 0: 'a', 1: 'b' },
	[{ role: 'User', content: 'Hi' }],
	{ metrics: { e2e_latency: 1 } },
];

const NAMES = [
	'__proto__',
	'constructor',
	'prototype',
	'toString',
	'hasOwnProperty',
	'statistics',
	'transcript',
	'outcome',
	'delivery',
	'shape',
	'additional_fields',
	'parse_issues',
	'tool_arguments',
	'id',
	'session_id',
	'agent_name',
	'start_time',
	'agentId',
	'startedAt',
	'acme_room_name',
	'acmeEgressId',
	'other_job_id',
	'synthesized_acme_id',
	'0',
	'',
	'a b',
	'\ud800',
	'e2eLatency',
	'toolArgumentsJson',
];

type Path = readonly string[];

/** One thing broken in a record, at a path of the full record; nothing if the path is gone by then. */
type Mutation = readonly [at: Path, change: Change];

type Change =
	| { do: 'replace'; value: Json }
	| { do: 'remove' }
	| { do: 'rename'; name: string }
	| { do: 'spell in camel case' }
	| { do: 'add beside'; name: string; value: Json }
	| { do: 'repeat the list' };

const text = fc.oneof(
	fc.string({ unit: 'binary', maxLength: 12 }),
	fc
		.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 6 })
		.map((units) => String.fromCharCode(...units)),
);
const value: fc.Arbitrary<Json> = fc.oneof(
	{ weight: 8, arbitrary: fc.constantFrom(...VALUES) },
	{ weight: 1, arbitrary: text },
);
const name = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...NAMES) }, text);

const change: fc.Arbitrary<Change> = fc.oneof(
	{ weight: 3, arbitrary: value.map((it): Change => ({ do: 'replace', value: it })) },
	fc.constant<Change>({ do: 'remove' }),
	name.map((it): Change => ({ do: 'rename', name: it })),
	fc.constant<Change>({ do: 'spell in camel case' }),
	fc.tuple(name, value).map(
		([it, beside]): Change => ({
			do: 'add beside',
			name: it,
			value: beside,
		}),
	),
	fc.constant<Change>({ do: 'repeat the list' }),
);

function listPaths(container: Json, path: Path = []): Path[] {
	if (typeof container !== 'object' || container === null) return [path];
	const inside = Object.entries(container).flatMap(([key, child]) =>
		listPaths(child, [...path, key]),
	);
	return path.length === 0 ? inside : [path, ...inside];
}

/**
 * Records of one shape with some or all of their fields and up to seven things broken in them: what fails
 * shrinks to the fewest fields and the fewest of these, each with the plainest value.
 */
function mutatedRecordOf(shape: Shape): fc.Arbitrary<JsonRecord> {
	const full = buildFullRecord(shape);
	const texts = Object.entries(full).map(([key, it]) => [key, JSON.stringify(it)] as const);
	const mutation = fc.tuple(fc.constantFrom(...listPaths(full)), change);
	const mutations = fc.array(mutation, { minLength: 1, maxLength: 7, size: 'max' });
	const names = Object.keys(full);
	const some = fc.oneof(fc.constant(names), fc.subarray(names));
	return fc.tuple(some, mutations).map(([kept, all]) => {
		// What is to be broken has to be there.
		const there = new Set([...kept, ...all.map(([[start]]) => start)]);
		const record: JsonRecord = {};
		for (const [key, text] of texts) if (there.has(key)) record[key] = JSON.parse(text);
		for (const each of all) mutate(record, each);
		return record;
	});
}

export const mutatedRecord = fc.oneof(mutatedRecordOf('A'), mutatedRecordOf('B'));

/** A record in which up to six values are of any type, whatever their own one was. */
export function breakTypes(full: JsonRecord): fc.Arbitrary<JsonRecord> {
	const fullText = JSON.stringify(full);
	const change = fc
		.constantFrom<Json>(0, 'text', true, null, [], {}, ['a', 5], [{ name: 5 }], { a: 5 })
		.map((it): Change => ({ do: 'replace', value: it }));
	const mutation = fc.tuple(fc.constantFrom(...listPaths(full)), change);
	return fc.array(mutation, { minLength: 1, maxLength: 6, size: 'max' }).map((mutations) => {
		const record: JsonRecord = JSON.parse(fullText);
		for (const each of mutations) mutate(record, each);
		return record;
	});
}

function mutate(record: JsonRecord, [path, change]: Mutation): void {
	const key = path.at(-1) ?? '';
	let parent: Json = record;
	for (const each of path.slice(0, -1)) {
		if (typeof parent !== 'object' || parent === null || !Object.hasOwn(parent, each)) return;
		parent = Reflect.get(parent, each);
	}
	if (typeof parent !== 'object' || parent === null || !Object.hasOwn(parent, key)) return;
	const before: Json = Reflect.get(parent, key);
	switch (change.do) {
		case 'replace':
			setField(parent, key, clone(change.value));
			return;
		case 'remove':
			if (Array.isArray(parent)) parent.splice(Number(key), 1);
			else Reflect.deleteProperty(parent, key);
			return;
		case 'rename':
		case 'spell in camel case':
			if (Array.isArray(parent)) return;
			Reflect.deleteProperty(parent, key);
			setField(parent, change.do === 'rename' ? change.name : spellCamelCase(key), before);
			return;
		case 'add beside':
			if (Array.isArray(parent)) parent.push(clone(change.value));
			else setField(parent, change.name, clone(change.value));
			return;
		case 'repeat the list':
			if (Array.isArray(before)) before.push(...before.map(clone));
			else if (Array.isArray(parent)) parent.push(clone(before));
	}
}

function setField(target: Json[] | JsonRecord, key: string, value: Json): void {
	Object.defineProperty(target, key, {
		value,
		enumerable: true,
		configurable: true,
		writable: true,
	});
}

/** A copy: a value must not be in the record twice and be mutated in both places. */
function clone(value: Json): Json {
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return value.map(clone);
	const copy: JsonRecord = {};
	for (const [key, child] of Object.entries(value)) setField(copy, key, clone(child));
	return copy;
}

function spellCamelCase(name: string): string {
	return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
