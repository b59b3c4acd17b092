import {
	copyJson,
	isFiniteNumber,
	isObject,
	type JsonObject,
	type JsonValue,
	setOwn,
	type UnknownObject,
} from '../json';
import {
	type CompiledField,
	type CompiledObject,
	type FieldKind,
	findField,
	foldName,
} from './compile-object';
import { RECORD_LIMITS } from './limits';
import { joinPath, type ParseLog, parseToolArguments } from './parse-log';
import { createEmpty, isPlain, isThere, readCleanly } from './read-cleanly';
import { findVendorNames } from './vendor-names';

/** A value under one of a field's names, and whether it is of the field's type. */
type Offer = {
	field: CompiledField;
	key: string;
	value: unknown;
	rank: number;
	isOfKind: boolean;
};

/**
 * Which values are to be read or reported, in the order of their fields, and the keys of what is left
 * over. A plain value under a field's first name goes into the target at once, as nearly all do.
 */
function collectOffers(
	object: CompiledObject,
	source: UnknownObject,
	target: JsonObject,
): { offers: Offer[]; leftKeys: string[] } {
	const offers: Offer[] = [];
	const unknownKeys: string[] = [];
	const offer = (field: CompiledField, key: string, rank: number) => {
		const value = source[key];
		offers.push({ field, key, value, rank, isOfKind: isOfKind(value, field.kind) });
	};
	const least = object.leastVendorNames;
	/** The names that a vendor's word may be in. */
	const candidates: string[] = [];
	let previous = object.beginning;
	// `for in` because the engine turns its loads into loads by position.
	for (const key in source) {
		const expected = previous.next;
		const field = expected?.wireName === key ? expected : findField(object, previous, key);
		if (field === undefined) {
			unknownKeys.push(key);
			candidates.push(key);
			continue;
		}
		previous = field;
		if (field.isVendorName) candidates.push(key);
		const value = source[key];
		if (value === undefined || value === null) continue;
		// Most are text, and a process that has just started pays for each call.
		const isText = typeof value === 'string' && field.plainType === 'string';
		if (field.rank === 0 && (isText || isPlain(value, field))) target[field.name] = value;
		else offer(field, key, field.rank);
	}
	const vendorNames =
		least > 0 && unknownKeys.length > 0 ? findVendorNames(candidates, least) : undefined;
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
	// Each field has one: the list has them in the order of their fields, with gaps.
	if (leftKeys.length === 0) return taken.filter(isOffer);
	return offers
		.filter((offer) => {
			const counted = taken[offer.field.index];
			if (offer.isOfKind) return offer === counted;
			return !hasPlain(target, offer.field) && offer.rank < (counted?.rank ?? Infinity);
		})
		.sort((a, b) => a.field.index - b.field.index || Number(a.isOfKind) - Number(b.isOfKind));
}

const isOffer = (offer: Offer | undefined): offer is Offer => offer !== undefined;

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

/** What a reading needs on its way. */
type ReadContext = {
	log: ParseLog;
	/** Called with each object of a list as it is read, in the order of the list. */
	onElement?: (list: string, element: JsonObject) => void;
};

/** Longer than any documented name in any spelling. */
const MAX_SPELLED_CHARACTERS = 100;

/** An object as read, and what in it found no place. */
type Reading = { target: JsonObject; left: JsonObject };

/**
 * Reads an object, whatever is in it. Of a field's names the first that holds a value of the right
 * type counts. A value of another type is logged and left over, and so is what no field is known
 * for. What was left over in inner objects is under their names, unless they keep it themselves.
 *
 * @param path where the object is in the record, for the log; empty for the record itself
 */
export function readTolerantly(
	object: CompiledObject,
	source: UnknownObject,
	path: string,
	context: ReadContext,
): Reading {
	const target = createEmpty(object);
	const { offers, leftKeys } = collectOffers(object, source, target);
	const left: JsonObject = {};
	if (leftKeys.length > RECORD_LIMITS.fields.maximum) {
		context.log.excess ??= RECORD_LIMITS.fields;
	}
	for (const key of leftKeys) {
		if (path === '' && key.length > RECORD_LIMITS.nameLength.maximum) {
			context.log.excess ??= RECORD_LIMITS.nameLength;
		}
		keep(left, key, source[key], context.log);
		reportSpelling(object, source, key, path, context.log);
	}
	for (const offer of offers) {
		if (offer.isOfKind) {
			readField(offer, target, left, path, context);
			continue;
		}
		const { field, key, value } = offer;
		context.log.report(path, key, EXPECTED[field.kind], value);
		// Arguments of a tool that came as an object are parsed already.
		const parsed = left[key];
		if (field.kind === 'jsonText' && isObject(parsed)) target[field.parsedInto] = parsed;
	}
	if (object.leftovers === 'outside') return { target, left };
	if (object.leftovers === 'always' || Object.keys(left).length > 0) {
		target.additional_fields = left;
	}
	return { target, left: {} };
}

/** Reports what is under a documented name in another spelling, unless a documented one is there. */
function reportSpelling(
	{ namesByFolded }: CompiledObject,
	source: UnknownObject,
	key: string,
	path: string,
	log: ParseLog,
): void {
	if (key.length > MAX_SPELLED_CHARACTERS || !isThere(source[key])) return;
	const names = namesByFolded.get(foldName(key)) ?? [];
	const [documented] = names;
	if (documented === undefined || names.some((name) => isThere(source[name]))) return;
	log.report(path, key, `the name ${documented}`, source[key]);
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

/** Keeps a copy of what found no place, unless the record is to be rejected anyway. */
function keep(left: JsonObject, key: string, value: unknown, log: ParseLog): void {
	log.excess ??= findExcess(value, 0, log);
	if (log.excess !== null) return;
	const copy = copyJson(value);
	if (copy !== undefined) setOwn(left, key, copy);
}

/** Counts the values inside an undocumented one, and itself. */
function findExcess(value: unknown, level: number, log: ParseLog): ParseLog['excess'] {
	log.unknownCount += 1;
	if (log.unknownCount > RECORD_LIMITS.unknownValues.maximum) return RECORD_LIMITS.unknownValues;
	if (typeof value !== 'object' || value === null) return null;
	if (level >= RECORD_LIMITS.levels.maximum) return RECORD_LIMITS.levels;
	const children: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
	if (!Array.isArray(value) && children.length > RECORD_LIMITS.fields.maximum) {
		return RECORD_LIMITS.fields;
	}
	for (const child of children) {
		const excess = findExcess(child, level + 1, log);
		if (excess !== null) return excess;
	}
	return null;
}

function setIfFilled(target: JsonObject, key: string, value: JsonObject): void {
	if (Object.keys(value).length > 0) setOwn(target, key, value);
}
