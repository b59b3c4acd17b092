import * as z from 'zod/v4-mini';
import type { JsonObject, JsonValue } from '../json/json';
import type { Conversation } from './conversation';
import { declare, listFields, type ObjectSchema } from './declare-field';
import { findOriginMs, findTurnMs, toOffsetSeconds } from './find-origin';
import { turnMetricsSchema, turnSchema } from './turn';

/** What one turn as its own item has beside the fields of a turn. */
export const turnItemSchema = z.object({
	conversation_id: declare(z.nullable(z.string()), "The conversation's id."),
	turn_index: declare(
		z.number(),
		'Place in the history, from 0; entries that are not objects do not count.',
	),
	offset_seconds: declare(
		z.nullable(z.number()),
		'Seconds from the start of the recording until the turn began; `null` if no time is known.',
	),
});

/** One turn as its own item, every column there, `null` if the service sent no value. */
export type TurnItem = JsonObject & z.infer<typeof turnItemSchema>;

/** Names of the fields of a {@link TurnItem}, in order. */
export const TURN_ITEM_FIELDS: readonly string[] = [
	...Object.keys(turnItemSchema.shape),
	...Object.keys(turnSchema.shape),
];

const NO_FIELDS: Readonly<JsonObject> = { ...listNulls(turnSchema), additional_fields: {} };
const NO_METRICS: Readonly<JsonObject> = listNulls(turnMetricsSchema);

/**
 * One item for each turn, in their order; none if there are none.
 * @param list which turns: those of the call, or those of the synthesized conversation
 */
export function buildTurnItems(
	conversation: Conversation,
	list: 'history' | 'synthesized_chat_history' = 'history',
): TurnItem[] {
	const originMs = findOriginMs(conversation);
	return (conversation[list] ?? []).map((turn, index) => ({
		conversation_id: conversation.id,
		turn_index: index,
		offset_seconds: toOffsetSeconds(findTurnMs(turn), originMs),
		...NO_FIELDS,
		...turn,
		metrics: { ...NO_METRICS, ...turn.metrics },
	}));
}

function listNulls(schema: ObjectSchema): JsonObject {
	return Object.fromEntries(
		listFields(schema).map(({ name }): [string, JsonValue] => [name, null]),
	);
}
