import type { Result } from '../errors';
import { isObject, type UnknownObject } from '../json/json';

/** Why a body is no envelope. */
export type EnvelopeErrorCode =
	| 'body-not-an-object'
	| 'event-missing'
	| 'event-not-a-string'
	| 'event-empty'
	| 'data-missing'
	| 'data-not-an-object';

/** The event as delivered. */
export type Envelope = {
	/** Name of the event, unchanged and not compared with any. */
	event: string;
	/** The record as delivered: nothing in it has been looked at. */
	record: UnknownObject;
};

/**
 * Reads the envelope `{event, data}`. Fields beside the two are not looked at. Source: part 2.4.
 *
 * Error codes, in the order in which they are looked for: `body-not-an-object`, `event-missing`
 * (or `null`), `event-not-a-string`, `event-empty`, `data-missing` (or `null`),
 * `data-not-an-object`.
 */
export function parseEnvelope(body: unknown): Result<Envelope, EnvelopeErrorCode> {
	if (!isObject(body)) {
		return fail('body-not-an-object', 'The body is not a JSON object with event and data.');
	}
	const { event, data } = body;
	if (event === undefined || event === null) {
		return fail('event-missing', 'The body has no event.', 'event');
	}
	if (typeof event !== 'string') {
		return fail('event-not-a-string', 'The field event is not a string.', 'event');
	}
	if (event === '') return fail('event-empty', 'The field event is empty.', 'event');
	if (data === undefined || data === null) {
		return fail('data-missing', 'The body has no data.', 'data');
	}
	if (!isObject(data)) {
		return fail('data-not-an-object', 'The field data is not an object.', 'data');
	}
	return { success: true, event, record: data };
}

function fail(code: EnvelopeErrorCode, message: string, path?: string) {
	const error = path === undefined ? { code, message } : { code, message, path };
	return { success: false as const, error };
}
