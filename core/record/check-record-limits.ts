import type { Failure } from '../errors';
import { isObject, type UnknownObject } from '../json/json';
import { spellCamelCase } from '../json/spell-camel-case';

/** Entries of `history` and `synthesized_chat_history` together. */
export const MAX_TURNS = 25_000;

/** Settings of the synthetic user's voice: each becomes many times what an empty one takes. */
export const MAX_VOICE_SETTINGS = 100;

/** Elements of every other list, such as the tools of one turn. */
export const MAX_LIST_ELEMENTS = 10_000;

/** Names in `url_parameters`: each is a column of a row. */
export const MAX_MAP_KEYS = 1000;

/**
 * Values in the arguments of all tools together. In the body they are text; parsed, `[{},{},…]` takes
 * n8n fifty times that.
 */
export const MAX_ARGUMENT_VALUES = 250_000;

/** The id of a conversation as JSON, in bytes: each turn and each call of a tool carries it as an item. */
export const MAX_ID_BYTES = 300;

/** Issues that a conversation lists; `parse_issue_count` counts all. */
export const MAX_PARSE_ISSUES = 50;

/** A record holds more of something than is read. */
export type LimitErrorCode =
	| 'too-many-turns'
	| 'too-many-elements'
	| 'too-many-keys'
	| 'id-too-long';

const MESSAGES: Readonly<Record<LimitErrorCode, string>> = {
	'too-many-turns': `The record holds more than ${MAX_TURNS} turns.`,
	'too-many-elements': `The record holds a list of more than ${MAX_LIST_ELEMENTS} elements, or more than ${MAX_VOICE_SETTINGS} settings of a voice, or more than ${MAX_ARGUMENT_VALUES} values in arguments of tools.`,
	'too-many-keys': `The field url_parameters of the record holds more than ${MAX_MAP_KEYS} names.`,
	'id-too-long': `The id of the conversation is longer than ${MAX_ID_BYTES} bytes.`,
};

export function failByLimit(code: LimitErrorCode): Failure<LimitErrorCode> {
	return { code, message: MESSAGES[code] };
}

/**
 * Counts what the head of a record holds, before anything of it is converted: an item must not be
 * much larger than the body that it is made of. Not counted: the lists inside turns, which are
 * counted when the turn is read.
 *
 * @returns null if nothing is too many
 */
export function checkRecordLimits(record: UnknownObject): Failure<LimitErrorCode> | null {
	const turns =
		countElements(record, 'history') + countElements(record, 'synthesized_chat_history');
	if (turns > MAX_TURNS) return failByLimit('too-many-turns');
	const settings = countElements(record, 'synthesized_user_tts_additional_properties');
	if (settings > MAX_VOICE_SETTINGS) return failByLimit('too-many-elements');
	if (countArgumentValues(record) > MAX_ARGUMENT_VALUES) return failByLimit('too-many-elements');
	for (const parameters of readSpellings(record, 'url_parameters')) {
		if (isObject(parameters) && Object.keys(parameters).length > MAX_MAP_KEYS) {
			return failByLimit('too-many-keys');
		}
	}
	return null;
}

/** Whether the id of a conversation is longer than is read. */
export function isIdTooLong(id: string | null): boolean {
	if (id === null || id.length * 6 + 2 <= MAX_ID_BYTES) return false;
	return (
		id.length > MAX_ID_BYTES || new TextEncoder().encode(JSON.stringify(id)).length > MAX_ID_BYTES
	);
}

function countElements(record: UnknownObject, name: string): number {
	const counts = readSpellings(record, name).map((list) => (Array.isArray(list) ? list.length : 0));
	return counts.reduce((sum, count) => sum + count, 0);
}

/** At most how many values the arguments of all tools hold, by the signs that begin or part them. */
function countArgumentValues(record: UnknownObject): number {
	const texts: string[] = [];
	let characters = 0;
	for (const list of ['history', 'synthesized_chat_history']) {
		for (const turns of readSpellings(record, list)) {
			for (const turn of Array.isArray(turns) ? turns : []) {
				if (!isObject(turn)) continue;
				for (const text of [turn.tool_arguments_json, turn.toolArgumentsJson]) {
					if (typeof text !== 'string') continue;
					texts.push(text);
					characters += text.length;
				}
			}
		}
	}
	// Each value takes a character at least, so that nearly no conversation needs a look.
	if (characters <= MAX_ARGUMENT_VALUES) return 0;
	return texts.reduce((sum, text) => sum + countSigns(text), 0);
}

function countSigns(text: string): number {
	let count = 0;
	for (let index = 0; index < text.length; index += 1) {
		const sign = text.charCodeAt(index);
		// `,`, `[` and `{`
		if (sign === 44 || sign === 91 || sign === 123) count += 1;
	}
	return count;
}

function readSpellings(record: UnknownObject, name: string): unknown[] {
	const camel = spellCamelCase(name);
	return camel === name ? [record[name]] : [record[name], record[camel]];
}
