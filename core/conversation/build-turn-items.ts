import * as z from 'zod/v4-mini';
import type { JsonObject, JsonValue } from '../json/json';
import type { Conversation } from './conversation';
import { declare, listFields, type ObjectSchema } from './declare-field';
import { findOriginMs, findTurnMs, toOffsetSeconds } from './find-origin';
import { buildItemHead, itemHeadSchema } from './item-head';
import { turnMetricsSchema, turnSchema } from './turn';

/** What one turn as its own item has beside the fields of a turn. */
export const turnItemSchema = z.object({
	...itemHeadSchema.shape,
	turn_index: declare(
		z.number(),
		'Place in the history, from 0; entries that are not objects do not count.',
	),
	offset_seconds: declare(
		z.nullable(z.number()),
		'Seconds from the start of the recording until the turn began; `null` if no time is known.',
	),
});

/**
 * One turn as its own item. All items of a conversation have the same columns, `null` or `{}` where the
 * turn has no value; those of {@link ALWAYS} and of {@link turnItemSchema} are in every conversation's.
 */
export type TurnItem = JsonObject & z.infer<typeof turnItemSchema>;

/** Names of the fields of a {@link TurnItem}, in order. */
export const TURN_ITEM_FIELDS: readonly string[] = [
	...Object.keys(turnItemSchema.shape),
	...Object.keys(turnSchema.shape),
];

const ALWAYS: readonly string[] = ['role', 'content'];

/**
 * One item for each turn, in their order; none if there are none. A column that no turn of the
 * conversation has is left out.
 * @param named fields of a turn that are columns all the same
 */
export function* buildTurnItems(
	conversation: Conversation,
	named: readonly string[] = [],
): Generator<TurnItem> {
	const turns = conversation.history ?? [];
	const head = buildItemHead(conversation);
	const originMs = findOriginMs(conversation);
	const noMetrics = listNulls(turnMetricsSchema, listNames(turns.map(({ metrics }) => metrics)));
	const sent = listNames(turns);
	if (Object.keys(noMetrics).length === 0) sent.delete('metrics');
	const noFields = listNulls(turnSchema, new Set([...ALWAYS, ...named, ...sent]));
	if ('additional_fields' in noFields) noFields.additional_fields = {};
	for (const [turn_index, turn] of turns.entries()) {
		const { metrics, ...fields } = turn;
		yield {
			...head,
			turn_index,
			offset_seconds: toOffsetSeconds(findTurnMs(turn), originMs),
			...noFields,
			...fields,
			...('metrics' in noFields && { metrics: { ...noMetrics, ...metrics } }),
		};
	}
}

/** Every name that any of the objects has. */
function listNames(objects: readonly object[]): Set<string> {
	const names = new Set<string>();
	for (const object of objects) for (const name of Object.keys(object)) names.add(name);
	return names;
}

/** `null` under these names, in the schema's order. */
function listNulls(schema: ObjectSchema, names: ReadonlySet<string>): JsonObject {
	const listed = listFields(schema).filter(({ name }) => names.has(name));
	return Object.fromEntries(listed.map(({ name }): [string, JsonValue] => [name, null]));
}
