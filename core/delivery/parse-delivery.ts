import type { Conversation } from '../conversation/conversation';
import type { Result } from '../errors';
import type { UnknownObject } from '../json/json';
import { parseRecord, type RecordErrorCode } from '../record/parse-record';
import { CONVERSATION_COMPLETE } from './conversation-complete';
import { parseEnvelope, type EnvelopeErrorCode } from './parse-envelope';

/** Why a delivery's body gives no conversation. */
export type DeliveryErrorCode = EnvelopeErrorCode | RecordErrorCode | 'event-not-wanted';

/** Settings of {@link parseDelivery}. */
export type ParseDeliveryOptions = {
	/** Names of the events to read, compared exactly. Default: ConversationComplete alone. */
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
 * Reads the parsed JSON body of a delivery, of shape A or B. Source: parts 2.4 to 2.9 and 6.
 * Not checked: who sent it.
 *
 * Error codes: those of {@link parseEnvelope}, then `event-not-wanted` where the event is not among
 * `events`, then `nested-too-deep` of {@link parseRecord}.
 */
export function parseDelivery(
	body: unknown,
	options: ParseDeliveryOptions = {},
): Result<ParsedDelivery, DeliveryErrorCode> {
	const envelope = parseEnvelope(body);
	if (!envelope.success) return envelope;
	const { event, record } = envelope;
	if (!(options.events ?? [CONVERSATION_COMPLETE]).includes(event)) {
		return {
			success: false,
			error: {
				code: 'event-not-wanted',
				message: 'The event is none of those to read.',
				path: 'event',
			},
		};
	}
	const parsed = parseRecord(record);
	if (!parsed.success) return parsed;
	return { success: true, event, conversation: parsed.conversation, record };
}
