import { copyJson, isNestedTooDeep } from '../json/copy-json';
import {
	hasOwn,
	isFiniteNumber,
	isObject,
	setOwn,
	type JsonObject,
	type UnknownObject,
} from '../json/json';
import { joinPath } from '../conversation/parse-issue';
import { spellCamelCase } from '../json/spell-camel-case';
import { MAX_LIST_ELEMENTS } from './check-record-limits';
import type { ParseLog } from './parse-log';

/**
 * Reads the documented fields of one object and keeps what is left.
 *
 * Each method takes the names a field may have, the first that holds a value of the right type
 * wins, in snake case or camel case. A value of another type is logged as an issue and stays among
 * the leftovers; so do fields that nobody asked for.
 */
export class FieldReader {
	readonly path: string;
	readonly #source: UnknownObject;
	readonly #log: ParseLog;
	readonly #taken: string[] = [];
	#hasCapitals: boolean | undefined;
	readonly #children: Array<{ key: string; reader: FieldReader }> = [];
	readonly #elements: Array<{ key: string; left: JsonObject }> = [];

	constructor(source: UnknownObject, path: string, log: ParseLog) {
		this.#source = source;
		this.path = path;
		this.#log = log;
	}

	text(...names: readonly string[]): string | null {
		return this.#find(names, 'string', isText)?.value ?? null;
	}

	number(...names: readonly string[]): number | null {
		return this.#find(names, 'number', isFiniteNumber)?.value ?? null;
	}

	flag(...names: readonly string[]): boolean | null {
		return this.#find(names, 'boolean', isFlag)?.value ?? null;
	}

	/** The reader of an object inside this one; of an empty object where none came. */
	nested(...names: readonly string[]): FieldReader {
		const found = this.#find(names, 'object', isObject);
		const key = found?.key ?? '';
		const reader = new FieldReader(found?.value ?? {}, joinPath(this.path, key), this.#log);
		if (found !== null) this.#children.push({ key, reader });
		return reader;
	}

	/**
	 * A list, each element turned into one of ours. Where `convert` gives undefined, the element is
	 * an issue: it is left out and kept among the leftovers under its index.
	 */
	list<Element>(
		name: string,
		expected: string,
		convert: (value: unknown, index: number, listPath: string) => Element | undefined,
		maxElements = Infinity,
	): Element[] | null {
		const found = this.#find([name], 'array', isList);
		if (found === null) return null;
		if (found.value.length > maxElements) {
			this.#log.failure = 'too-many-elements';
			return null;
		}
		const listPath = joinPath(this.path, found.key);
		const elements: Element[] = [];
		const left: JsonObject = {};
		for (let index = 0; index < found.value.length; index += 1) {
			const value = found.value[index];
			const element = convert(value, index, listPath);
			if (element !== undefined) {
				elements.push(element);
				continue;
			}
			this.#log.report(listPath, index, expected, value);
			this.#keep(left, String(index), value);
		}
		this.#elements.push({ key: found.key, left });
		return elements;
	}

	/** A list of texts. */
	texts(name: string): string[] | null {
		return this.list(
			name,
			'string',
			(value) => (isText(value) ? value : undefined),
			MAX_LIST_ELEMENTS,
		);
	}

	/** An object that maps names of the sender's choice to texts; null values stay null. */
	textMap(name: string): Record<string, string | null> | null {
		const found = this.#find([name], 'object', isObject);
		if (found === null) return null;
		const path = joinPath(this.path, found.key);
		const map: Record<string, string | null> = {};
		const left: JsonObject = {};
		for (const key of Object.keys(found.value)) {
			const value = found.value[key];
			if (value === undefined) continue;
			if (isText(value) || value === null) {
				setOwn(map, key, value);
			} else {
				this.#log.report(path, key, 'string', value);
				this.#keep(left, key, value);
			}
		}
		this.#elements.push({ key: found.key, left });
		return map;
	}

	/** Any value, copied as JSON; undefined where the field is missing. */
	any(name: string) {
		const found = this.#find([name], 'any', isPresent);
		if (found === null) return null;
		const left: JsonObject = {};
		this.#keep(left, name, found.value);
		return left[name] ?? null;
	}

	/** Everything that found no place, under its own name. */
	leftovers(): JsonObject {
		const left: JsonObject = {};
		const keys = Object.keys(this.#source);
		// No key is taken twice: where as many are taken as there are, none is left.
		if (keys.length > this.#taken.length) {
			const taken = new Set(this.#taken);
			for (const key of keys) if (!taken.has(key)) this.#keep(left, key, this.#source[key]);
		}
		for (const { key, reader } of this.#children) setWhereNotEmpty(left, key, reader.leftovers());
		for (const { key, left: kept } of this.#elements) setWhereNotEmpty(left, key, kept);
		return left;
	}

	#find<Value>(
		names: readonly string[],
		expected: string,
		isExpected: (value: unknown) => value is Value,
	): { key: string; value: Value } | null {
		for (const name of names) {
			const found = this.#look(name, expected, isExpected);
			if (found !== null) return found;
			if (!this.#mayBeCamelCase()) continue;
			const camel = spellCamelCase(name);
			const foundCamel = camel === name ? null : this.#look(camel, expected, isExpected);
			if (foundCamel !== null) return foundCamel;
		}
		return null;
	}

	#look<Value>(
		key: string,
		expected: string,
		isExpected: (value: unknown) => value is Value,
	): { key: string; value: Value } | null {
		if (!hasOwn(this.#source, key)) return null;
		const value = this.#source[key];
		if (isExpected(value)) {
			this.#taken.push(key);
			return { key, value };
		}
		if (value === null || value === undefined) this.#taken.push(key);
		else this.#log.report(this.path, key, expected, value);
		return null;
	}

	#mayBeCamelCase(): boolean {
		this.#hasCapitals ??= /[A-Z]/.test(Object.keys(this.#source).join(' '));
		return this.#hasCapitals;
	}

	#keep(left: JsonObject, key: string, value: unknown): void {
		if (isNestedTooDeep(value)) {
			this.#log.failure = 'nested-too-deep';
			return;
		}
		const copy = copyJson(value);
		if (copy !== undefined) setOwn(left, key, copy);
	}
}

function setWhereNotEmpty(target: JsonObject, key: string, value: JsonObject): void {
	if (Object.keys(value).length > 0) setOwn(target, key, value);
}

function isText(value: unknown): value is string {
	return typeof value === 'string';
}

function isFlag(value: unknown): value is boolean {
	return typeof value === 'boolean';
}

function isList(value: unknown): value is readonly unknown[] {
	return Array.isArray(value);
}

function isPresent(value: unknown): value is NonNullable<unknown> {
	return value !== null && value !== undefined;
}
