import { copyJson, MAX_NESTING_LEVELS } from '../json/copy-json';
import { isFiniteNumber, isObject, type JsonObject, type JsonValue } from '../json/json';
import { parseJsonText } from '../json/parse-json-text';
import type { CompiledObject, FieldKind } from './compile-object';

/**
 * Reads an object that holds declared fields of their declared types and nothing else, in one walk:
 * what nearly every turn is.
 *
 * @returns undefined for any other value, which {@link readTolerantly} then reads and reports
 */
export function readCleanly(object: CompiledObject, source: unknown): JsonObject | undefined {
	if (!isObject(source)) return undefined;
	const target = createTarget(object);
	let mayBeTwice = false;
	// `for in` because the engine turns its loads into loads by position.
	for (const key in source) {
		const field = object.byWireName[key];
		if (field === undefined) return undefined;
		const value = source[key];
		if (value === null) continue;
		if (field.rank > 0) mayBeTwice = true;
		if (mayBeTwice && isThere(target[field.name])) return undefined;
		if (isPlain(value, field.kind)) {
			target[field.name] = value;
			continue;
		}
		switch (field.kind) {
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
	const target = createTarget(object);
	for (const { name, object: inner } of object.innerObjects) target[name] = createEmpty(inner);
	return target;
}

/** Whether a value is a text, number or boolean, and its field holds such. */
export function isPlain(value: unknown, kind: FieldKind): value is JsonValue {
	switch (kind) {
		case 'string':
			return typeof value === 'string';
		case 'number':
			return isFiniteNumber(value);
		case 'boolean':
			return typeof value === 'boolean';
		default:
			return false;
	}
}

function createTarget({ template }: CompiledObject): JsonObject {
	// A literal has room for the fields to come; a copy of an empty object has none.
	return template === null ? {} : { ...template };
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
	return Array.isArray(value) && value.every((element) => typeof element === 'string');
}
