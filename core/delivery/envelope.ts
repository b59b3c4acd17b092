import { CONVERSATION_FIELDS } from '../conversation/conversation';
import { listFields } from '../conversation/declare-field';
import { hideSessionTokenInJson, isSecretName } from '../conversation/hide-session-token';
import { turnSchema } from '../conversation/turn';
import { fail, type Result } from '../errors';
import {
	copyJson,
	findName,
	isObject,
	isSent,
	type JsonObject,
	parseJsonText,
	setOwn,
	type UnknownObject,
} from '../json';
import { listTellingNames } from '../record/item';
import { describeNames, nameType } from '../record/reading';
import { foldWords } from '../text';

/** The one documented event, which carries a finished conversation: part 6 of the interface document. */
export const CONVERSATION_COMPLETE = 'ConversationComplete';

const BODY_MESSAGES = {
	'body-not-utf8': 'The body is not UTF-8 text.',
	'body-empty': 'The body is empty.',
	'body-not-json': 'The body is not valid JSON.',
	'body-not-an-object': 'The body is invalid: it must be an object.',
	'event-missing': 'The body is invalid: "event" must be a string.',
	'event-not-a-string': 'The body is invalid: "event" must be a string.',
	'event-empty': 'The body is invalid: "event" must not be empty.',
	'data-missing': 'The body is invalid: "data" must be an object.',
	'data-not-an-object': 'The body is invalid: "data" must be an object.',
};
export type EnvelopeErrorCode = keyof typeof BODY_MESSAGES;
export const ENVELOPE_ERROR_CODES: readonly string[] = Object.keys(BODY_MESSAGES);

const rejectBody = (code: EnvelopeErrorCode) => fail(code, BODY_MESSAGES[code]);

const MAX_ENVELOPE_BYTES = 16_000;
/** More fields are not looked at: a sender may choose very many. */
const MAX_LOOKED_AT = 100;

/** Reads an event `{event, data}` (part 2.4), or `{Event, Data}`, from bytes, text or parsed JSON. */
export function parseEvent(
	body: unknown,
): Result<{ event: string; data: unknown; whole: UnknownObject }, EnvelopeErrorCode> {
	const parsed = parseBody(body);
	if (!parsed.success) return parsed;
	const whole = parsed.value;
	if (!isObject(whole)) return rejectBody('body-not-an-object');
	const event = whole[findName(whole, 'event')];
	if (!isSent(event)) return rejectBody('event-missing');
	if (typeof event !== 'string') return rejectBody('event-not-a-string');
	if (event === '') return rejectBody('event-empty');
	return { success: true, event, data: whole[findName(whole, 'data')], whole };
}

export function readRecord(record: unknown): Result<{ record: UnknownObject }, EnvelopeErrorCode> {
	if (!isSent(record)) return rejectBody('data-missing');
	return isObject(record) ? { success: true, record } : rejectBody('data-not-an-object');
}

const MAX_PING_BYTES = 1_000;
/** Only objects count as levels: `{"calls":[{"call":{"history":…}}]}` has three levels. */
const MAX_PING_LEVELS = 3;

const TELLING_NAMES = new Set(
	listTellingNames([...CONVERSATION_FIELDS, ...listFields(turnSchema)])
		.concat('event', 'data')
		.map(foldWords),
);

/**
 * Whether bytes or a text are a ping or a challenge such as `{"type":"ping"}`. A body with a field of a call, such as
 * `{"calls":[{"history":…}]}`, is no ping: the body is rejected, so that its sender notices.
 */
export function isPing(body: unknown): boolean {
	if (!(body instanceof Uint8Array) && typeof body !== 'string') return false;
	if (Buffer.byteLength(body) > MAX_PING_BYTES) return false;
	const parsed = parseBody(body);
	return parsed.success ? !isTelling(parsed.value) : parsed.error.code === 'body-empty';
}

export function isEmpty(data: unknown): boolean {
	return data === '' || (typeof data === 'object' && Object.keys(data ?? {}).length === 0);
}

/** Fields beside `event` and `data`, each if room is left. The caller has checked the nesting. */
export function pickEnvelopeFields(whole: UnknownObject): JsonObject | null {
	const picked: JsonObject = {};
	let bytesLeft = MAX_ENVELOPE_BYTES;
	let lookedAt = 0;
	const own = [findName(whole, 'event'), findName(whole, 'data')];
	for (const name in whole) {
		if (own.includes(name) || isSecretName(name)) continue;
		if (++lookedAt > MAX_LOOKED_AT) break;
		const copy = copyJson(whole[name]);
		if (copy === undefined) continue;
		const value = hideSessionTokenInJson(copy);
		const bytes = Buffer.byteLength(JSON.stringify([name, value]));
		if (bytes > bytesLeft) continue;
		bytesLeft -= bytes;
		setOwn(picked, name, value);
	}
	return bytesLeft === MAX_ENVELOPE_BYTES ? null : picked;
}

export function parseBody(body: unknown): Result<{ value: unknown }, EnvelopeErrorCode> {
	// n8n takes a multipart body apart, so its bytes are not known.
	if (body === undefined) return rejectBody('body-not-json');
	if (!(body instanceof Uint8Array) && typeof body !== 'string') {
		return { success: true, value: body };
	}
	const text = typeof body === 'string' ? body : decodeUtf8(body);
	if (text === null) return rejectBody('body-not-utf8');
	if (text.trim() === '') return rejectBody('body-empty');
	const value = parseJsonText(text);
	return value === undefined ? rejectBody('body-not-json') : { success: true, value };
}

/** What kind of JSON came instead of an event, with names of fields and no value; empty for no JSON. */
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

function isTelling(sent: unknown, level = 1): boolean {
	const value = typeof sent === 'string' ? parseJsonText(sent) : sent;
	if (Array.isArray(value)) return value.some((element) => isTelling(element, level));
	if (!isObject(value) || level > MAX_PING_LEVELS) return false;
	return Object.entries(value).some(([name, inside]) => {
		const folded = foldWords(name);
		if (folded === 'data' && isEmpty(inside)) return false;
		return TELLING_NAMES.has(folded) || isTelling(inside, level + 1);
	});
}

function decodeUtf8(bytes: Uint8Array): string | null {
	try {
		return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch {
		return null;
	}
}
