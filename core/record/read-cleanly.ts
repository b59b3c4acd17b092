import {
	copyJson,
	isObject,
	type JsonObject,
	type JsonValue,
	MAX_NESTING_LEVELS,
	parseJsonText,
	type UnknownObject,
} from '../json';
import { findField, type CompiledField, type CompiledObject } from './compile-object';

/**
 * Reads an object that holds declared fields of their declared types and nothing else: what nearly
 * every turn is. One that needs no change is handed on itself: a copy would cost as much as reading.
 *
 * @returns undefined for any other value, which {@link readTolerantly} then reads and reports
 */
export function readCleanly(object: CompiledObject, source: unknown): JsonObject | undefined {
	if (!mayHaveFields(source)) return undefined;
	if (object.template !== null) return gather(object, source, 0);
	let innerCount = 0;
	let previous = object.beginning;
	// `for in` because the engine turns its loads into loads by position.
	for (const key in source) {
		const expected = previous.next;
		const field = expected?.wireName === key ? expected : findField(object, previous, key);
		if (field === undefined) return undefined;
		previous = field;
		const value = source[key];
		// Most are text, and a process that has just started pays for each call.
		if (typeof value === 'string' && field.plainType === 'string' && field.rank === 0) continue;
		if (value === null || field.rank > 0) return gather(object, source, innerCount);
		if (isPlain(value, field)) continue;
		if (field.kind !== 'object' || field.object === null) {
			return gather(object, source, innerCount);
		}
		const inner = readCleanly(field.object, value);
		if (inner === undefined) return undefined;
		if (inner !== value) return gather(object, source, innerCount);
		innerCount += 1;
	}
	if (previous === object.beginning && !isObject(source)) return undefined;
	if (innerCount === object.innerObjects.length) return asChecked(source);
	return addInnerObjects(object, { ...asChecked(source) });
}

/** The object if nothing was sent. */
export function createEmpty(object: CompiledObject): JsonObject {
	return addInnerObjects(object, createTarget(object));
}

/** Whether a value is a text, number or boolean, and its field holds such. */
export function isPlain(value: unknown, { plainType }: CompiledField): value is JsonValue {
	return typeof value === plainType && (plainType !== 'number' || Number.isFinite(value));
}

/** Whether something was sent. */
export function isThere(value: unknown): boolean {
	return value !== undefined && value !== null;
}

function createTarget({ template }: CompiledObject): JsonObject {
	// A literal has room for the fields to come; a copy of an empty object has none.
	return template === null ? {} : { ...template };
}

/** Quicker than {@link isObject}: an array or a date has no fields, which is looked at afterwards. */
function mayHaveFields(value: unknown): value is UnknownObject {
	return typeof value === 'object' && value !== null;
}

/** Each of its fields was seen to hold what it is declared to hold. */
function asChecked(fields: UnknownObject): JsonObject {
	return fields as JsonObject;
}

/**
 * Builds an object of what was sent with a value.
 *
 * @param wholeCount how many of the objects inside, from the first on, are known to need no change
 * @returns undefined if that is a task for the tolerant walk
 */
function gather(
	object: CompiledObject,
	source: UnknownObject,
	wholeCount: number,
): JsonObject | undefined {
	const target = createTarget(object);
	let innerCount = 0;
	let mayBeTwice = false;
	let previous = object.beginning;
	for (const key in source) {
		const field = findField(object, previous, key);
		if (field === undefined) return undefined;
		previous = field;
		const value = source[key];
		if (value === null) continue;
		if (field.rank > 0) mayBeTwice = true;
		if (mayBeTwice && isThere(target[field.name])) return undefined;
		if (field.kind === 'object') innerCount += 1;
		const isKnown = field.kind === 'object' && innerCount <= wholeCount && isObject(value);
		const read = isPlain(value, field)
			? value
			: isKnown
				? asChecked(value)
				: readPart(field, value);
		if (read === undefined) return undefined;
		target[field.name] = read;
		if (field.kind !== 'jsonText') continue;
		const parsed = parseQuickly(String(read));
		if (parsed === undefined) return undefined;
		if (parsed !== null) target[field.parsedInto] = parsed;
	}
	if (previous === object.beginning && !isObject(source)) return undefined;
	if (object.leftovers === 'always') target.additional_fields = {};
	return addInnerObjects(object, target);
}

function addInnerObjects({ innerObjects }: CompiledObject, target: JsonObject): JsonObject {
	// No `for of`: a process that has just started pays for each of its steps.
	for (let index = 0; index < innerObjects.length; index += 1) {
		const inner = innerObjects[index];
		if (inner !== undefined && !isThere(target[inner.name])) {
			target[inner.name] = createEmpty(inner.object);
		}
	}
	return target;
}

function readPart({ kind, object }: CompiledField, value: unknown): JsonValue | undefined {
	if (kind === 'object' && object !== null) return readCleanly(object, value);
	if (kind === 'jsonText') return typeof value === 'string' ? value : undefined;
	return kind === 'strings' && isListOfStrings(value) ? value.slice() : undefined;
}

/** Undefined if the tolerant walk has something to report or to check. */
function parseQuickly(text: string): JsonValue | undefined {
	// Nesting takes a character a level.
	if (text.length > MAX_NESTING_LEVELS || text.trim() === '') return undefined;
	const parsed = parseJsonText(text);
	return parsed.success ? copyJson(parsed.value) : undefined;
}

function isListOfStrings(value: unknown): value is readonly string[] {
	return Array.isArray(value) && value.every((element) => typeof element === 'string');
}
