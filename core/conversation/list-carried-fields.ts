import type { JsonObject } from '../json/json';
import { buildFlat, type FlatItem } from './build-flat';
import type { Conversation } from './conversation';

/** Longer texts are no short fields: repeated in every item they would outgrow the item itself. */
const MAX_CARRIED_CHARACTERS = 256;

/** What the names of these fields begin with in an item that is no conversation. */
const PREFIX = 'conversation_';

/** Columns of a row that every turn and tool call can carry. */
export const CARRIED_FIELDS: readonly string[] = [
	'agent_title',
	'agent_id',
	'status',
	'direction',
	'customer_number',
	'answered',
	'from_number',
	'to_number',
	'started_at',
	'ended_at',
	'duration_seconds',
	'campaign_name',
	'campaign_id',
	'test_status',
	'test_eval_success',
	'test_id',
	'test_run_id',
	'delivery_valid',
	'delivery_reason',
];

/** The selected fields of a conversation under the names that items carry them by; unknown names are passed over. */
export function listCarriedFields(
	conversation: Conversation,
	names: readonly string[],
): JsonObject {
	if (names.length === 0) return {};
	const row = buildFlat(conversation);
	const selected = CARRIED_FIELDS.filter((name) => names.includes(name));
	return Object.fromEntries(selected.map((name) => [`${PREFIX}${name}`, shorten(row[name])]));
}

function shorten(value: FlatItem[string] | undefined): FlatItem[string] {
	if (typeof value === 'string' && value.length > MAX_CARRIED_CHARACTERS) return null;
	return value ?? null;
}
