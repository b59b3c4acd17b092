import type { ParseIssue } from '../conversation/conversation';
import { mayHoldNumber } from '../conversation/mask-numbers';
import { fail, type Result } from '../errors';
import { copyJson, type JsonObject, type JsonValue, setOwn, type UnknownObject } from '../json';
import { JsonTexts } from '../json-texts';
import { quoteText } from '../text';
import { type LimitErrorCode, RECORD_LIMITS, type RecordLimit, writeLimit } from './limits';

/** `parse_issue_count` counts further issues, too. */
export const MAX_PARSE_ISSUES = 50;

class LimitExceeded extends Error {
	readonly limit: RecordLimit;

	constructor(limit: RecordLimit) {
		super(limit.code);
		this.limit = limit;
	}
}

/** @param holder for the message, such as `The record` */
export function readWithinLimits<Read extends object>(
	holder: string,
	read: (reading: Reading) => Read,
): Result<Read, LimitErrorCode> {
	try {
		return { success: true, ...read(new Reading()) };
	} catch (error) {
		expectLimit(error);
		return fail(error.limit.code, `${holder} holds more than ${writeLimit(error.limit)}.`);
	}
}

/** The JSON type of a value, as parse issues name it. */
export function nameType(value: unknown): string {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'array';
	if (typeof value === 'number' && !Number.isFinite(value)) return 'number that is not finite';
	return typeof value;
}

const MAX_NAMES = 20;
const MAX_NAME_CHARACTERS = 64;

/** A name that begins otherwise may be a value, such as a phone number that a map is keyed by. */
const NAME_START = /^[\p{L}_$@]/u;

/** Names of fields, fit for a message or a log; their values stay out. */
export function describeNames(object: UnknownObject): string {
	const names: string[] = [];
	// `for in` makes no list of the names: a sender may choose very many.
	for (const name in object) {
		if (names.length === MAX_NAMES) return `with the fields ${names.join(', ')} and others`;
		const shown = quoteText(name, MAX_NAME_CHARACTERS);
		names.push(NAME_START.test(name) && !mayHoldNumber(shown) ? shown : '[*]');
	}
	return names.length === 0 ? 'without fields' : `with the fields ${names.join(', ')}`;
}

/** One reading of a record: where it is, what it has counted, and its issues. Throws at a limit. */
export class Reading {
	readonly issues: ParseIssue[] = [];
	issueCount = 0;
	/** Whether a value was left out without a look inside. */
	hasLeftOut = false;
	/** Names, as sent, of lists and objects that were cut. */
	readonly cutLists: string[] = [];
	/** Names and indexes from the record to the object or list that is being read. */
	readonly path: Array<string | number> = [];
	#admitted = new Map<RecordLimit, number>();
	readonly #reportedNames = new Set<string>();
	#unknownValues = 0;
	readonly #arguments = new JsonTexts();
	/** Objects and lists that came as JSON text. */
	readonly nested = new JsonTexts();

	/** Begins to read the object or list under a name. Returns the holder of values that no field takes. */
	enter(key: string): JsonObject {
		this.path.push(key);
		return {};
	}

	/** Puts the values that no field took into `rest` under the name. */
	leave(key: string, inside: JsonObject, rest: JsonObject): void {
		this.path.pop();
		if (Object.keys(inside).length > 0) setOwn(rest, key, inside);
	}

	check(limit: RecordLimit, number: number): void {
		if (number > limit.maximum) throw new LimitExceeded(limit);
	}

	/** How many elements fit. An excess is reported if the limit has `leftOut`; else `admit` throws. */
	admit(limit: RecordLimit, key: string, added: number): number {
		if (!('leftOut' in limit)) {
			this.check(limit, added);
			return added;
		}
		const before = this.#admitted.get(limit) ?? 0;
		const admitted = Math.min(added, limit.maximum - before);
		this.#admitted.set(limit, before + admitted);
		if (admitted < added) {
			this.cutLists.push(key);
			this.reportExcess(limit, key);
		}
		return admitted;
	}

	reportExcess(limit: RecordLimit, key: string | number): void {
		this.hasLeftOut = true;
		this.report(key, `at most ${writeLimit(limit)}`, 'more');
	}

	listKeys(object: UnknownObject): string[] {
		const keys = Object.keys(object);
		this.check(RECORD_LIMITS.fields, keys.length);
		return keys;
	}

	/** @param key `*` for a name of the sender's choice */
	report(key: string | number, expected: string, received: string): void {
		this.issueCount += 1;
		if (this.issues.length >= MAX_PARSE_ISSUES) return;
		this.issues.push({ path: writePath([...this.path, key]), expected, received });
	}

	/** For what is read all the same: a long history may have the same name in every turn. */
	reportOnce(key: string, expected: string, received: string): void {
		const name = `${key} ${expected}`;
		if (this.#reportedNames.has(name)) return;
		this.#reportedNames.add(name);
		this.report(key, expected, received);
	}

	/** `undefined`, with the counts taken back, if the reading exceeds a limit that rejects records. */
	attempt<Read>(read: () => Read): Read | undefined {
		const before = [this.path.length, this.#unknownValues, new Map(this.#admitted)] as const;
		try {
			return read();
		} catch (error) {
			expectLimit(error);
			[this.path.length, this.#unknownValues, this.#admitted] = before;
			return undefined;
		}
	}

	keep(rest: JsonObject, key: string, value: unknown, shownKey: string | number = key): void {
		const copy = this.copy(value, shownKey);
		if (copy !== undefined) setOwn(rest, key, copy);
	}

	/** A copy; above a limit `undefined` and a report under the key. Throws at a limit without `leftOut`. */
	copy(value: unknown, key: string | number): JsonValue | undefined {
		const before = this.#unknownValues;
		try {
			this.countValues(value);
		} catch (error) {
			this.reportExcess(findLeftOut(error), key);
			this.#unknownValues = before;
			return undefined;
		}
		return copyJson(value);
	}

	/** Counts an undocumented value and the values inside; throws at a limit. */
	countValues(value: unknown, level = 0): void {
		this.#unknownValues += 1;
		this.check(RECORD_LIMITS.unknownValues, this.#unknownValues);
		if (typeof value !== 'object' || value === null) return;
		this.check(RECORD_LIMITS.levels, level + 1);
		const children: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
		if (!Array.isArray(value)) this.check(RECORD_LIMITS.unknownFields, children.length);
		for (const child of children) this.countValues(child, level + 1);
	}

	/** Parses `tool_arguments_json` (part 2.6); `null` for blank text, and (reported) for unreadable text. */
	parseArguments(key: string, text: string): JsonValue {
		if (text.trim() === '') return null;
		const parsed = this.#arguments.parse(text);
		if (typeof parsed === 'object') {
			const inside = this.#arguments.parseNested(parsed.value);
			if (inside !== undefined) this.reportOnce(key, 'JSON text', 'JSON text encoded twice');
			return copyJson(inside ?? parsed.value) ?? null;
		}
		if (parsed === 'tooManyValues') this.reportExcess(RECORD_LIMITS.argumentValues, key);
		else if (parsed === 'tooManyFields') this.reportExcess(RECORD_LIMITS.unknownFields, key);
		else
			this.report(key, 'JSON text', parsed === 'tooDeep' ? 'JSON text nested too deep' : 'string');
		return null;
	}
}

/** Throws every error again but that of a limit. */
function expectLimit(error: unknown): asserts error is LimitExceeded {
	if (!(error instanceof LimitExceeded)) throw error;
}

function findLeftOut(error: unknown): RecordLimit {
	expectLimit(error);
	if ('leftOut' in error.limit) return error.limit;
	throw error;
}

/** Names that are no plain words are quoted: `history[3].metrics["E2E-Latency"]`. */
function writePath(path: ReadonlyArray<string | number>): string {
	return path
		.map((key) => {
			if (typeof key === 'number' || key === '*') return `[${key}]`;
			return /^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
		})
		.join('')
		.replace(/^\./, '');
}
