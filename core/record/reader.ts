import * as z from 'zod/v4-mini';
import { turnSchema } from '../conversation/turn';
import {
	listFields,
	listWireNames,
	type ObjectSchema,
	type WireForm,
} from '../conversation/declare-field';
import {
	isFiniteNumber,
	isObject,
	isSent,
	type JsonObject,
	type JsonValue,
	setOwn,
	type UnknownObject,
} from '../json';
import { isTimestamp } from '../time';
import { RECORD_LIMITS, type RecordLimit } from './limits';
import { nameType, type Reading } from './reading';
import { findVendorNames } from './vendor-names';

/** Reads an object of one kind. What it leaves over and does not keep itself goes into `left`. */
export type ObjectReader = (
	source: UnknownObject,
	left: JsonObject,
	reading: Reading,
) => JsonObject;

type ValueReader = {
	/** The documented type, as parse issues name it. */
	expected: string;
	/**
	 * @param key the name under which the value stands, or the list that it is an element of
	 * @param left where parts of the value go that have no place
	 * @returns undefined for a value of another type
	 */
	read: (value: unknown, key: string, left: JsonObject, reading: Reading) => JsonValue | undefined;
	/** Whether an object is there if nothing was sent: the one that is read of an empty one. */
	isAlwaysThere?: true;
};

type RecordField = ValueReader & {
	name: string;
	/** Its names on the wire, the one that counts first in front. */
	wireNames: readonly string[];
	/** The field that holds its text, parsed. */
	parsedInto: string | undefined;
};

/**
 * Compiles the reader of an object from its schema, the source of every fact.
 *
 * The fields come in the order in which they are declared. Of a field's names the first that holds a
 * value of the right type counts. A value of another type is reported and left over, and so is what no
 * field is known for. What is left over inside stands under the names of the objects that it was in,
 * unless these keep it themselves.
 *
 * Of a canonical object, what core had left over is left over again, if it is there. What core works out
 * is not read, nor what another node added to the head.
 */
export function compileReader(schema: ObjectSchema, form: WireForm): ObjectReader {
	const declared = listFields(schema);
	const fields: readonly RecordField[] = declared
		.filter(({ facts }) => facts.isDerived !== true)
		.map((field) => ({
			...(field.facts.isTime ? TIME : compileValue(field.name, field.schema, form)),
			name: field.name,
			wireNames: listWireNames(field, form),
			parsedInto: declared.find(({ facts }) => facts.parsedFrom === field.name)?.name,
		}));
	const isCanonical = form === 'canonical';
	const known = new Set(
		isCanonical ? declared.map(({ name }) => name) : fields.flatMap(({ wireNames }) => wireNames),
	);
	const documentedNames = new Map(
		fields.flatMap(({ wireNames }) =>
			wireNames.map((name) => [foldName(name), wireNames] as const),
		),
	);
	const isLean = declared.some(({ isOptional }) => isOptional);
	const additional = declared.find(({ name }) => name === 'additional_fields');
	const template = Object.fromEntries(declared.map(({ name }) => [name, null]));

	function read(source: UnknownObject, outerLeft: JsonObject, reading: Reading): JsonObject {
		// Counted, not listed: a long history has very many objects.
		let keysToCome = 0;
		for (const key in source) if (source[key] !== undefined) keysToCome += 1;
		const target: JsonObject = isLean ? {} : { ...template };
		const left = additional === undefined ? outerLeft : reading.takeEmpty();
		for (const field of fields) {
			let isTaken = false;
			// A turn has few of its fields: once all its keys were met, no others are looked for.
			if (keysToCome > 0) {
				for (const key of field.wireNames) {
					const value = source[key];
					if (value === undefined) continue;
					keysToCome -= 1;
					if (value === null) continue;
					if (!isTaken) isTaken = take(field, key, value, target, left, reading);
					else reading.keep(left, key, value);
				}
			}
			if (!isTaken && field.isAlwaysThere) take(field, field.name, {}, target, left, reading);
		}
		const isHead = reading.path.length === 0;
		if (keysToCome > 0 && !(isCanonical && isHead)) {
			readUnknown(source, target, left, reading);
		}
		const leftOver = isCanonical && additional ? source.additional_fields : undefined;
		if (isObject(leftOver)) keepAgain(leftOver, target, left, reading);
		const isAlwaysThere = additional?.isOptional === false && (!isCanonical || isObject(leftOver));
		if (additional && (isAlwaysThere || reading.isFilled(left))) {
			target.additional_fields = left;
		}
		return target;
	}

	/** Vendors' words for documented names are a guess: the field as delivered is kept besides. */
	function readUnknown(
		source: UnknownObject,
		target: JsonObject,
		left: JsonObject,
		reading: Reading,
	): void {
		const keys = Object.keys(source);
		reading.check(RECORD_LIMITS.fields, keys.length);
		const isHead = reading.path.length === 0;
		// Shape B is not shown with vendors' words, so one alone may be anything.
		const vendorNames = isHead ? findVendorNames(keys, form === 'A' ? 1 : 2) : undefined;
		for (const key of keys) {
			if (known.has(key)) continue;
			const value = source[key];
			if (isHead) reading.check(RECORD_LIMITS.nameLength, key.length);
			reading.keep(left, key, value);
			if (!isSent(value)) continue;
			const meant = vendorNames?.get(key);
			const guessed = meant && fields.find(({ name }) => name === meant);
			if (guessed) take(guessed, key, value, target, left, reading);
			else reportSpelling(source, key, reading);
		}
	}

	/** What was left over of the record is left over again; a value that is left over now stays. */
	function keepAgain(
		sent: UnknownObject,
		target: JsonObject,
		left: JsonObject,
		reading: Reading,
	): void {
		const keys = Object.keys(sent);
		reading.check(RECORD_LIMITS.fields, keys.length);
		for (const key of keys) {
			if (reading.path.length === 0) reading.check(RECORD_LIMITS.nameLength, key.length);
			const value = sent[key];
			const now = Object.hasOwn(left, key) ? left[key] : undefined;
			const field = fields.find(({ name }) => name === key);
			if (field !== undefined && isObject(value)) {
				// One by one: a list may have very many elements without a place, more than an object's limit.
				const inside = isObject(now) ? now : {};
				for (const name of Object.keys(value)) {
					if (!Object.hasOwn(inside, name)) reading.keep(inside, name, value[name]);
				}
				setOwn(left, key, inside);
			} else if (now === undefined) {
				if (field !== undefined) reading.report(key, field.expected, nameType(value));
				reading.keep(left, key, value);
			}
		}
		for (const field of fields) takeParsed(field, left[field.name], target);
	}

	/** Reports what is under a documented name in another spelling, unless a documented one is there. */
	function reportSpelling(source: UnknownObject, key: string, reading: Reading): void {
		if (key.length > MAX_SPELLED_CHARACTERS) return;
		const names = documentedNames.get(foldName(key)) ?? [];
		const [documented] = names;
		if (documented === undefined || names.some((name) => isSent(source[name]))) return;
		reading.report(key, `the name ${documented}`, nameType(source[key]));
	}

	return read;
}

/** Longer than any documented name in any spelling. */
const MAX_SPELLED_CHARACTERS = 100;

/** A name without what tells spellings apart: `AgentTitle` and `agent-title` are `agent_title`. */
function foldName(name: string): string {
	return name.toLowerCase().replace(/[_ -]/g, '');
}

/** Puts a value into its field, or reports it and keeps it in `left`. */
function take(
	field: RecordField,
	key: string,
	value: unknown,
	target: JsonObject,
	left: JsonObject,
	reading: Reading,
): boolean {
	const read = field.read(value, key, left, reading);
	if (read !== undefined) {
		target[field.name] = read;
		if (field.parsedInto === undefined) return true;
		const parsed = reading.parseArguments(key, String(read));
		if (parsed !== null) target[field.parsedInto] = parsed;
		return true;
	}
	reading.report(key, field.expected, nameType(value));
	reading.keep(left, key, value);
	takeParsed(field, left[key], target);
	return false;
}

/** Arguments of a tool that came as an object are parsed already. */
function takeParsed({ parsedInto }: RecordField, kept: JsonValue | undefined, target: JsonObject) {
	if (parsedInto !== undefined && isObject(kept)) target[parsedInto] ??= kept;
}

const STRING: ValueReader = {
	expected: 'string',
	read: (value) => (typeof value === 'string' ? value : undefined),
};
const TIME: ValueReader = {
	expected: 'string',
	read(value, key, _left, reading) {
		if (typeof value !== 'string') return undefined;
		if (!isTimestamp(value)) reading.report(key, 'ISO 8601 time', 'string');
		return value;
	},
};
const NUMBER: ValueReader = {
	expected: 'number',
	read: (value) => (isFiniteNumber(value) ? value : undefined),
};
const BOOLEAN: ValueReader = {
	expected: 'boolean',
	read: (value) => (typeof value === 'boolean' ? value : undefined),
};
const ANY: ValueReader = {
	expected: 'any',
	read: (value, _key, _left, reading) => reading.copy(value) ?? null,
};
/** Names of the sender's choice, each with a text or `null`. */
const MAP: ValueReader = {
	expected: 'object',
	read(value, key, left, reading) {
		if (!isObject(value)) return undefined;
		const names = Object.keys(value);
		reading.check(RECORD_LIMITS.mapKeys, names.length);
		const inside = enter(key, reading);
		const map: JsonObject = {};
		for (const name of names) {
			reading.check(RECORD_LIMITS.nameLength, name.length);
			const entry = value[name];
			if (typeof entry === 'string' || entry === null) {
				setOwn(map, name, entry);
			} else if (entry !== undefined) {
				reading.report('*', 'string', nameType(entry));
				reading.keep(inside, name, entry);
			}
		}
		leave(key, inside, left, reading);
		return map;
	},
};

function compileValue(name: string, schema: z.core.$ZodType, form: WireForm): ValueReader {
	if (schema instanceof z.ZodMiniString) return STRING;
	if (schema instanceof z.ZodMiniNumber) return NUMBER;
	if (schema instanceof z.ZodMiniBoolean) return BOOLEAN;
	if (schema instanceof z.ZodMiniCustom) return ANY;
	if (schema instanceof z.ZodMiniRecord) return MAP;
	if (schema instanceof z.ZodMiniObject) return compileObject(compileReader(schema, form));
	if (schema instanceof z.ZodMiniArray) return compileList(name, schema.def.element, form);
	throw new Error(`No reader is known for the type of the field ${name}`);
}

function compileObject(read: ObjectReader): ValueReader {
	return {
		expected: 'object',
		isAlwaysThere: true,
		read: (value, key, left, reading) => {
			if (!isObject(value)) return undefined;
			const inside = enter(key, reading);
			const target = read(value, inside, reading);
			leave(key, inside, left, reading);
			return target;
		},
	};
}

function compileList(name: string, element: z.core.$ZodType, form: WireForm): ValueReader {
	if (!(element instanceof z.ZodMiniObject)) return listOf(compileValue(name, element, form));
	const read = compileReader(element, form);
	return listOf(
		{
			expected: 'object',
			read: (value, _key, left, reading) =>
				isObject(value) ? read(value, left, reading) : undefined,
		},
		element === turnSchema ? RECORD_LIMITS.turns : RECORD_LIMITS.voiceSettings,
	);
}

/**
 * Elements of another type are left over under their index.
 *
 * @param total the limit for the elements of all such lists; default: the limit for those of one list
 */
function listOf({ expected, read }: ValueReader, total?: RecordLimit): ValueReader {
	return {
		expected: 'array',
		read: (value, key, left, reading) => {
			if (!Array.isArray(value)) return undefined;
			if (total === undefined) reading.check(RECORD_LIMITS.listElements, value.length);
			else reading.count(total, value.length);
			const inside = enter(key, reading);
			const elements: JsonValue[] = [];
			for (let index = 0; index < value.length; index += 1) {
				reading.path.push(index);
				const element = read(value[index], key, inside, reading);
				reading.path.pop();
				if (element !== undefined) {
					elements.push(element);
					continue;
				}
				reading.report(index, expected, nameType(value[index]));
				reading.keep(inside, String(index), value[index]);
			}
			leave(key, inside, left, reading);
			return elements;
		},
	};
}

/** Begins to read what is under a name. Returns where what has no place in it goes. */
function enter(key: string, reading: Reading): JsonObject {
	reading.path.push(key);
	return reading.takeEmpty();
}

/** Ends it, and keeps under that name what had no place. */
function leave(key: string, inside: JsonObject, left: JsonObject, reading: Reading): void {
	reading.path.pop();
	if (reading.isFilled(inside)) setOwn(left, key, inside);
}
