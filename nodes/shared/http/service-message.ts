import { hideSecrets } from './hide-secrets';

const maxShownCharacters = 300;

/** How much of the service's words is searched for secrets. */
const maxSearchedCharacters = 64_000;

/** How much of what is left is looked at. Each expression below takes linear time all the same. */
const maxReadCharacters = 4_000;

const messageFields = ['message', 'title', 'detail', 'error_description', 'error', 'errors'];

/** Three base64url parts: a JWT; or a long run of token characters. */
const tokenLike = /(?<![\w-])[\w-]{8,}\.[\w-]{8,}\.[\w-]*|[A-Za-z0-9_\-+/=]{40,}/g;

/** The beginning of a token that the cut may have left too short to be recognized. */
const lastTokenCharacters = /(?<![\w\-+/=.])[\w\-+/=.]+$/;

/** A run of digits as long as a phone number, with the separators people write. */
const phoneLike = /\+?\(?\d(?:[ ()./-]{0,3}\d){6,}/g;

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function collectTexts(value: unknown, depth: number): string[] {
	if (depth > 3) return [];
	if (typeof value === 'string') return value.trim() === '' ? [] : [value.trim()];
	if (Array.isArray(value))
		return value.slice(0, 5).flatMap((entry) => collectTexts(entry, depth + 1));
	if (!isRecord(value)) return [];
	const named = messageFields.flatMap((field) => collectTexts(value[field], depth + 1));
	if (named.length > 0) return named;
	// A map of field names to complaints, as validation errors often come.
	return Object.entries(value)
		.slice(0, 5)
		.flatMap(([field, complaint]) =>
			collectTexts(complaint, depth + 1).map((text) => `${field}: ${text}`),
		);
}

/**
 * The service's own words out of an error body, whose shape part 7 of the interface document does
 * not show: at most 300 characters, without the secrets of the credential and anything like a token
 * or a phone number, `''` if there is nothing to show.
 */
export function readServiceMessage(body: unknown, secrets: readonly string[] = []): string {
	const parsed = typeof body === 'string' ? parseJsonText(body) : body;
	const words = [...new Set(collectTexts(parsed, 0))].join('; ').slice(0, maxSearchedCharacters);
	// Before anything is cut or taken out: a part of a secret could not be recognized.
	const text = cut(hideSecrets(words, secrets))
		.replace(/<[^<>]*>/g, ' ')
		.replace(/\s+/g, ' ')
		.replace(tokenLike, '[removed]')
		.replace(phoneLike, '[removed]')
		.trim();
	return text.length > maxShownCharacters ? `${text.slice(0, maxShownCharacters - 1)}…` : text;
}

function cut(text: string): string {
	if (text.length <= maxReadCharacters) return text;
	return text.slice(0, maxReadCharacters).replace(lastTokenCharacters, '');
}

function parseJsonText(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
