import { copyJson, MAX_NESTING_LEVELS } from '../json/copy-json';
import { isFiniteNumber, isObject, type JsonObject, type JsonValue } from '../json/json';
import { parseJsonText } from '../json/parse-json-text';
import { MAX_LIST_ELEMENTS } from './check-record-limits';
import type { CompiledObject } from './compile-object';

/**
 * Reads an object that holds declared fields of their declared types and nothing else, in one walk:
 * what nearly every turn is.
 *
 * @returns undefined for any other value, which {@link readTolerantly} then reads and reports
 */
export function readCleanly(object: CompiledObject, source: unknown): JsonObject | undefined {
	if (!isObject(source)) return undefined;
	const target: JsonObject = { ...object.template };
	let mayBeTwice = false;
	// `for in` because the engine turns its loads into loads by position.
	for (const key in source) {
		const field = object.byWireName[key];
		if (field === undefined) return undefined;
		const value = source[key];
		if (value === null) continue;
		if (field.rank > 0) mayBeTwice = true;
		if (mayBeTwice && isThere(target[field.name])) return undefined;
		switch (field.kind) {
			case 'string':
				if (typeof value !== 'string') return undefined;
				target[field.name] = value;
				break;
			case 'number':
				if (!isFiniteNumber(value)) return undefined;
				target[field.name] = value;
				break;
			case 'boolean':
				if (typeof value !== 'boolean') return undefined;
				target[field.name] = value;
				break;
			case 'object': {
				const inner = field.object === null ? undefined : readCleanly(field.object, value);
				if (inner === undefined) return undefined;
				target[field.name] = inner;
				break;
			}
			case 'jsonText': {
				if (typeof value !== 'string') return undefined;
				const parsed = parseQuickly(value);
				if (parsed === undefined) return undefined;
				target[field.name] = value;
				if (parsed !== null) target[field.parsedInto] = parsed;
				break;
			}
			case 'strings':
				if (!isListOfStrings(value)) return undefined;
				target[field.name] = value.slice();
				break;
			default:
				return undefined;
		}
	}
	for (const { name, object: inner } of object.innerObjects) {
		if (!isThere(target[name])) target[name] = createEmpty(inner);
	}
	if (object.leftovers === 'always') target.additional_fields = {};
	return target;
}

/** The object if nothing was sent. */
export function createEmpty(object: CompiledObject): JsonObject {
	const target: JsonObject = { ...object.template };
	for (const { name, object: inner } of object.innerObjects) target[name] = createEmpty(inner);
	return target;
}

function isThere(value: JsonValue | undefined): boolean {
	return value !== undefined && value !== null;
}

/** Undefined if the tolerant walk has something to report or to check. */
function parseQuickly(text: string): JsonValue | undefined {
	// Nesting takes a character a level.
	if (text.length > MAX_NESTING_LEVELS || text.trim() === '') return undefined;
	const parsed = parseJsonText(text);
	return parsed.success ? copyJson(parsed.value) : undefined;
}

function isListOfStrings(value: unknown): value is readonly string[] {
	return (
		Array.isArray(value) &&
		value.length <= MAX_LIST_ELEMENTS &&
		value.every((element) => typeof element === 'string')
	);
}
