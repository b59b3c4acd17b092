import { copyJson } from '../json/copy-json';
import { setOwn, type JsonObject, type UnknownObject } from '../json/json';

/** How much of the fields beside event and data an item holds, in bytes of JSON. */
export const MAX_ENVELOPE_BYTES = 16_000;

/** More are not looked at: a sender may choose very many. */
const MAX_LOOKED_AT = 100;

const KNOWN = ['event', 'data'];

/**
 * The fields of an event beside `event` and `data`, as far as there is room for each; `null` if there are
 * none. The caller has made sure that none is nested too deep.
 */
export function pickEnvelopeFields(event: UnknownObject): JsonObject | null {
	const picked: JsonObject = {};
	let left = MAX_ENVELOPE_BYTES;
	let lookedAt = 0;
	for (const name in event) {
		if (KNOWN.includes(name)) continue;
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
