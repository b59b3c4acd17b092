import type { Failure } from '../errors';
import { MAX_NESTING_LEVELS } from '../json/copy-json';
import { isObject, type UnknownObject } from '../json/json';
import { spellCamelCase } from '../json/spell-camel-case';
import type { CompiledField, CompiledObject } from './compile-object';

/** How much of something a record may hold, and the code with which more is refused. */
export type RecordLimit<Code extends string = string> = {
	code: Code;
	maximum: number;
	/** What is counted, for the docs and for messages. */
	counted: string;
};

/** Every limit of a record. docs/limits.md is made of it. */
export const RECORD_LIMITS = {
	turns: {
		code: 'too-many-turns',
		maximum: 25_000,
		counted: 'turns in `history` and `synthesized_chat_history` together',
	},
	/** Each becomes many times what an empty one takes. */
	voiceSettings: {
		code: 'too-many-elements',
		maximum: 100,
		counted: 'settings of a synthetic voice',
	},
	listElements: {
		code: 'too-many-elements',
		maximum: 10_000,
		counted: 'elements of another list, such as `tools_added` of a turn',
	},
	/**
	 * In the body they are text; parsed, `[{},{},…]` takes n8n fifty times that.
	 */
	argumentValues: {
		code: 'too-many-elements',
		maximum: 250_000,
		counted: 'values in the arguments of all tools together',
	},
	/** Each is a column of a row. */
	mapKeys: { code: 'too-many-keys', maximum: 1_000, counted: 'URL parameters' },
	nameLength: {
		code: 'name-too-long',
		maximum: 1_000,
		counted: 'characters in the name of a field of the record or of a URL parameter',
	},
	/** The outputs Turns and Tool Calls repeat it in each of their items. */
	idLength: {
		code: 'id-too-long',
		maximum: 300,
		counted: "bytes in the conversation's id, written as JSON",
	},
	/** No later step could write more as JSON. */
	levels: {
		code: 'nested-too-deep',
		maximum: MAX_NESTING_LEVELS,
		counted: 'levels of an undocumented value',
	},
} as const satisfies Record<string, RecordLimit>;

const TURN_LISTS = ['history', 'synthesized_chat_history'];

/** Issues that a conversation lists; `parse_issue_count` counts all. */
export const MAX_PARSE_ISSUES = 50;

/** A record holds more of something than is read. */
export type LimitErrorCode = (typeof RECORD_LIMITS)[keyof typeof RECORD_LIMITS]['code'];

/** Why a record is refused that holds more than a limit allows. */
export function failByLimit({
	code,
	maximum,
	counted,
}: RecordLimit<LimitErrorCode>): Failure<LimitErrorCode> {
	const most = maximum.toLocaleString('en');
	return { code, message: `The record holds more than ${most} ${counted.replaceAll('`', '')}.` };
}

/**
 * Counts what a record holds, before anything of it is converted: an item must not be much larger than
 * the body that it is made of. Not counted here: levels, which are counted for each undocumented value
 * before it is copied.
 *
 * @param head the reader's table of the record
 * @returns null if nothing is too many
 */
export function checkRecordLimits(
	record: UnknownObject,
	head: CompiledObject,
): Failure<LimitErrorCode> | null {
	const excess = findExcess(record, head);
	return excess === null ? null : failByLimit(excess);
}

function findExcess(
	record: UnknownObject,
	head: CompiledObject,
): RecordLimit<LimitErrorCode> | null {
	const turns = TURN_LISTS.reduce((sum, name) => sum + countElements(record, name), 0);
	if (turns > RECORD_LIMITS.turns.maximum) return RECORD_LIMITS.turns;
	const settings = countElements(record, 'synthesized_user_tts_additional_properties');
	if (settings > RECORD_LIMITS.voiceSettings.maximum) return RECORD_LIMITS.voiceSettings;
	const { argumentValues } = RECORD_LIMITS;
	if (countArgumentValues(record, argumentValues.maximum) > argumentValues.maximum) {
		return argumentValues;
	}
	for (const name of Object.keys(record)) {
		if (name.length > RECORD_LIMITS.nameLength.maximum) return RECORD_LIMITS.nameLength;
		if (head.byWireName[name]?.name === 'id' && isTooLongId(record[name])) {
			return RECORD_LIMITS.idLength;
		}
	}
	return findExcessInside(record, head);
}

function isTooLongId(id: unknown): boolean {
	const { maximum } = RECORD_LIMITS.idLength;
	if (typeof id !== 'string') return false;
	return id.length > maximum || Buffer.byteLength(JSON.stringify(id)) > maximum;
}

function countElements(record: UnknownObject, name: string): number {
	const counts = readSpellings(record, name).map((list) => (Array.isArray(list) ? list.length : 0));
	return counts.reduce((sum, count) => sum + count, 0);
}

/**
 * How many values the arguments of all tools hold at most, by the signs that begin or part them.
 * @param enough with no more characters than this nothing is looked at: a value takes one at least
 */
function countArgumentValues(record: UnknownObject, enough: number): number {
	const texts = TURN_LISTS.flatMap((name) => readSpellings(record, name))
		.flatMap((turns): unknown[] => (Array.isArray(turns) ? turns : []))
		.flatMap((turn) => (isObject(turn) ? readSpellings(turn, 'tool_arguments_json') : []))
		.filter((text) => typeof text === 'string');
	const characters = texts.reduce((sum, text) => sum + text.length, 0);
	return characters <= enough ? 0 : texts.reduce((sum, text) => sum + countValueSigns(text), 0);
}

function countValueSigns(text: string): number {
	let count = 1;
	for (const sign of text) if (sign === ',' || sign === '[' || sign === '{') count += 1;
	return count;
}

function readSpellings(record: UnknownObject, name: string): unknown[] {
	const camel = spellCamelCase(name);
	return camel === name ? [record[name]] : [record[name], record[camel]];
}

/** The lists and maps of an object and of everything declared inside it. */
function findExcessInside(
	source: UnknownObject,
	object: CompiledObject,
): RecordLimit<LimitErrorCode> | null {
	for (const name of object.countedWireNames) {
		const field = object.byWireName[name];
		const excess = field === undefined ? null : findExcessOfField(source[name], field);
		if (excess !== null) return excess;
	}
	return null;
}

function findExcessOfField(
	value: unknown,
	{ kind, object }: CompiledField,
): RecordLimit<LimitErrorCode> | null {
	if (kind === 'map') return isObject(value) ? findExcessOfMap(value) : null;
	if (!Array.isArray(value)) {
		return object !== null && isObject(value) ? findExcessInside(value, object) : null;
	}
	if (object === null) {
		return value.length > RECORD_LIMITS.listElements.maximum ? RECORD_LIMITS.listElements : null;
	}
	for (const element of value) {
		const excess = isObject(element) ? findExcessInside(element, object) : null;
		if (excess !== null) return excess;
	}
	return null;
}

function findExcessOfMap(map: UnknownObject): RecordLimit<LimitErrorCode> | null {
	const names = Object.keys(map);
	if (names.length > RECORD_LIMITS.mapKeys.maximum) return RECORD_LIMITS.mapKeys;
	const isTooLong = names.some((name) => name.length > RECORD_LIMITS.nameLength.maximum);
	return isTooLong ? RECORD_LIMITS.nameLength : null;
}
