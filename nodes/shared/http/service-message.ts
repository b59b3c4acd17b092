import { maskNumbersInText } from '../../../core/conversation/mask-numbers';
import { parseJsonText, readProperty } from '../../../core/json';
import { shorten } from '../../../core/text';

const REMOVED = '[removed]';

const MAX_MESSAGE_CHARACTERS = 300;

const MAX_SEARCHED_CHARACTERS = 64_000;

/** How much is read after secrets were removed. Each expression below takes linear time. */
const MAX_READ_CHARACTERS = 4_000;

const messageFields = [
	...['message', 'msg', 'defaultMessage', 'title', 'detail', 'description', 'reason'],
	...['error_description', 'error', 'errors'],
];

/** Such as `param` in `{"param": "url", "msg": "required"}`: the field of the request that a message is about. */
const nameFields = [
	...['field', 'param', 'parameter', 'property', 'propertyPath', 'pointer', 'instancePath'],
	...['target', 'loc', 'source', 'path', 'name'],
];

/** Such as `{"input": {"url": "…"}}`: the request, repeated. */
const echoFields = ['input', 'value', 'context'];

const knownFields = new Set([...messageFields, ...nameFields, ...echoFields]);

/** Three base64url parts: a JWT; or a long run of token characters. */
const tokenLike = /(?<![\w-])[\w-]{8,}\.[\w-]{8,}\.[\w-]*|[A-Za-z0-9_\-+/=]{40,}/g;

/** The beginning of a token that the cut may have left too short to be recognized. */
const lastTokenCharacters = /(?<![\w\-+/=.])[\w\-+/=.]+$/;

/** A run of token characters that a user must quote: `request_id=123e4567-e89b-12d3-a456-426614174000`. */
const labelledUuid = /^(?:\w{1,40}=)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** An id: a word of letters and digits, `wh_1234567890`, but not the end of a number, as in `030 1234x5`. */
const idWord = /(?<!\w|\d[ ().:+/-])(?=\w*[A-Za-z])\w*\d\w*/g;

/**
 * The service's own words out of an error body of undocumented shape (part 7): at most 300 characters, without
 * secrets, tokens and phone numbers; `''` if none are left. Ids and dates stay: a user quotes them.
 */
export function readServiceMessage(body: unknown, secrets: readonly string[] = []): string {
	const parsed = typeof body === 'string' ? parseJsonText(body) : body;
	const words = [...new Set(listTexts(parsed === undefined ? body : parsed))]
		.toSorted((a, b) => Number(isShortName(b)) - Number(isShortName(a)))
		.map((text, index, texts) => (index < texts.length - 1 ? text.replace(/\.$/, '') : text))
		.join('; ');
	// Secrets are removed before other parts: a part of a secret would not be recognized.
	const plain = cut(hideSecrets(words.slice(0, MAX_SEARCHED_CHARACTERS), secrets))
		.replace(/<[^<>]*>/g, ' ')
		.replace(/[\s\p{C}]+/gu, ' ');
	const text = plain.replace(tokenLike, (run) => (labelledUuid.test(run) ? run : REMOVED)).trim();
	// Masking keeps the length, so ids stay in their places.
	let shown = maskNumbersInText(text);
	for (const { 0: id, index } of text.matchAll(idWord)) {
		shown = shown.slice(0, index) + id + shown.slice(index + id.length);
	}
	return shorten(shown, MAX_MESSAGE_CHARACTERS);
}

/** A sender may nest a body to any depth: texts below these levels are left out. */
const LEVELS = 6;
const MAX_LISTED_ENTRIES = 5;
/** Longer names are left out, since a body could repeat a name thousands of times. Longer texts come last. */
const MAX_LEADING_CHARACTERS = 100;

/** The texts of a body, each with the field of the request that it is about, if that is known: `url: required`. */
function listTexts(body: unknown, levels = LEVELS): string[] {
	if (typeof body === 'string') return body.trim() === '' ? [] : [body.trim()];
	if (levels === 0 || typeof body !== 'object' || body === null) return [];
	const list = (value: unknown) => listTexts(value, levels - 1);
	const prefix = (name: string, texts: string[]) =>
		texts.map((text) => (isShortName(name) ? `${name}: ${text}` : text));
	if (Array.isArray(body)) return body.slice(0, MAX_LISTED_ENTRIES).flatMap(list);
	const messages = messageFields.flatMap((field) => list(readProperty(body, field)));
	const names = nameFields.map((field) => list(readProperty(body, field)).join('.'));
	// A `path` at the top level is the requested address: then no field is named.
	const isAddress = levels === LEVELS && 'path' in body;
	const name = isAddress ? '' : (names.find((text) => text !== '') ?? '');
	// Beside a message, only lists and maps outside of `knownFields` are shown, such as `violations`.
	const others = Object.entries(body).filter(([field, value]) => {
		if (messages.length === 0) return !echoFields.includes(field);
		return typeof value === 'object' && !knownFields.has(field);
	});
	return [
		...prefix(name, messages),
		...others.slice(0, MAX_LISTED_ENTRIES).flatMap(([field, value]) => prefix(field, list(value))),
	];
}

function isShortName(text: string): boolean {
	return text !== '' && text.length <= MAX_LEADING_CHARACTERS;
}

function cut(text: string): string {
	if (text.length <= MAX_READ_CHARACTERS) return text;
	return text.slice(0, MAX_READ_CHARACTERS).replace(lastTokenCharacters, '');
}

/** Shorter ones would be found in any text. */
const MIN_SECRET_LENGTH = 4;

/** Removes secrets; with a secret in another form (letter case, encoded, escaped, with tags inside), the whole text. */
export function hideSecrets(text: string, secrets: readonly string[]): string {
	const known = secrets.filter((secret) => secret.length >= MIN_SECRET_LENGTH);
	const cleaned = known.reduce((left, secret) => left.replaceAll(secret, REMOVED), text);
	const views = [cleaned, decodePercents(cleaned)].map(bare);
	const isHidden = known
		.flatMap(listForms)
		.some((form) => views.some((view) => view.includes(bare(form))));
	return isHidden ? REMOVED : cleaned;
}

function listForms(secret: string): string[] {
	const bytes = Buffer.from(secret);
	const json = JSON.stringify(secret).slice(1, -1);
	const inForm = new URLSearchParams([['', secret]]).toString().slice(1);
	return [secret, json, inForm, bytes.toString('base64'), bytes.toString('base64url')];
}

function decodePercents(text: string): string {
	return text.replace(/(?:%[0-9a-f]{2})+/gi, (encoded) =>
		Buffer.from(encoded.replaceAll('%', ''), 'hex').toString('utf8'),
	);
}

/** Lower case, without tags and spaces, which may stand between the letters of a secret: `Ab<b> c` is `abc`. */
function bare(text: string): string {
	return text.replace(/<[^<>]*>|\s+/g, '').toLowerCase();
}
