import { conversationSchema } from '../conversation/conversation';
import { listFields, listWireNames } from '../conversation/declare-field';
import type { Failure } from '../errors';
import { isObject, MAX_NESTING_LEVELS, type UnknownObject } from '../json';
import { spellCamelCase } from '../text';
import type { CompiledField, CompiledObject } from './compile-object';

/** How much of something a record may hold, and the code with which more is rejected. */
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
		maximum: 100_000,
		counted: 'values in the arguments of all tools together',
	},
	unknownValues: {
		code: 'too-many-elements',
		maximum: 100_000,
		counted: 'undocumented values together',
	},
	/** An object of very many names takes many times longer to build than a list. */
	fields: { code: 'too-many-keys', maximum: 10_000, counted: 'fields in one object' },
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

const spell = (names: readonly string[]) => [
	...new Set(names.flatMap((name) => [name, spellCamelCase(name)])),
];
const TURN_LISTS = spell(['history', 'synthesized_chat_history']);
const ID_NAMES = listFields(conversationSchema)
	.filter(({ name }) => name === 'id')
	.flatMap((field) => listWireNames(field, 'A'));
const VOICE_SETTINGS = spell(['synthesized_user_tts_additional_properties']);

/** Issues that a conversation lists; `parse_issue_count` counts all. */
export const MAX_PARSE_ISSUES = 50;

/** A record holds more of something than is read. */
export type LimitErrorCode = (typeof RECORD_LIMITS)[keyof typeof RECORD_LIMITS]['code'];

/** Why a record is rejected that holds more than a limit allows. */
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
 * before it is copied, and the length of the record's own names, which its reader looks at anyway.
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
	if (Object.keys(record).length > RECORD_LIMITS.fields.maximum) return RECORD_LIMITS.fields;
	if (countElements(record, TURN_LISTS) > RECORD_LIMITS.turns.maximum) return RECORD_LIMITS.turns;
	if (countElements(record, VOICE_SETTINGS) > RECORD_LIMITS.voiceSettings.maximum) {
		return RECORD_LIMITS.voiceSettings;
	}
	if (ID_NAMES.some((name) => isTooLongId(record[name]))) return RECORD_LIMITS.idLength;
	const texts: string[] = [];
	return findExcessInside(record, head, texts) ?? findExcessOfArguments(texts);
}

function isTooLongId(id: unknown): boolean {
	const { maximum } = RECORD_LIMITS.idLength;
	// A character is written in six bytes at most, and the two quotes are counted.
	if (typeof id !== 'string' || id.length * 6 + 2 <= maximum) return false;
	return id.length > maximum || Buffer.byteLength(JSON.stringify(id)) > maximum;
}

function countElements(record: UnknownObject, names: readonly string[]): number {
	let count = 0;
	for (const name of names) {
		const list = record[name];
		if (Array.isArray(list)) count += list.length;
	}
	return count;
}

/** Whether the arguments of all tools hold too many values, by the signs that begin or part them. */
function findExcessOfArguments(texts: readonly string[]): RecordLimit<LimitErrorCode> | null {
	const { argumentValues } = RECORD_LIMITS;
	let characters = 0;
	for (const text of texts) characters += text.length;
	// A value takes a character at least.
	if (characters <= argumentValues.maximum) return null;
	const count = texts.reduce((sum, text) => sum + countValueSigns(text), 0);
	return count > argumentValues.maximum ? argumentValues : null;
}

function countValueSigns(text: string): number {
	let count = 1;
	for (const sign of text) if (sign === ',' || sign === '[' || sign === '{') count += 1;
	return count;
}

/**
 * The lists and maps of an object and of everything declared inside it.
 * @param texts where JSON texts that are to be parsed are noted
 */
function findExcessInside(
	source: UnknownObject,
	object: CompiledObject,
	texts: string[],
): RecordLimit<LimitErrorCode> | null {
	const fields = object.countedFields;
	for (let index = 0; index < fields.length; index += 1) {
		const field = fields[index];
		const value = field && source[field.wireName];
		if (field === undefined || value === undefined || value === null) continue;
		const excess = findExcessOfField(value, field, texts);
		if (excess !== null) return excess;
	}
	return null;
}

function findExcessOfField(
	value: unknown,
	{ kind, object }: CompiledField,
	texts: string[],
): RecordLimit<LimitErrorCode> | null {
	if (typeof value === 'string') {
		if (kind === 'jsonText') texts.push(value);
		return null;
	}
	if (kind === 'map') return isObject(value) ? findExcessOfMap(value) : null;
	if (!Array.isArray(value)) {
		return object !== null && isObject(value) ? findExcessInside(value, object, texts) : null;
	}
	if (object === null) {
		return value.length > RECORD_LIMITS.listElements.maximum ? RECORD_LIMITS.listElements : null;
	}
	for (let index = 0; index < value.length; index += 1) {
		const element: unknown = value[index];
		const excess =
			isObject(element) && !hasNothingCounted(element)
				? findExcessInside(element, object, texts)
				: null;
		if (excess !== null) return excess;
	}
	return null;
}

/**
 * Whether a turn holds nothing that is counted, as most do. The names are written out because the engine
 * takes four times as long to find nothing under a name in a variable; a test goes through the table's.
 */
function hasNothingCounted(turn: UnknownObject): boolean {
	const sent =
		turn.tool_arguments_json ?? turn.toolArgumentsJson ?? turn.tools_added ?? turn.toolsAdded;
	return sent === undefined || sent === null;
}

function findExcessOfMap(map: UnknownObject): RecordLimit<LimitErrorCode> | null {
	const names = Object.keys(map);
	if (names.length > RECORD_LIMITS.mapKeys.maximum) return RECORD_LIMITS.mapKeys;
	const isTooLong = names.some((name) => name.length > RECORD_LIMITS.nameLength.maximum);
	return isTooLong ? RECORD_LIMITS.nameLength : null;
}
