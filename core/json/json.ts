/** Anything that JSON text can hold. Everything core hands out is made of this. */
export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject;

/** A JSON object. */
export type JsonObject = { [key: string]: JsonValue };

/** An object as it came from outside: its values are not known to be JSON. */
export type UnknownObject = Readonly<Record<string, unknown>>;

/** Whether a value is an object with named fields: no array, no null, no function, no date. */
export function isObject(value: unknown): value is UnknownObject {
	return (
		typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
	);
}

/** Whether a value is a number that JSON can hold. */
export function isFiniteNumber(value: unknown): value is number {
	return typeof value === 'number' && Number.isFinite(value);
}

/** Whether an object holds a field itself, so inherited names such as `constructor` do not count. */
export function hasOwn(object: object, key: string): boolean {
	return Object.prototype.hasOwnProperty.call(object, key);
}

/** Sets a field under any name; `__proto__` becomes a field like every other. */
export function setOwn<Value>(target: { [key: string]: Value }, key: string, value: Value): void {
	if (key === '__proto__') {
		Object.defineProperty(target, key, {
			value,
			enumerable: true,
			configurable: true,
			writable: true,
		});
	} else {
		target[key] = value;
	}
}
