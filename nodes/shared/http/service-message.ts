import { parseJsonText, parseProblemBody, type Words } from '../../../core';
import { hideSecrets } from './hide-secrets';
import type { Party } from './service-outcome';

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

/**
 * A word of letters and digits, kept as an id; or a run of digits as long as a phone number, with the
 * separators people write.
 */
const idOrPhone = /((?<!\w)(?=\w*[A-Za-z])\w*\d\w*)|\+?\(?\d(?:[ ()./-]{0,3}\d){6,}/g;

/** A UUID, or a date in ISO 8601: what a user must quote, and no part of a longer token or number. */
const quotable =
	/(?<![\w.+-])([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?<!\d[ ()/]{1,3})\d{4}-(?:0[1-9]|1[0-2])-(?:[0-2]\d|3[01]))(?![0-9a-f-]|\.\w)/gi;

/**
 * The service's own words out of an error body, whose shape part 7 of the interface document does
 * not show: at most 300 characters, without the secrets of the credential and anything like a token
 * or a phone number, `''` if there is nothing to show. Ids and dates stay: a user quotes them.
 */
export function readServiceMessage(body: unknown, secrets: readonly string[] = []): string {
	const words = [...new Set(listTexts(parseProblemBody(readJson(body))))]
		.map((text, index, texts) => (index < texts.length - 1 ? dropFullStop(text) : text))
		.join('; ');
	// Before anything is cut or taken out: a part of a secret could not be recognized.
	const text = cut(hideSecrets(words.slice(0, MAX_SEARCHED_CHARACTERS), secrets))
		.replace(/<[^<>]*>/g, ' ')
		.replace(/\s+/g, ' ')
		.split(quotable)
		// Every second part is one that the expression has set aside.
		.map((part, index) => (index % 2 === 1 ? part : mask(part)))
		.join('')
		.trim();
	return text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS - 1)}…` : text;
}

/** The words of whoever was asked, labelled as theirs; `''` if there are none. */
export function labelResponse(words: string, party: Party): string {
	return words === ''
		? ''
		: `${party === 'service' ? 'Service' : 'Identity server'} response: ${words}`;
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

function dropFullStop(text: string): string {
	return text.endsWith('.') ? text.slice(0, -1) : text;
}

function mask(text: string): string {
	return text
		.replace(tokenLike, '[removed]')
		.replace(idOrPhone, (_, id: string | undefined) => id ?? '[removed]');
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
