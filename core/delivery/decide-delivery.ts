import type { Conversation } from '../conversation/conversation';
import { listFields } from '../conversation/declare-field';
import { hideSessionTokenInJson } from '../conversation/hide-session-token';
import {
	applyStatements,
	buildItem,
	type Output,
	type OutputOptions,
} from '../conversation/outputs';
import { mayHoldNumber } from '../conversation/mask-numbers';
import { type PersonalData, protectAsSent, Protection } from '../conversation/personal-data';
import { deliverySchema } from '../conversation/objects';
import type { Speakers } from '../conversation/speakers';
import { fail, type Result } from '../errors';
import { copyJson, type JsonObject, repairTexts, type UnknownObject } from '../json';
import { type LimitErrorCode, RECORD_LIMITS } from '../record/limits';
import { type ParsedConversation, parseRecord } from '../record/parse-record';
import { readWithinLimits } from '../record/reading';
import { matchesAny } from '../text';
import type { AuthenticatedDelivery } from './authenticate';
import {
	type DiscardedDelivery,
	ignoreDelivery,
	ignoreFiltered,
	rejectDelivery,
} from './discarded-delivery';
import {
	CONVERSATION_COMPLETE,
	isEmpty,
	isPing,
	parseEvent,
	pickEnvelopeFields,
	readRecord,
} from './envelope';
import { type ConversationFilters, explainFilter, filterConversation } from './filters';

type ReceivedDelivery = {
	/** Bytes, text or parsed JSON; undefined if its bytes are not known (multipart). */
	body: unknown;
	/** Missing if the sender was not checked. */
	authentication?: AuthenticatedDelivery;
};

export type DecisionSettings = {
	/** Names of the events that are wanted. Default, also for an empty list: ConversationComplete alone. */
	events?: readonly string[];
	/** For ConversationComplete alone. Default: all pass. */
	filters?: ConversationFilters;
	/** Default: no items. */
	output?: { output: Output; options: OutputOptions };
};

export type DeliveryEvent = {
	kind: 'event';
	event: string;
	conversation: Conversation;
	record: UnknownObject;
	items: JsonObject[];
};

/** The one path from a delivery to an event or a discarded delivery. Duplicates are found later, with memory. */
export function decideDelivery(
	{ body, authentication }: ReceivedDelivery,
	{ events, filters = {}, output }: DecisionSettings,
): DeliveryEvent | DiscardedDelivery {
	if (authentication?.rejection) return authentication.rejection;
	const read = readEvent(body, events, output?.options.speakers);
	if (read.kind !== 'read') return read;
	const { event, whole, record, isComplete } = read;
	const conversation = {
		...applyStatements(read.conversation, output?.options ?? {}),
		delivery: buildDelivery(authentication, whole),
	};
	const reason = isComplete ? filterConversation(conversation, filters) : undefined;
	const finding = reason && explainFilter(reason, conversation);
	if (finding) return ignoreFiltered(finding);
	const accepted = { kind: 'event' as const, event, conversation, record };
	return addItems(accepted, isComplete, body, whole, output);
}

/**
 * Reads the body of a delivery, of shape A or B, as the trigger does: bytes, text, or parsed JSON. Source:
 * parts 2.4 to 2.9 and 6. Not checked: who sent it; the conversation's `delivery` is `null`.
 * Error codes: `IGNORED_BODY_REASONS`, `ENVELOPE_ERROR_CODES`, those of `RECORD_LIMITS`.
 */
export function parseDelivery(
	body: unknown,
	{ events }: Pick<DecisionSettings, 'events'> = {},
): Result<
	{ event: string; conversation: ParsedConversation & { delivery: null }; record: UnknownObject },
	string
> {
	const read = readEvent(body, events);
	if (read.kind !== 'read') return fail(read.reason, read.message);
	const { event, conversation, record } = read;
	return { success: true, event, conversation: { ...conversation, delivery: null }, record };
}

function readEvent(body: unknown, events: readonly string[] = [], speakers?: Speakers) {
	const named = parseEvent(body);
	if (!named.success)
		return isPing(body) ? ignoreDelivery('no-event') : rejectDelivery(named.error);
	const { event, data, whole } = named;
	const wanted = events.length === 0 ? [CONVERSATION_COMPLETE] : events;
	if (!matchesAny([event], wanted)) {
		return ignoreDelivery('event-not-wanted', describeUnwanted(event));
	}
	const isComplete = matchesAny([event], [CONVERSATION_COMPLETE]);
	if (isComplete && isEmpty(data)) return ignoreDelivery('record-empty');
	const read = readRecord(data);
	if (!read.success) return rejectDelivery(read.error);
	const { record } = read;
	const parsed = parseRecord(record, undefined, speakers);
	if (!parsed.success) return rejectDelivery(parsed.error);
	const counted = countFieldsBeside(whole, data);
	if (!counted.success) return rejectDelivery(counted.error);
	const { conversation } = parsed;
	return { kind: 'read' as const, event, whole, record, isComplete, conversation };
}

/** A plain name, such as `SessionStarted`. Any other text may be private and stays out of the log. */
const PLAIN_EVENT_NAME = /^[a-z][\w.:-]{0,63}$/i;

function describeUnwanted(event: string): string | undefined {
	return PLAIN_EVENT_NAME.test(event) && !mayHoldNumber(event)
		? `The event ${event} is not one of the events that start the workflow.`
		: undefined;
}

function buildDelivery(authentication: AuthenticatedDelivery | undefined, whole: UnknownObject) {
	if (authentication === undefined) return null;
	const { verdict } = authentication;
	// The verdict holds texts of a token, which may need repair even if the body does not.
	return repairTexts({ status: 'accepted', ...verdict, envelope: pickEnvelopeFields(whole) });
}

/** The fields beside `data` count like undocumented values of a record. */
function countFieldsBeside(whole: UnknownObject, data: unknown): Result<object, LimitErrorCode> {
	return readWithinLimits('The event', (reading) => {
		let fields = 0;
		for (const name in whole) {
			fields += 1;
			reading.check(RECORD_LIMITS.fields, fields);
			if (whole[name] !== data) reading.countValues(whole[name], 1);
		}
		return {};
	});
}

function addItems(
	accepted: Omit<DeliveryEvent, 'items'>,
	isComplete: boolean,
	body: unknown,
	whole: UnknownObject,
	selected: DecisionSettings['output'],
): DeliveryEvent {
	if (selected === undefined) return { ...accepted, items: [] };
	const { output, options } = selected;
	if (!isComplete && output !== 'raw') {
		return { ...accepted, items: [buildOtherEvent(accepted, options.personalData)] };
	}
	const { delivery } = accepted.conversation;
	const shown = { ...whole, delivery: delivery && { ...delivery, envelope: undefined } };
	return { ...accepted, items: [buildItem(body, output, accepted.conversation, shown, options)] };
}

/** The item of another event, whose record may be anything: `data` is the record without the session token. */
function buildOtherEvent(
	{ event, record, conversation: { delivery } }: Omit<DeliveryEvent, 'items'>,
	personalData: PersonalData = 'keep',
): JsonObject {
	const sent = hideSessionTokenInJson(copyJson(record) ?? null);
	const data = protectAsSent(sent, personalData) ?? {};
	const fields = listFields(deliverySchema);
	const shown = delivery && new Protection(personalData).protect({ ...delivery }, fields);
	return repairTexts({ event, data, delivery: shown });
}
