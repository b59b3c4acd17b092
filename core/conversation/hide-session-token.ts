import { isObject, type JsonObject, type JsonValue, setOwn } from '../json';
import type { Conversation } from './conversation';

/** Longest spelling of `session_token`, separators included: `s-e-s-s-i-o-n-t-o-k-e-n`. */
const MAX_NAME_LENGTH = 2 * 'sessiontoken'.length;

/** Whether a field of this name holds the token: `session_token`, `sessionToken`, `Session-Token` … */
export function isSecretName(name: string): boolean {
	if (name.length > MAX_NAME_LENGTH) return false;
	return name.toLowerCase().replace(/[^a-z]/g, '') === 'sessiontoken';
}

/** A copy with `null` for the token, also in `additional_fields`: n8n saves what an item holds. */
export function hideSessionToken(conversation: Conversation): Conversation {
	const { additional_fields: sent } = conversation;
	const hide = ([name, value]: [string, JsonValue]) =>
		[name, isSecretName(name) ? null : value] as const;
	const additional_fields = sent && Object.fromEntries(Object.entries(sent).map(hide));
	return { ...conversation, session_token: null, additional_fields };
}

const JSON_TEXT = /^\s*[[{"]/;

/** Hides the token at every level, also in JSON text. */
export function hideSessionTokenInJson(json: JsonValue): JsonValue {
	if (typeof json === 'string') return JSON_TEXT.test(json) ? hideSessionTokenInText(json) : json;
	if (Array.isArray(json)) return json.map(hideSessionTokenInJson);
	if (!isObject(json)) return json;
	const hidden: JsonObject = {};
	for (const [name, value] of Object.entries(json)) {
		setOwn(hidden, name, isSecretName(name) ? null : hideSessionTokenInJson(value));
	}
	return hidden;
}

const TOKEN_NAME = /session.{0,8}token/is;

/** The text before the name of the token, since the end of the token's value is unknown. */
export function hideSessionTokenInText(text: string): string {
	const start = text.search(TOKEN_NAME);
	return start === -1 ? text : `${text.slice(0, start)}[removed]`;
}
