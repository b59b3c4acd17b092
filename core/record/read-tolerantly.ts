import { copyJson, isNestedTooDeep } from '../json/copy-json';
import {
	isFiniteNumber,
	isObject,
	setOwn,
	type JsonObject,
	type JsonValue,
	type UnknownObject,
} from '../json/json';
import { RECORD_LIMITS } from './check-record-limits';
import {
	findField,
	type CompiledField,
	type CompiledObject,
	type FieldKind,
} from './compile-object';
import { findVendorNames } from './find-vendor-names';
import { joinPath, type ParseLog } from './parse-log';
import { parseToolArguments } from './parse-tool-arguments';
import { createEmpty, isPlain, isThere, readCleanly } from './read-cleanly';

/** What a reading needs on its way. */
export type ReadContext = {
	log: ParseLog;
	/** Called with each object of a list as it is read, in the order of the list. */
	onElement?: (list: string, element: JsonObject) => void;
};

/** An object as read, and what in it found no place. */
export type Reading = { target: JsonObject; left: JsonObject };

/** A value under one of a field's names, and whether it is of the field's type. */
type Offer = {
	field: CompiledField;
	key: string;
	value: unknown;
	rank: number;
	isOfKind: boolean;
};

/**
 * Reads an object, whatever is in it. Of a field's names the first that holds a value of the right
 * type counts. A value of another type is logged and left over, and so is what no field is known
 * for. What was left over in inner objects stands under their names, unless they keep it themselves.
 *
 * @param path where the object stands in the record, for the log
 */
export function readTolerantly(
	object: CompiledObject,
	source: UnknownObject,
	path: string,
	context: ReadContext,
): Reading {
	const target = createEmpty(object);
	const { offers, leftKeys } = collect(object, source, target, context.log);
	const left: JsonObject = {};
	for (const key of leftKeys) keep(left, key, source[key], context.log);
	for (const offer of offers) {
		if (offer.isOfKind) readField(offer, target, left, path, context);
		else context.log.report(path, offer.key, EXPECTED[offer.field.kind], offer.value);
	}
	if (object.leftovers === 'outside') return { target, left };
	if (object.leftovers === 'always' || Object.keys(left).length > 0) {
		target.additional_fields = left;
	}
	return { target, left: {} };
}

/**
 * Which values are to be read or reported, in the order of their fields, and the keys of what is left
 * over. A plain value under a field's first name goes into the target at once, as nearly all do.
 */
function collect(object: CompiledObject, source: UnknownObject, target: JsonObject, log: ParseLog) {
	const offers: Offer[] = [];
	const unknownKeys: string[] = [];
	const offer = (field: CompiledField, key: string, rank: number) => {
		const value = source[key];
		offers.push({ field, key, value, rank, isOfKind: isOfKind(value, field.kind) });
	};
	const least = object.leastVendorNames;
	// Of the record itself. A second pass over its names takes long if a sender chose very many.
	const keys: string[] = [];
	let previous = object.beginning;
	// `for in` because the engine turns its loads into loads by position.
	for (const key in source) {
		if (least > 0) {
			if (key.length > RECORD_LIMITS.nameLength.maximum) log.isNameTooLong = true;
			else keys.push(key);
		}
		const field = findField(object, previous, key);
		if (field === undefined) {
			unknownKeys.push(key);
			continue;
		}
		previous = field;
		const value = source[key];
		if (!isThere(value)) continue;
		if (field.rank === 0 && isPlain(value, field)) target[field.name] = value;
		else offer(field, key, field.rank);
	}
	const vendorNames =
		least > 0 && unknownKeys.length > 0 ? findVendorNames(keys, least) : undefined;
	const unplacedKeys: string[] = [];
	for (const key of unknownKeys) {
		const field = object.byWireName[vendorNames?.get(key) ?? ''];
		if (field === undefined) unplacedKeys.push(key);
		else if (isThere(source[key])) offer(field, key, Infinity);
	}
	const leftKeys: string[] = [];
	const settled = settle(offers, target, leftKeys);
	return { offers: settled, leftKeys: leftKeys.concat(unplacedKeys) };
}

/**
 * Leaves of each field the offer that counts and, before it, those of a wrong type that would have
 * counted. The keys of all others become left over.
 */
function settle(offers: Offer[], target: JsonObject, leftKeys: string[]): Offer[] {
	const taken: Array<Offer | undefined> = [];
	for (const offer of offers) {
		const { field, key, rank } = offer;
		const other = taken[field.index];
		if (!offer.isOfKind || hasPlain(target, field) || (other !== undefined && other.rank <= rank)) {
			leftKeys.push(key);
		} else {
			if (other !== undefined) leftKeys.push(other.key);
			taken[field.index] = offer;
			// A vendor's name is a guess: the field as delivered is kept besides.
			if (rank === Infinity) leftKeys.push(key);
		}
	}
	if (leftKeys.length === 0) return offers.sort((a, b) => a.field.index - b.field.index);
	return offers
		.filter((offer) => {
			const counted = taken[offer.field.index];
			if (offer.isOfKind) return offer === counted;
			return !hasPlain(target, offer.field) && offer.rank < (counted?.rank ?? Infinity);
		})
		.sort((a, b) => a.field.index - b.field.index || Number(a.isOfKind) - Number(b.isOfKind));
}

/** Whether a value under the field's first name is in its place already. */
function hasPlain(target: JsonObject, { name, plainType }: CompiledField): boolean {
	return plainType !== null && isThere(target[name]);
}

/** The kinds as parse issues name them. */
const EXPECTED: Readonly<Record<FieldKind, string>> = {
	string: 'string',
	number: 'number',
	boolean: 'boolean',
	any: 'any',
	jsonText: 'string',
	strings: 'array',
	map: 'object',
	object: 'object',
	objects: 'array',
};

function isOfKind(value: unknown, kind: FieldKind): boolean {
	switch (EXPECTED[kind]) {
		case 'number':
			return isFiniteNumber(value);
		case 'object':
			return isObject(value);
		case 'array':
			return Array.isArray(value);
		case 'any':
			return true;
		default:
			return typeof value === EXPECTED[kind];
	}
}

function readField(
	{ field, key, value }: Offer,
	target: JsonObject,
	left: JsonObject,
	parentPath: string,
	context: ReadContext,
): void {
	const { name, kind, object } = field;
	const leftInside: JsonObject = {};
	if (kind === 'any') {
		const kept: JsonObject = {};
		keep(kept, name, value, context.log);
		target[name] = kept[name] ?? null;
	} else if (kind === 'object' && object !== null && isObject(value)) {
		const read = readCleanly(object, value);
		if (read !== undefined) {
			target[name] = read;
		} else {
			const path = joinPath(parentPath, key);
			const reading = readTolerantly(object, value, path, context);
			target[name] = reading.target;
			setIfFilled(left, key, reading.left);
		}
	} else if (kind === 'map' && isObject(value)) {
		target[name] = readMap(value, leftInside, joinPath(parentPath, key), context.log);
	} else if (Array.isArray(value)) {
		const path = joinPath(parentPath, key);
		if (object !== null) target[name] = readObjects(field, value, leftInside, path, context);
		else target[name] = readStrings(value, leftInside, path, context.log);
	} else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
		target[name] = value;
		if (kind === 'jsonText') {
			const parsed = parseToolArguments(String(value), parentPath, key, context.log);
			if (parsed !== null) target[field.parsedInto] = parsed;
		}
	}
	setIfFilled(left, key, leftInside);
}

function readObjects(
	{ name, object }: CompiledField,
	list: readonly unknown[],
	left: JsonObject,
	path: string,
	context: ReadContext,
): JsonValue[] {
	const elements: JsonValue[] = [];
	for (let index = 0; object !== null && index < list.length; index += 1) {
		const value = list[index];
		let element = readCleanly(object, value);
		if (element === undefined && isObject(value)) {
			element = readTolerantly(object, value, joinPath(path, index), context).target;
		}
		if (element === undefined) {
			context.log.report(path, index, 'object', value);
			keep(left, String(index), value, context.log);
		} else {
			elements.push(element);
			context.onElement?.(name, element);
		}
	}
	return elements;
}

function readStrings(
	list: readonly unknown[],
	left: JsonObject,
	path: string,
	log: ParseLog,
): string[] {
	const elements: string[] = [];
	list.forEach((value, index) => {
		if (typeof value === 'string') {
			elements.push(value);
		} else {
			log.report(path, index, 'string', value);
			keep(left, String(index), value, log);
		}
	});
	return elements;
}

function readMap(source: UnknownObject, left: JsonObject, path: string, log: ParseLog): JsonObject {
	const map: JsonObject = {};
	for (const key of Object.keys(source)) {
		const value = source[key];
		if (value === undefined) continue;
		if (typeof value === 'string' || value === null) {
			setOwn(map, key, value);
		} else {
			log.report(path, key, 'string', value);
			keep(left, key, value, log);
		}
	}
	return map;
}

/** Keeps a copy of what found no place. */
function keep(left: JsonObject, key: string, value: unknown, log: ParseLog): void {
	if (isNestedTooDeep(value)) {
		log.isNestedTooDeep = true;
		return;
	}
	const copy = copyJson(value);
	if (copy !== undefined) setOwn(left, key, copy);
}

function setIfFilled(target: JsonObject, key: string, value: JsonObject): void {
	if (Object.keys(value).length > 0) setOwn(target, key, value);
}
