export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject;

export type JsonObject = { [key: string]: JsonValue };

/** An object from outside: a value may be anything, such as a date. */
export type UnknownObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is UnknownObject {
	if (typeof value !== 'object' || value === null) return false;
	return !Array.isArray(value) && !(value instanceof Date);
}

export function readProperty(value: unknown, name: string): unknown {
	return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

export function isSent<Value>(value: Value): value is NonNullable<Value> {
	return value !== undefined && value !== null;
}

/** The field's name in the object, such as `Event` for `event`; else `name`, which must be in lower case. */
export function findName(object: UnknownObject, name: string): string {
	if (isSent(object[name])) return name;
	// `for in` makes no list of the names: a sender may choose very many.
	for (const key in object) {
		if (key.length === name.length && key.toLowerCase() === name && isSent(object[key])) return key;
	}
	return name;
}

export function isFiniteNumber(value: unknown): value is number {
	return typeof value === 'number' && Number.isFinite(value);
}

const PLAIN_PROPERTY = { enumerable: true, configurable: true, writable: true };

/** Sets a field under any name; `__proto__` becomes a field like every other. */
export function setOwn<Value>(target: { [key: string]: Value }, key: string, value: Value): void {
	if (key !== '__proto__') target[key] = value;
	else Object.defineProperty(target, key, { value, ...PLAIN_PROPERTY });
}

/** Parses JSON text, also behind a byte order mark; undefined for invalid JSON. */
export function parseJsonText(text: string): unknown {
	try {
		return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
	} catch {
		return undefined;
	}
}

/** At about twice this depth JSON.stringify overflows the stack, and every later step calls JSON.stringify. */
export const MAX_NESTING_LEVELS = 1_000;

/** Whether a value has over {@link MAX_NESTING_LEVELS} levels, or holds itself. A `from` of -5 allows five levels more. */
export function isNestedTooDeep(value: unknown, from = 0): boolean {
	// Not recursive: the sender chooses the depth.
	const pending: Array<{ value: unknown; level: number }> = [{ value, level: from }];
	for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
		if (typeof next.value !== 'object' || next.value === null) continue;
		const level = next.level + 1;
		if (level > MAX_NESTING_LEVELS) return true;
		for (const child of Object.values(next.value)) {
			if (typeof child === 'object' && child !== null) pending.push({ value: child, level });
		}
	}
	return false;
}

/** As JSON: dates, `12n` and NaN become text, a function undefined. Check {@link isNestedTooDeep} first. */
export function copyJson(value: unknown): JsonValue | undefined {
	// One function without callbacks needs one stack frame for each level.
	if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
	if (typeof value === 'number' || typeof value === 'bigint') {
		return isFiniteNumber(value) ? value : String(value);
	}
	if (Array.isArray(value)) {
		const list: JsonValue[] = [];
		for (const element of value) list.push(copyJson(element) ?? null);
		return list;
	}
	if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
	if (!isObject(value)) return undefined;
	const copy: JsonObject = {};
	for (const key of Object.keys(value)) {
		const child = copyJson(value[key]);
		if (child !== undefined) setOwn(copy, key, child);
	}
	return copy;
}

/** Escapes that {@link repairTexts} replaces, such as `\u0000`; behind another backslash the same letters are text. */
const ESCAPED_UNFIT = /(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][\da-f]{2})/g;

/** Replaces U+0000 and halves of characters, which databases and models reject, by U+FFFD in texts and names. */
export function repairTexts<Value>(value: Value): Value {
	if (isFit(value)) return value;
	const repaired: Value = JSON.parse(JSON.stringify(value).replace(ESCAPED_UNFIT, '$1\uFFFD'));
	return repaired;
}

/** Whether a value read from a source may need {@link repairTexts}. Bytes hold half characters only as `\ud83d`. */
export function mayNeedRepair(source: unknown): boolean {
	return !Buffer.isBuffer(source) || source.includes('\\u');
}

/** A copy with the fields of every object in one fixed order, so that equal content gives equal text. */
export function sortFields(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(sortFields);
	if (!isObject(value)) return value;
	const sorted: Record<string, unknown> = {};
	for (const name of Object.keys(value).sort()) setOwn(sorted, name, sortFields(value[name]));
	return sorted;
}

function isFit(value: unknown): boolean {
	if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
	if (typeof value !== 'object' || value === null) return true;
	if (Array.isArray(value)) return value.every(isFit);
	for (const name in value) if (!isFit(name) || !isFit(readProperty(value, name))) return false;
	return true;
}
