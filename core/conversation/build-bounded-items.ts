import { fail, type Result } from '../errors';
import type { JsonObject, JsonValue, UnknownObject } from '../json/json';
import {
	listOutputItems,
	OUTPUTS_OF_MANY,
	type Output,
	type OutputOptions,
} from './build-output-items';
import type { Conversation } from './conversation';

/**
 * Most that n8n stores of the items: so many times what they are made of, and so much more. The outputs of
 * one item keep to it, because they repeat nothing; those of many items are counted.
 */
export const OUTPUT_LIMIT = { code: 'output-too-large', times: 10, bytesMore: 1_000_000 } as const;

/** The items of an output would be many times larger than what they are made of. */
export type OutputErrorCode = (typeof OUTPUT_LIMIT)['code'];

/**
 * The items of `buildOutputItems`, unless n8n would store too much of them. It stops at the first item
 * that is too much: the others are not built.
 *
 * Error codes: `output-too-large`.
 *
 * @param source what the conversation was read from: the bytes or the text of a body, or parsed JSON
 */
export function buildBoundedItems(
	source: unknown,
	output: Output,
	conversation: Conversation,
	whole: UnknownObject,
	options: OutputOptions = {},
): Result<{ items: JsonObject[] }, OutputErrorCode> {
	const listed = listOutputItems(output, conversation, whole, options);
	if (!OUTPUTS_OF_MANY.includes(output)) return { success: true, items: [...listed] };
	const most = OUTPUT_LIMIT.times * countBytes(source) + OUTPUT_LIMIT.bytesMore;
	const items: JsonObject[] = [];
	const texts = new Set<string>();
	let bytes = 0;
	for (const item of listed) {
		bytes += estimateItem(item, texts);
		if (bytes > most) return fail(OUTPUT_LIMIT.code, MESSAGE);
		items.push(item);
	}
	return { success: true, items };
}

const MESSAGE = `The items of the output would take more than ${OUTPUT_LIMIT.times} times the size of what was sent.`;

function countBytes(source: unknown): number {
	if (source instanceof Uint8Array) return source.byteLength;
	return Buffer.byteLength(typeof source === 'string' ? source : (JSON.stringify(source) ?? ''));
}

/** An item itself, and where it came from, as the node behind has it once more. */
const ITEM_BYTES = 120;
/** A text, a list or an object is stored once; wherever it stands, there is its number. */
const REFERENCE_BYTES = 12;

/** About what n8n stores of an item. A text is stored once, however many items hold it. */
function estimateItem(item: JsonObject, texts: Set<string>): number {
	let bytes = ITEM_BYTES;
	for (const name of Object.keys(item)) {
		const value = item[name] ?? null;
		const isKnown = typeof value === 'string' && texts.has(value);
		bytes += name.length + 4 + (isKnown ? REFERENCE_BYTES : estimateValue(value));
		if (typeof value === 'string') texts.add(value);
	}
	return bytes;
}

function estimateValue(value: JsonValue): number {
	if (typeof value === 'string') return REFERENCE_BYTES + value.length;
	if (typeof value !== 'object' || value === null) return String(value).length + 1;
	let bytes = REFERENCE_BYTES;
	if (Array.isArray(value)) {
		for (const element of value) bytes += estimateValue(element);
	} else {
		for (const name of Object.keys(value))
			bytes += name.length + 4 + estimateValue(value[name] ?? null);
	}
	return bytes;
}
