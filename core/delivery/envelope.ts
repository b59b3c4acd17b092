import { isSecretName } from '../conversation/hide-session-token';
import { mayHoldNumber } from '../conversation/mask-numbers';
import { fail, type Result } from '../errors';
import {
	copyJson,
	isObject,
	isSent,
	type JsonObject,
	parseJsonText,
	setOwn,
	type UnknownObject,
} from '../json';
import { nameType } from '../record/reading';
import { quoteText } from '../text';

/** The one documented event, which carries a finished conversation: part 6 of the interface document. */
export const CONVERSATION_COMPLETE = 'ConversationComplete';

/** Why a body holds no event, in the order in which they are looked for. */
export const ENVELOPE_ERROR_CODES = [
	'body-not-utf8',
	'body-empty',
	'body-not-json',
	'body-not-an-object',
	'event-missing',
	'event-not-a-string',
	'event-empty',
	'data-missing',
	'data-not-an-object',
] as const;
export type EnvelopeErrorCode = (typeof ENVELOPE_ERROR_CODES)[number];

/** How much of the fields beside event and data an item holds, in bytes of JSON. */
const MAX_ENVELOPE_BYTES = 16_000;

/** More are not looked at: a sender may choose very many. */
const MAX_LOOKED_AT = 100;

type Envelope = {
	/** Name of the event, unchanged and not compared with any. */
	event: string;
	/** The record as delivered: nothing in it has been looked at. */
	record: UnknownObject;
	/** The whole of it, with the fields beside these. */
	whole: UnknownObject;
};

/**
 * Reads the envelope `{event, data}` of a delivery (part 2.4). Bytes and text are read as JSON, whatever
 * content type they were labeled with, without a byte order mark; anything else counts as JSON that
 * somebody has parsed already.
 *
 * Error codes: {@link ENVELOPE_ERROR_CODES}; `null` counts as missing.
 */
export function parseEnvelope(body: unknown): Result<Envelope, EnvelopeErrorCode> {
	const parsed = parseBody(body);
	if (!parsed.success) return parsed;
	const whole = parsed.value;
	if (!isObject(whole)) {
		return fail('body-not-an-object', 'The body is invalid: it must be an object.');
	}
	const { event, data: record } = whole;
	if (typeof event !== 'string') {
		const code = isSent(event) ? 'event-not-a-string' : 'event-missing';
		return fail(code, 'The body is invalid: "event" must be a string.');
	}
	if (event === '') return fail('event-empty', 'The body is invalid: "event" must not be empty.');
	if (!isObject(record)) {
		const code = isSent(record) ? 'data-not-an-object' : 'data-missing';
		return fail(code, 'The body is invalid: "data" must be an object.');
	}
	return { success: true, event, record, whole };
}

/**
 * The fields of an event beside `event` and `data`, as far as there is room for each; `null` if there are
 * none. The caller has made sure that none is nested too deep.
 */
export function pickEnvelopeFields(event: UnknownObject): JsonObject | null {
	const picked: JsonObject = {};
	let left = MAX_ENVELOPE_BYTES;
	let lookedAt = 0;
	for (const name in event) {
		if (name === 'event' || name === 'data' || isSecretName(name)) continue;
		if (++lookedAt > MAX_LOOKED_AT) break;
		const value = copyJson(event[name]);
		if (value === undefined) continue;
		const bytes = Buffer.byteLength(JSON.stringify([name, value]));
		if (bytes > left) continue;
		left -= bytes;
		setOwn(picked, name, value);
	}
	return left === MAX_ENVELOPE_BYTES ? null : picked;
}

export function parseBody(body: unknown): Result<{ value: unknown }, EnvelopeErrorCode> {
	if (!(body instanceof Uint8Array) && typeof body !== 'string') {
		return { success: true, value: body };
	}
	const text = typeof body === 'string' ? body : decodeUtf8(body);
	if (text === null) return fail('body-not-utf8', 'The body is not UTF-8 text.');
	if (text.trim() === '') return fail('body-empty', 'The body is empty.');
	const value = parseJsonText(text);
	if (value === undefined) return fail('body-not-json', 'The body is not valid JSON.');
	return { success: true, value };
}

function decodeUtf8(bytes: Uint8Array): string | null {
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
	} catch {
		return null;
	}
}

const MAX_NAMES = 20;
const MAX_NAME_CHARACTERS = 64;

/** A name that begins otherwise may be a value, such as a phone number that a map is keyed by. */
const NAME_START = /^[\p{L}_$@]/u;

/**
 * What came instead of an event, for n8n's log: what kind of JSON it is and the names of its fields,
 * never a value. Empty for what is no JSON.
 *
 * @param body the bytes or the text of a delivery's body
 */
export function describeBody(body: Uint8Array | string): string {
	const parsed = parseBody(body);
	if (!parsed.success) return '';
	const { value } = parsed;
	if (isObject(value)) return `It is an object ${describeNames(value)}.`;
	if (!Array.isArray(value)) return `It is JSON of the type ${nameType(value)}.`;
	const first: unknown = value[0];
	if (!isObject(first)) return `It is a list of ${value.length} elements.`;
	return `It is a list of ${value.length} elements; the first is an object ${describeNames(first)}.`;
}

function describeNames(object: UnknownObject): string {
	const names: string[] = [];
	// `for in` makes no list of the names: a sender may choose very many.
	for (const name in object) {
		if (names.length === MAX_NAMES) return `with the fields ${names.join(', ')} and others`;
		const shown = quoteText(name, MAX_NAME_CHARACTERS);
		names.push(NAME_START.test(name) && !mayHoldNumber(shown) ? shown : '[*]');
	}
	return names.length === 0 ? 'without fields' : `with the fields ${names.join(', ')}`;
}
