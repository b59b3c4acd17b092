import { isNestedTooDeep } from '../json/copy-json';
import { isObject, setOwn, type JsonObject, type JsonValue } from '../json/json';
import { parseJsonText } from '../json/parse-json-text';
import { conversationSchema, type Conversation } from './conversation';
import { listFields } from './declare-field';
import type { Turn } from './turn';

/** The plainest spelling of a name: `session_token`, `sessionToken` and `Session-Token` have one. */
const spellPlainly = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '');

const SECRETS = new Set(
	listFields(conversationSchema)
		.filter(({ facts }) => facts.sensitivity === 'secret')
		.map(({ name }) => spellPlainly(name)),
);

const MIN_NAME_LENGTH = Math.min(...[...SECRETS].map((name) => name.length));
/** With some separators between its letters; a longer name is another one. */
const MAX_NAME_LENGTH = 2 * MIN_NAME_LENGTH;

/**
 * The conversation with `null` for `session_token`, a secret that every execution log would keep: for
 * the field itself, and under every spelling of its name in what no field is known for and in what
 * tools got and gave, also inside JSON text. What was said is not searched.
 */
export function hideSessionToken(conversation: Conversation): Conversation {
	return {
		...conversation,
		session_token: null,
		additional_fields: hideSessionTokenInRecord(conversation.additional_fields),
		delivery: conversation.delivery && {
			...conversation.delivery,
			envelope: conversation.delivery.envelope && hideAll(conversation.delivery.envelope),
		},
		url_parameters: conversation.url_parameters && hideAll(conversation.url_parameters),
		history: conversation.history?.map(hideInTurn) ?? null,
		synthesized_chat_history: conversation.synthesized_chat_history?.map(hideInTurn) ?? null,
		synthesized_user_tts_additional_properties:
			conversation.synthesized_user_tts_additional_properties?.map(hideInPart) ?? null,
	};
}

/** The same for a record as delivered, or for a whole event: at every level of it. */
export function hideSessionTokenInRecord(record: JsonObject): JsonObject {
	return hideAll(record);
}

/** The name and its value in JSON, also escaped or cut off, and in a form. */
const TOKEN_IN_TEXT = /(session[-_ ]?token\\*["']?\s*[:=]\s*\\*["']?)[^"'&\s,;<>\\{}]+/gi;

/** The same for a text that is no JSON, or only the beginning of some. */
export function hideSessionTokenInText(text: string): string {
	return text.replace(TOKEN_IN_TEXT, '$1[removed]');
}

function hideInPart<Part extends { additional_fields?: JsonObject | undefined }>(part: Part): Part {
	return part.additional_fields === undefined
		? part
		: { ...part, additional_fields: hideAll(part.additional_fields) };
}

const FIELDS_OF_TOOLS = ['tool_arguments_json', 'tool_arguments', 'tool_output'] as const;

function hideInTurn(turn: Turn): Turn {
	let hidden = hideInPart(turn);
	for (const name of FIELDS_OF_TOOLS) {
		const value = turn[name];
		if (value === undefined || value === null) continue;
		const shown = hideInside(value);
		if (shown !== value) hidden = { ...hidden, [name]: shown };
	}
	return hidden;
}

/** The object itself if it holds nothing to hide. */
function hideAll<Fields extends JsonObject>(object: Fields): Fields {
	let hidden: Fields | undefined;
	// `for in` makes no list of the names: a sender may choose very many.
	for (const name in object) {
		const value = object[name];
		if (value === undefined || value === null) continue;
		const shown = isSecret(name) ? null : hideInside(value);
		if (shown === value) continue;
		hidden ??= { ...object };
		setOwn<JsonValue>(hidden, name, shown);
	}
	return hidden ?? object;
}

function hideInside(value: JsonValue): JsonValue {
	if (Array.isArray(value)) {
		const shown = value.map(hideInside);
		return shown.some((element, index) => element !== value[index]) ? shown : value;
	}
	if (typeof value === 'string') return hideInText(value);
	return isObject(value) ? hideAll(value) : value;
}

/** A text that holds the name of a secret in any spelling, or letters that are escaped. */
const MAY_NAME_SECRET = /session[^a-z]{0,13}token|\\/i;

/**
 * JSON text without what is to be hidden in it. It is written anew only if there is something: shorter
 * than before, or as `null`, since a sender may choose numbers that take many more digits.
 */
function hideInText(text: string): string {
	if (!isListOrObject(text) || !MAY_NAME_SECRET.test(text)) return text;
	const parsed = parseJsonText(text);
	if (!parsed.success || isNestedTooDeep(parsed.value)) return text;
	const value = asJson(parsed.value);
	const shown = hideInside(value);
	if (shown === value) return text;
	const written = JSON.stringify(shown);
	return written.length <= text.length ? written : 'null';
}

/** As far as the first letter tells; most texts are neither. */
function isListOrObject(text: string): boolean {
	const first = text.charCodeAt(0) > 32 ? text[0] : text.trimStart()[0];
	return first === '{' || first === '[';
}

/** What JSON.parse gives is JSON. */
function asJson(value: unknown): JsonValue {
	return value as JsonValue;
}

function isSecret(name: string): boolean {
	if (name.length < MIN_NAME_LENGTH || name.length > MAX_NAME_LENGTH) return false;
	return SECRETS.has(spellPlainly(name));
}
