import { parseJsonText, parseProblemBody, type Words } from '../../../core';
import { hideSecrets } from './hide-secrets';

const MAX_SHOWN_CHARACTERS = 300;

/** How much of the service's words is searched for secrets. */
const MAX_SEARCHED_CHARACTERS = 64_000;

/** How much of what is left is looked at. Each expression below takes linear time all the same. */
const MAX_READ_CHARACTERS = 4_000;

const messageFields = ['message', 'title', 'detail', 'error_description', 'error', 'errors'];

/** Three base64url parts: a JWT; or a long run of token characters. */
const tokenLike = /(?<![\w-])[\w-]{8,}\.[\w-]{8,}\.[\w-]*|[A-Za-z0-9_\-+/=]{40,}/g;

/** The beginning of a token that the cut may have left too short to be recognized. */
const lastTokenCharacters = /(?<![\w\-+/=.])[\w\-+/=.]+$/;

/** A run of digits as long as a phone number, with the separators people write. */
const phoneLike = /\+?\(?\d(?:[ ()./-]{0,3}\d){6,}/g;

/**
 * The service's own words out of an error body, whose shape part 7 of the interface document does
 * not show: at most 300 characters, without the secrets of the credential and anything like a token
 * or a phone number, `''` if there is nothing to show.
 */
export function readServiceMessage(body: unknown, secrets: readonly string[] = []): string {
	const words = [...new Set(listTexts(parseProblemBody(readJson(body))))].join('; ');
	// Before anything is cut or taken out: a part of a secret could not be recognized.
	const text = cut(hideSecrets(words.slice(0, MAX_SEARCHED_CHARACTERS), secrets))
		.replace(/<[^<>]*>/g, ' ')
		.replace(/\s+/g, ' ')
		.replace(tokenLike, '[removed]')
		.replace(phoneLike, '[removed]')
		.trim();
	return text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS - 1)}…` : text;
}

function listTexts(words: Words): string[] {
	if (typeof words === 'string') return words.trim() === '' ? [] : [words.trim()];
	if (Array.isArray(words)) return words.slice(0, 5).flatMap(listTexts);
	const named = messageFields.flatMap((field) => listTexts(words[field] ?? ''));
	if (named.length > 0) return named;
	// A map of field names to complaints, as validation errors often come.
	return Object.entries(words)
		.slice(0, 5)
		.flatMap(([field, complaint]) => listTexts(complaint).map((text) => `${field}: ${text}`));
}

/** A body is parsed JSON already, or the text of something else. */
function readJson(body: unknown): unknown {
	if (typeof body !== 'string') return body;
	const parsed = parseJsonText(body);
	return parsed.success ? parsed.value : body;
}

function cut(text: string): string {
	if (text.length <= MAX_READ_CHARACTERS) return text;
	return text.slice(0, MAX_READ_CHARACTERS).replace(lastTokenCharacters, '');
}
