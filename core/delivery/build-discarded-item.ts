import {
	hideSessionTokenInRecord,
	hideSessionTokenInText,
} from '../conversation/hide-session-token';
import { copyJson, isNestedTooDeep } from '../json/copy-json';
import { type JsonObject, type JsonValue } from '../json/json';
import type { FilterFinding } from './filter-conversation';
import { parseBody } from './parse-envelope';

/** Why a delivery started nothing. */
export type DiscardReason = {
	/** `rejected`: not understood or not authentic; `ignored`: not wanted; `duplicate`: came before. */
	status: 'rejected' | 'ignored' | 'duplicate';
	/** Stable code. */
	reason: string;
	message: string;
	/** For what a filter discarded. */
	finding?: FilterFinding;
};

/** A larger body is shown by its beginning alone: as an item it may take many times the room. */
export const MAX_SHOWN_BODY_BYTES = 256_000;

/** How much is shown of a body that is no JSON, or too large. */
export const MAX_SHOWN_TEXT_BYTES = 16_000;

/**
 * The item of a delivery that started nothing.
 * @param body the bytes of the body; missing if they are not to be shown
 */
export function buildDiscardedItem(
	{ status, reason, message, finding }: DiscardReason,
	body: Uint8Array | undefined,
	{ includeSessionToken = false }: { includeSessionToken?: boolean } = {},
): JsonObject {
	const { filter = null, field = null, value = null } = finding ?? {};
	return {
		delivery: { status, reason, message, filter, field, value },
		body: body === undefined ? null : showBody(body, includeSessionToken),
		body_bytes: body?.length ?? null,
	};
}

/** The body as it came: JSON as such, anything else as text, and of what is too large the beginning. */
function showBody(body: Uint8Array, includeSessionToken: boolean): JsonValue {
	const parsed = body.length <= MAX_SHOWN_BODY_BYTES ? parseBody(body) : undefined;
	if (parsed?.success !== true || isNestedTooDeep(parsed.value)) {
		return showText(body, includeSessionToken);
	}
	const json = copyJson(parsed.value) ?? null;
	if (includeSessionToken) return json;
	if (typeof json === 'string') return hideSessionTokenInText(json);
	// In an object of one field, so a list is looked through as well.
	const hidden = hideSessionTokenInRecord({ json });
	return hidden.json ?? null;
}

function showText(body: Uint8Array, includeSessionToken: boolean): string {
	const text = new TextDecoder().decode(body.subarray(0, MAX_SHOWN_TEXT_BYTES));
	return includeSessionToken ? text : hideSessionTokenInText(text);
}
