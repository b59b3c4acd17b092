import * as z from 'zod/v4-mini';
import type { FieldFacts } from '../conversation/declare-field';
import { isFiniteNumber, isObject, isSent, type JsonObject, type JsonValue, setOwn } from '../json';
import { foldName } from '../text';
import { isUsualTime, normalizeTime, writeEpoch } from '../time';
import { RECORD_LIMITS, type RecordLimit } from './limits';
import { nameType, type Reading } from './reading';

export type ValueReader = {
	/** The documented type, as parse issues name it. */
	expected: string;
	/**
	 * @param key the name under which the value stands, or the list that it is an element of
	 * @param rest takes the parts of the value that have no place
	 * @returns undefined for a value of another type; `null` if the field has no value
	 */
	read: (value: unknown, key: string, rest: JsonObject, reading: Reading) => JsonValue | undefined;
	/** Converts a value of another type, still reported: `"62.5"` to 62.5, and 1763631600 to a time. */
	restate?: (value: unknown) => JsonValue | undefined;
	/** Whether the value may come as JSON text. */
	isNested?: true;
	/** Whether a field that was not sent holds the result of reading `{}`. */
	isAlwaysThere?: true;
};

const TEXT: ValueReader = {
	expected: 'string',
	read: (value) => (typeof value === 'string' ? value : undefined),
	restate: (value) => (isFiniteNumber(value) ? String(value) : undefined),
};
const ID: ValueReader = {
	...TEXT,
	read(value, _key, _rest, reading) {
		if (typeof value !== 'string') return undefined;
		reading.check(RECORD_LIMITS.idLength, Buffer.byteLength(JSON.stringify(value)));
		return value;
	},
};
const TIME: ValueReader = {
	expected: 'string',
	read(value, key, rest, reading) {
		if (typeof value === 'number' && value <= 0) return null;
		if (typeof value !== 'string') return undefined;
		const time = normalizeTime(value);
		if (time === undefined) {
			reading.report(key, 'ISO 8601 time', 'string');
			reading.keep(rest, key, value);
		} else if (isSent(time) && time !== value && !isUsualTime(value)) {
			reading.reportOnce(key, 'ISO 8601 time in UTC', 'string');
		}
		return time ?? null;
	},
	restate: (value) => (isFiniteNumber(value) ? writeEpoch(value) : undefined),
};
/** Limits on what is looked at. A list of texts alone may have more parts. */
const MAX_PARTS = 1_000;
const MAX_PART_FIELDS = 100;
/** Kinds of parts that were spoken, unlike the result of a tool, or what a model considered. */
const SPOKEN_PARTS = ['text', 'inputtext', 'outputtext', 'audio', 'inputaudio', 'outputaudio'];

/** What was said, as a text, or as parts such as `[{"type":"text","text":"Hi"}]`: a line for each. */
const LINES: ValueReader = {
	expected: 'string',
	read(value, key, rest, reading) {
		if (typeof value === 'string') return value;
		const parts: readonly unknown[] = Array.isArray(value) ? value : [value];
		const isLong = parts.length > MAX_PARTS && !parts.every((part) => typeof part === 'string');
		const read = isLong ? [] : parts.map(readPart);
		const lines = read.flatMap(({ line }) => line ?? []);
		if (lines.length === 0 && parts.length > 0) return undefined;
		reading.reportOnce(key, 'string', nameType(value));
		const others = [...parts.entries()].filter(([index]) => read[index]?.isWhole !== true);
		if (others.length > 0) {
			reading.keep(rest, key, Array.isArray(value) ? Object.fromEntries(others) : value);
		}
		return lines.join('\n');
	},
};

/** A part without `isWhole` has more than words. */
function readPart(part: unknown): { line?: string; isWhole?: boolean } {
	if (typeof part === 'string') return { line: part, isWhole: true };
	const names = isObject(part) ? Object.keys(part) : [];
	if (!isObject(part) || names.length > MAX_PART_FIELDS) return {};
	const fields = Object.fromEntries(names.map((name) => [foldName(name), part[name]]));
	const { type, text, transcript, ...others } = fields;
	const line = [text, transcript].find((said) => typeof said === 'string');
	const kind = typeof type === 'string' ? foldName(type) : '';
	const isSpoken = !isSent(type) || SPOKEN_PARTS.includes(kind);
	return isSpoken ? { line, isWhole: !Object.values(others).some(isSent) } : {};
}
const DIGITS = /^-?\d{1,15}(?:\.\d{1,15})?$/;
const FIGURE: ValueReader = {
	expected: 'number',
	read: (value) => (isFiniteNumber(value) ? value : undefined),
	restate: (value) => (typeof value === 'string' && DIGITS.test(value) ? Number(value) : undefined),
};
const FLAG: ValueReader = {
	expected: 'boolean',
	read: (value) => (typeof value === 'boolean' ? value : undefined),
	restate(value) {
		const word = typeof value === 'number' ? String(value) : value;
		if (typeof word !== 'string' || !/^(?:true|false|1|0)$/i.test(word)) return undefined;
		return /^(?:true|1)$/i.test(word);
	},
};
const ANY: ValueReader = {
	expected: 'any',
	read: (value, key, _rest, reading) => reading.copy(value, key) ?? null,
};
/** Names of the sender's choice, each with a text or `null`. */
const MAP: ValueReader = {
	expected: 'object',
	isNested: true,
	read(value, key, rest, reading) {
		if (!isObject(value)) return undefined;
		const names = Object.keys(value);
		const count = reading.admit(RECORD_LIMITS.mapKeys, key, names.length);
		const inside = reading.enter(key);
		const map: JsonObject = {};
		for (const name of names.slice(0, count)) {
			const entry = value[name];
			if (name.length > RECORD_LIMITS.mapNameLength.maximum) {
				reading.reportExcess(RECORD_LIMITS.mapNameLength, '*');
			} else if (typeof entry === 'string' || entry === null) {
				setOwn(map, name, entry);
			} else if (entry !== undefined) {
				reading.report('*', 'string', nameType(entry));
				reading.keep(inside, name, entry, '*');
			}
		}
		reading.leave(key, inside, rest);
		return map;
	},
};

export function findValueReader(
	schema: z.core.$ZodType,
	{ isId, isTime, isLines }: FieldFacts,
): ValueReader | undefined {
	if (schema instanceof z.ZodMiniString) {
		return isTime ? TIME : isLines ? LINES : isId ? ID : TEXT;
	}
	if (schema instanceof z.ZodMiniNumber) return FIGURE;
	if (schema instanceof z.ZodMiniBoolean) return FLAG;
	if (schema instanceof z.ZodMiniCustom) return ANY;
	return schema instanceof z.ZodMiniRecord ? MAP : undefined;
}

/** Elements of another type go to `rest`, under the list's name and their index: `rest.tools_added["2"]`. */
export function listOf(
	{ expected, read }: ValueReader,
	limit: RecordLimit = RECORD_LIMITS.listElements,
): ValueReader {
	return {
		expected: 'array',
		isNested: true,
		read: (value, key, rest, reading) => {
			if (!Array.isArray(value)) return undefined;
			const length = reading.admit(limit, key, value.length);
			const inside = reading.enter(key);
			const elements: JsonValue[] = [];
			for (let index = 0; index < length; index += 1) {
				reading.path.push(index);
				const element = read(value[index], key, inside, reading);
				reading.path.pop();
				if (element !== undefined) {
					elements.push(element);
					continue;
				}
				reading.report(index, expected, nameType(value[index]));
				reading.keep(inside, String(index), value[index], index);
			}
			reading.leave(key, inside, rest);
			return elements;
		},
	};
}
