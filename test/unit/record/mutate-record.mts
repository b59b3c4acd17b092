import {
	buildFullRecordA,
	buildFullRecordB,
	type Json,
	type JsonRecord,
} from './build-full-record.mts';

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
	'summary',
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

type Container = Json[] | JsonRecord;

/**
 * A full record with some things in it broken, as the numbers say: values replaced, fields removed,
 * renamed, added or moved, entries of lists doubled. The same numbers and text give the same record.
 */
export function buildMutatedRecord(numbers: readonly number[], text: string): JsonRecord {
	let position = 0;
	const next = (count: number) => {
		const number = numbers[position % numbers.length] ?? 0;
		position += 1;
		return (number + position) % count;
	};
	const root: JsonRecord = next(2) === 0 ? buildFullRecordA() : buildFullRecordB();
	const mutations = 1 + Math.floor(numbers.length / 4);
	for (let mutation = 0; mutation < mutations; mutation += 1) {
		const containers = listContainers(root);
		const container = containers[next(containers.length)] ?? root;
		const keys = Object.keys(container);
		const key = keys[next(Math.max(1, keys.length))] ?? 'new';
		const chosen = next(VALUES.length + 1);
		// A copy: a value must not be in the record twice and be mutated in both places.
		const value: Json = chosen === VALUES.length ? text : clone(VALUES[chosen] ?? null);
		switch (next(6)) {
			case 0:
				if (Array.isArray(container)) container.push(value);
				else setField(container, NAMES[next(NAMES.length)] ?? text, value);
				break;
			case 1:
				Reflect.deleteProperty(container, key);
				if (Array.isArray(container)) container.length = 0;
				break;
			case 2:
				if (!Array.isArray(container)) {
					setField(container, spellCamelCase(key), container[key] ?? null);
					Reflect.deleteProperty(container, key);
				}
				break;
			case 3:
				if (!Array.isArray(container)) setField(container, text, value);
				else container.push(...container.map(clone));
				break;
			default:
				if (Array.isArray(container)) container[Number(key) || 0] = value;
				else setField(container, key, value);
		}
	}
	return root;
}

function listContainers(value: Json, found: Container[] = []): Container[] {
	if (typeof value !== 'object' || value === null) return found;
	found.push(value);
	for (const child of Object.values(value)) listContainers(child, found);
	return found;
}

function setField(target: JsonRecord, key: string, value: Json): void {
	Object.defineProperty(target, key, {
		value,
		enumerable: true,
		configurable: true,
		writable: true,
	});
}

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
