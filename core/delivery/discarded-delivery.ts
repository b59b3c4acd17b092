import { hideSessionTokenInJson, hideSessionTokenInText } from '../conversation/hide-session-token';
import { type PersonalData, protectAsSent } from '../conversation/personal-data';
import type { Failure } from '../errors';
import { copyJson, isNestedTooDeep, type JsonObject, type JsonValue, repairTexts } from '../json';
import type { LimitErrorCode } from '../record/limits';
import { type EnvelopeErrorCode, parseBody } from './envelope';
import type { FilterFinding } from './filters';

export type DiscardedDelivery = {
	/** `rejected`: not understood or not authentic; `postponed`: worth another attempt; `ignored`: not wanted. */
	kind: 'rejected' | 'postponed' | 'ignored' | 'duplicate';
	httpStatus: 200 | 400 | 401 | 503;
	/** Stable code that the sender sees: `not-authenticated` for any failed check of the sender. */
	reason: string;
	message: string;
	/** For the owner of n8n alone: why the sender is not authenticated. */
	reasonForOwner?: string;
	finding?: FilterFinding;
	retryAfterSeconds?: number;
	/** Of the conversation that is a duplicate. */
	id?: string | null;
};

/** The sender learns neither a finding nor `reasonForOwner`. */
export function buildDiscardedResponse(discarded: DiscardedDelivery) {
	const { kind: status, reason, message, id } = discarded;
	if (status === 'duplicate') return { status, id };
	return status === 'rejected' ? { status, reason, message } : { status, reason };
}

/** Why a body is ignored whatever its record holds. docs/delivery-reasons.md explains each. */
const IGNORED_BODIES = {
	'event-not-wanted': 'The event is not one of the events that start the workflow.',
	'no-event': 'The body holds no event: the service may have tested the address.',
	'record-empty': 'The event has no record: "data" is empty.',
};
export const IGNORED_BODY_REASONS: readonly string[] = Object.keys(IGNORED_BODIES);

export function ignoreDelivery(
	reason: keyof typeof IGNORED_BODIES,
	message: string = IGNORED_BODIES[reason],
): DiscardedDelivery {
	return { kind: 'ignored', httpStatus: 200, reason, message };
}

export function ignoreFiltered(finding: FilterFinding): DiscardedDelivery {
	const { reason, message } = finding;
	return { kind: 'ignored', httpStatus: 200, reason, message, finding };
}

export function ignoreDuplicate(id: string | null): DiscardedDelivery {
	const message = 'The same delivery was already accepted.';
	return { kind: 'duplicate', httpStatus: 200, reason: 'duplicate', message, id };
}

export function rejectDelivery({
	code: reason,
	message,
}: Failure<EnvelopeErrorCode | LimitErrorCode>): DiscardedDelivery {
	return { kind: 'rejected', httpStatus: 400, reason, message };
}

export function rejectStranger(reasonForOwner: string): DiscardedDelivery {
	const message = 'The delivery is not authenticated.';
	const reason = 'not-authenticated';
	return { kind: 'rejected', httpStatus: 401, reason, message, reasonForOwner };
}

const POSTPONED = {
	'keys-unavailable': { message: 'The keys for checking the delivery are not available.' },
	'still-under-way': {
		message: 'The same delivery is still being processed.',
		retryAfterSeconds: 5,
	},
	// A person has to correct the parameter or the credential first.
	'parameter-unusable': { message: 'A parameter cannot be used.', retryAfterSeconds: 60 },
	'credential-unusable': { message: 'n8n cannot read the credential.', retryAfterSeconds: 60 },
};

/** @param known overrides the defaults of the reason */
export function postponeDelivery(
	reason: keyof typeof POSTPONED,
	known: Partial<Pick<DiscardedDelivery, 'message' | 'reasonForOwner' | 'retryAfterSeconds'>> = {},
): DiscardedDelivery {
	return { kind: 'postponed', httpStatus: 503, reason, ...POSTPONED[reason], ...known };
}

/** A larger body is shown by its beginning alone: as an item it may take many times the room. */
const MAX_SHOWN_BODY_BYTES = 256_000;
const MAX_SHOWN_TEXT_BYTES = 16_000;

export function buildDiscardedItem(
	{ kind, reason, message, finding }: DiscardedDelivery,
	body: Uint8Array | undefined,
	personalData: PersonalData = 'keep',
): JsonObject {
	const { filter = null, field = null, value = null, isPersonal = false } = finding ?? {};
	const shownBody = body === undefined ? null : showBody(body);
	// With Leave Out, a value that is not personal stays, with its numbers masked.
	const valueMode = personalData === 'leaveOut' && !isPersonal ? 'maskNumbers' : personalData;
	const shownValue = protectAsSent(value, valueMode);
	return repairTexts({
		delivery: { status: kind, reason, message, filter, field, value: shownValue },
		body: protectAsSent(shownBody, personalData),
		body_bytes: body?.length ?? null,
	});
}

function showBody(body: Uint8Array): JsonValue {
	const parsed = body.length <= MAX_SHOWN_BODY_BYTES ? parseBody(body) : undefined;
	if (parsed?.success !== true || isNestedTooDeep(parsed.value)) {
		const start = new TextDecoder().decode(body.subarray(0, MAX_SHOWN_TEXT_BYTES));
		// A body in UTF-16 has U+0000 beside every letter: the name of the token would not be found.
		return hideSessionTokenInText(start.replaceAll('\0', ''));
	}
	return hideSessionTokenInJson(copyJson(parsed.value) ?? null);
}
