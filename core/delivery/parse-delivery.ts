import type { Conversation } from '../conversation/conversation';
import type { Result } from '../errors';
import type { UnknownObject } from '../json/json';
import { decideDelivery, type IgnoredReason, type RejectReason } from './decide-delivery';

/** Why a delivery gives no conversation. */
export type DeliveryErrorCode = RejectReason | IgnoredReason;

/** Settings of {@link parseDelivery}. */
export type ParseDeliveryOptions = {
	/**
	 * Names of the events to read, compared without regard to case and outer spaces. Default:
	 * ConversationComplete alone.
	 */
	events?: readonly string[];
};

/** A delivery that was understood. */
export type ParsedDelivery = {
	/** Name of the event. */
	event: string;
	/** The canonical conversation; its `delivery` is `null`: only the receiver knows it. */
	conversation: Conversation;
	/** The record as delivered. */
	record: UnknownObject;
};

/**
 * Reads the body of a delivery, of shape A or B, as the trigger does: its bytes, its text, or the parsed
 * JSON. Source: parts 2.4 to 2.9 and 6. Not checked: who sent it.
 *
 * Error codes: those of `parseEnvelope`, then `event-not-wanted` if the event is not among `events`,
 * then `nested-too-deep` of `parseRecord`.
 */
export function parseDelivery(
	body: unknown,
	{ events }: ParseDeliveryOptions = {},
): Result<ParsedDelivery, DeliveryErrorCode> {
	const outcome = decideDelivery({ body }, { events });
	if (outcome.kind !== 'event') {
		return { success: false, error: { code: outcome.reason, message: outcome.message } };
	}
	const { event, conversation, record } = outcome;
	return { success: true, event, conversation, record };
}
