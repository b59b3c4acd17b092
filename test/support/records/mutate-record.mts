import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { projectRoot } from '../../../scripts/project-paths.mjs';
import { buildFullRecord, type Json, type JsonRecord } from '../interface/build-sample.mts';
import type { Shape } from '../interface/read-record-type.mts';

/** Values and names that have broken parsers before; what JSON text can hold, and nothing else. */
const odd: { values: Json[]; names: string[] } = JSON.parse(
	readFileSync(join(projectRoot, 'test/fixtures/odd-values.json'), 'utf8'),
);

/** How many records a test makes; the nightly workflow takes many times as many. */
export const countRuns = (byDefault: number): number =>
	byDefault * Number(process.env.RECORDS_TIMES ?? 1);

type Path = readonly string[];

/** Breaks one thing at a key of a record. */
type Change = (parent: Json[] | JsonRecord, key: string) => void;

const replace =
	(value: Json): Change =>
	(parent, key) =>
		setField(parent, key, clone(value));

const remove: Change = (parent, key) => {
	if (Array.isArray(parent)) parent.splice(Number(key), 1);
	else Reflect.deleteProperty(parent, key);
};

const rename =
	(write: (name: string) => string): Change =>
	(parent, key) => {
		if (Array.isArray(parent)) return;
		const value: Json = Reflect.get(parent, key);
		remove(parent, key);
		setField(parent, write(key), value);
	};

const addBeside =
	([name, value]: [string, Json]): Change =>
	(parent) =>
		Array.isArray(parent) ? parent.push(clone(value)) : setField(parent, name, clone(value));

const repeatList: Change = (parent, key) => {
	const value: Json = Reflect.get(parent, key);
	if (Array.isArray(value)) value.push(...value.map(clone));
	else if (Array.isArray(parent)) parent.push(clone(value));
};

const spellCamelCase = (name: string): string =>
	name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

const text = fc.oneof(
	// Any code point: `fc.string` with the unit `binary` first makes a list of all 1.1 million.
	fc.array(fc.nat(0x10ffff), { maxLength: 12 }).map((points) => String.fromCodePoint(...points)),
	fc
		.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 6 })
		.map((units) => String.fromCharCode(...units)),
);
const value = fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...odd.values) }, text);
const name = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...odd.names) }, text);

const change: fc.Arbitrary<Change> = fc.oneof(
	{ weight: 3, arbitrary: value.map(replace) },
	fc.constantFrom(remove, rename(spellCamelCase), repeatList),
	name.map((it) => rename(() => it)),
	fc.tuple(name, value).map(addBeside),
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
		for (const each of all) mutate(record, ...each);
		return record;
	});
}

export const mutatedRecord = fc.oneof(mutatedRecordOf('A'), mutatedRecordOf('B'));

/** A record in which up to six values are of any type, whatever their own one was. */
export function breakTypes(full: JsonRecord): fc.Arbitrary<JsonRecord> {
	const fullText = JSON.stringify(full);
	const change = fc
		.constantFrom<Json>(0, 'text', true, null, [], {}, ['a', 5], [{ name: 5 }], { a: 5 })
		.map(replace);
	const mutation = fc.tuple(fc.constantFrom(...listPaths(full)), change);
	return fc.array(mutation, { minLength: 1, maxLength: 6, size: 'max' }).map((mutations) => {
		const record: JsonRecord = JSON.parse(fullText);
		for (const each of mutations) mutate(record, ...each);
		return record;
	});
}

/** Does it at a path of the full record; nothing if the path is gone by then. */
function mutate(record: JsonRecord, path: Path, change: Change): void {
	const key = path.at(-1) ?? '';
	let parent: Json = record;
	for (const each of path.slice(0, -1)) {
		if (typeof parent !== 'object' || parent === null || !Object.hasOwn(parent, each)) return;
		parent = Reflect.get(parent, each);
	}
	if (typeof parent !== 'object' || parent === null || !Object.hasOwn(parent, key)) return;
	change(parent, key);
}

function setField(target: Json[] | JsonRecord, key: string, value: Json): void {
	const field = { value, enumerable: true, configurable: true, writable: true };
	Object.defineProperty(target, key, field);
}

/** A copy: a value must not be in the record twice and be mutated in both places. */
function clone(value: Json): Json {
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return value.map(clone);
	const copy: JsonRecord = {};
	for (const [key, child] of Object.entries(value)) setField(copy, key, clone(child));
	return copy;
}
