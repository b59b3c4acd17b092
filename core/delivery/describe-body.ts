import { isObject, type UnknownObject } from '../json/json';
import { quoteText } from '../json/quote-text';
import { parseBody } from './parse-envelope';

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
	if (!Array.isArray(value)) return `It is JSON of the type ${typeof value}.`;
	const first: unknown = value[0];
	if (!isObject(first)) return `It is a list of ${value.length} elements.`;
	return `It is a list of ${value.length} elements; the first is an object ${describeNames(first)}.`;
}

function describeNames(object: UnknownObject): string {
	const names: string[] = [];
	// `for in` makes no list of the names: a sender may choose very many.
	for (const name in object) {
		if (names.length === MAX_NAMES) return `with the fields ${names.join(', ')} and others`;
		names.push(NAME_START.test(name) ? quoteText(name, MAX_NAME_CHARACTERS) : '[*]');
	}
	return names.length === 0 ? 'without fields' : `with the fields ${names.join(', ')}`;
}
