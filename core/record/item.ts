import * as z from 'zod/v4-mini';
import {
	type Conversation,
	CONVERSATION_FIELDS,
	conversationSchema,
} from '../conversation/conversation';
import { type DeclaredField, listFields, listWireNames } from '../conversation/declare-field';
import type { Turn } from '../conversation/turn';
import { followOutcome } from '../conversation/outcome';
import { listOutputFields, OUTPUTS } from '../conversation/outputs';
import type { Speakers } from '../conversation/speakers';
import { fail, type Result } from '../errors';
import {
	copyJson,
	findName,
	isNestedTooDeep,
	isObject,
	isSent,
	parseJsonText,
	readProperty,
	type UnknownObject,
} from '../json';
import { foldName, isFilled, listLines } from '../text';
import { type LimitErrorCode, RECORD_LIMITS } from './limits';
import { parseRecord } from './parse-record';
import { readWithinLimits } from './reading';

export type ParsedItem = {
	event: string | null;
	conversation: Conversation;
	/** The event of the item, with `null` as `delivery`; without an event, the record. {@link ADDED_FIELDS} are left out. */
	whole: UnknownObject;
	/** Maybe of another system: the item has no event, and no value in a field of {@link ONLY_OF_CALLS}. */
	mayBeOther: boolean;
	/** Why an item of ours has no history: it is Flat, or the history was left out, as in Simplified. */
	missingTurns: 'flat' | 'leftOut' | null;
};

/**
 * Finds and reads the record in any item: an event, a record of either shape, or an item of Conversation,
 * Flat or Simplified. Each may be JSON text, or lie under `body` or `data`. An item with {@link COMMON_FIELDS}
 * alone holds no record. In the conversation `delivery` is `null`, since anyone may have written it, and so is
 * `session_token`, which `whole` keeps.
 */
export function parseItem(
	item: unknown,
	speakers?: Speakers,
): Result<ParsedItem, 'item-without-record' | LimitErrorCode> {
	const found = findRecord(item, WRAPPERS.length);
	if (found === null) {
		return fail('item-without-record', 'The item holds no event and no conversation record.');
	}
	const { event, kind } = found;
	const fields = Object.entries(found.whole).filter(([name]) => !ADDED_FIELDS.includes(name));
	const verdict = found.event === null ? {} : { delivery: null };
	const whole: UnknownObject = { ...Object.fromEntries(fields), ...verdict };
	// The five levels around an undocumented value do not count: event, record, history, turn, `metrics`.
	if (isNestedTooDeep(whole, -5)) {
		return fail(RECORD_LIMITS.levels.code, 'The item is nested too deep.');
	}
	const record = event === null ? readColumns(whole, kind) : found.record;
	const form = kind === 'record' ? undefined : 'canonical';
	const parsed = parseRecord(record, form, speakers);
	if (!parsed.success) return parsed;
	const conversation =
		kind === 'record' ? parsed.conversation : keepStatements(parsed.conversation, record);
	return {
		success: true,
		event,
		conversation: { ...conversation, session_token: null },
		whole,
		mayBeOther: event === null && countNames(record, ONLY_OF_CALLS) === 0,
		missingTurns: explainMissingTurns(kind, record, conversation),
	};
}

/** Whether an item holds a record, a discarded delivery, or only our fields. */
export function isOfCall(item: UnknownObject): boolean {
	const names = Object.keys(item);
	if (names.includes('body_bytes') || findRecord(item, WRAPPERS.length)) return true;
	return names.length > 0 && without(names, OUTPUTS.flatMap(listOutputFields)).length === 0;
}

/** A turn for each line of `transcript`: `Agent: Hello` has the role `Agent`. `null` without a transcript. */
export function restoreTurns({
	transcript,
}: UnknownObject): Result<{ turns: Turn[] | null }, LimitErrorCode> {
	if (typeof transcript !== 'string') return { success: true, turns: null };
	const lines = listLines(transcript);
	return readWithinLimits('The transcript', (reading) => {
		reading.check(RECORD_LIMITS.turns, lines.length);
		return { turns: lines.map(restoreTurn) };
	});
}

function restoreTurn(line: string): Turn {
	const end = line.indexOf(': ');
	if (end === -1) return { content: line, metrics: {} };
	return { role: line.slice(0, end), content: line.slice(end + 2), metrics: {} };
}

type FoundRecord = Pick<ParsedItem, 'event' | 'whole'> & { kind: ItemKind; record: UnknownObject };

const WRAPPERS = ['body', 'data'] as const;

/** Fields by which a record is known even if it has a field named like a wrapper. */
const TELLING_FIELDS = ['agent_id', 'session_id', 'history'];

function findRecord(sent: unknown, wrappersLeft: number): FoundRecord | null {
	const item = typeof sent === 'string' ? parseJsonText(sent) : sent;
	if (!isObject(item)) return null;
	const event = item[findName(item, 'event')];
	const dataName = findName(item, 'data');
	const data = readJson(item[dataName]);
	if (typeof event === 'string' && event !== '' && isObject(data)) {
		return { event, kind: 'record', record: data, whole: { ...item, [dataName]: data } };
	}
	const kind = tellKind(item);
	const itself = kind && { event: null, kind, record: item, whole: item };
	if (kind === 'conversation' || (kind === 'record' && hasAny(item, TELLING_FIELDS))) return itself;
	for (const wrapper of wrappersLeft > 0 ? WRAPPERS : []) {
		const inside = findRecord(item[findName(item, wrapper)], wrappersLeft - 1);
		// Inside an item of Flat or Simplified only an event counts. Inside another item, such as `{id, data}`
		// of a database, a record counts, too.
		if (inside !== null && (kind !== 'flat' || inside.event !== null)) return inside;
	}
	return itself;
}

/** A record as it was sent; or as a node emitted it: a conversation, or Flat or Simplified. */
type ItemKind = 'record' | 'conversation' | 'flat';

const DERIVED_FIELDS = CONVERSATION_FIELDS.filter(({ facts }) => facts.isDerived === true);

/** Names that items of any system have, such as `status`. */
const COMMON_FIELDS = [
	...['id', 'status', 'created_at', 'updated_at', 'error_message', 'tools_used', 'tool_calls'],
];

/** Names that items of a time sheet or a campaign have, such as `started_at`. */
const NAMES_OF_OTHERS = [
	...COMMON_FIELDS,
	...['started_at', 'start_time', 'ended_at', 'duration_seconds', 'language_id', 'locale_id'],
	...['campaign_id', 'campaign_name', 'audio_url', 'has_audio', 'test_id', 'test_status'],
];

const listNames = (fields: readonly DeclaredField[]) => fields.map(({ name }) => name);
const without = (names: readonly string[], others: readonly string[]) =>
	names.filter((name) => !others.includes(name));

const OF_CONVERSATION = listOutputFields('conversation');
/** A row is an item of Flat or Simplified. */
const OF_ROW = listOutputFields('flat');
const ONLY_OF_ROW = without(OF_ROW, OF_CONVERSATION);
const NOT_NESTED = [...OF_ROW, ...COMMON_FIELDS, 'additional_fields'];
const NESTED_FIELDS = CONVERSATION_FIELDS.filter(({ name }) => !NOT_NESTED.includes(name));
const OUR_FIELDS = without([...ONLY_OF_ROW, ...listNames(DERIVED_FIELDS)], COMMON_FIELDS);
const DOCUMENTED_FIELDS = listTellingNames(CONVERSATION_FIELDS);
const ONLY_OF_CALLS = without([...OF_CONVERSATION, ...DOCUMENTED_FIELDS], NAMES_OF_OTHERS);

/** Names of these fields in both shapes, such as `agent_id`; without derived fields and {@link COMMON_FIELDS}. */
export function listTellingNames(fields: readonly DeclaredField[]): string[] {
	const sent = fields.filter(({ facts }) => facts.isDerived !== true);
	const names = sent.flatMap((field) => listWireNames(field, 'A'));
	return without(names, COMMON_FIELDS);
}

/** `null` for an item of another system. */
function tellKind(item: UnknownObject): ItemKind | null {
	const isNested = NESTED_FIELDS.some((field) => isFieldOfCall(field, item));
	// A single `AgentId` may be a column of another system.
	if (!hasAny(item, DOCUMENTED_FIELDS)) {
		return countNames(item, DOCUMENTED_FIELDS) > 1 ? 'record' : null;
	}
	if (!hasAny(item, OUR_FIELDS)) return 'record';
	return isNested && !hasAny(item, ONLY_OF_ROW) ? 'conversation' : 'flat';
}

/**
 * Whether the item has this field of a conversation, and not only a column of the same name, such as
 * `history` of a CRM. An object counts if it has a declared field beside {@link COMMON_FIELDS}. A list counts
 * if an entry has such a field, or if the list is empty.
 */
function isFieldOfCall({ name, inner }: DeclaredField, item: UnknownObject): boolean {
	const value = readJson(item[name]);
	if (!isSent(value) || inner === undefined) return Object.hasOwn(item, name);
	const names = without(listNames(listFields(inner)), COMMON_FIELDS);
	const entries: unknown[] = Array.isArray(value) ? value : [value];
	return entries.length === 0 || entries.some((entry) => isObject(entry) && hasAny(entry, names));
}

function hasAny(item: UnknownObject, names: readonly string[]): boolean {
	return names.some((name) => Object.hasOwn(item, name));
}

/** How many of the names are there with a value, in any spelling. */
function countNames(item: UnknownObject, names: readonly string[]): number {
	const sent = Object.keys(item).filter((name) => isSent(item[name]));
	const folded = new Set(sent.map(foldName));
	return names.filter((name) => folded.has(foldName(name))).length;
}

/** Fields that our operations add to an item by default. */
const ADDED_FIELDS = [
	...['formatted_transcript', 'messages', 'report', 'recordings'],
	...['found_quotes', 'comparison'],
];

function explainMissingTurns(kind: ItemKind, record: UnknownObject, parsed: Conversation) {
	if (kind === 'record' || parsed.history !== null) return null;
	if (kind === 'flat') return isConversationWithoutTurns(record) ? 'leftOut' : 'flat';
	return Object.hasOwn(record, 'history') && parsed.transcript !== null ? null : 'leftOut';
}

/** Whether an item without nested fields may be of Conversation, with few fields selected, or of Simplified. */
function isConversationWithoutTurns(item: UnknownObject): boolean {
	if (hasAny(item, ONLY_OF_ROW)) return false;
	const hasWords = ['outcome', 'transcript'].every((name) => Object.hasOwn(item, name));
	return hasWords || hasAny(item, ['answered', 'customer_number_national']);
}

const NESTED_TYPES = [z.ZodMiniObject, z.ZodMiniArray, z.ZodMiniRecord];

/**
 * Parses lists and objects that a table holds as JSON text. An item of Conversation, Flat or Simplified loses
 * the nested fields for which {@link isFieldOfCall} is false. If such an item has `session_id` and no `id`, it
 * is a record of B to which somebody added a field such as `outcome`: the names of B are read, too.
 */
function readColumns(item: UnknownObject, kind: ItemKind): UnknownObject {
	const isOfB =
		kind !== 'record' && !Object.hasOwn(item, 'id') && Object.hasOwn(item, 'session_id');
	const record: Record<string, unknown> = { ...item };
	for (const { name, schema, facts } of CONVERSATION_FIELDS) {
		if (isOfB && facts.nameInB !== undefined) record[name] ??= item[facts.nameInB];
		const isNested = NESTED_TYPES.some((type) => schema instanceof type);
		if (isNested && typeof record[name] === 'string') record[name] = readJson(record[name]);
	}
	if (kind === 'record') return record;
	for (const field of NESTED_FIELDS) if (!isFieldOfCall(field, record)) delete record[field.name];
	return record;
}

function readJson(value: unknown): unknown {
	const parsed = typeof value === 'string' ? parseJsonText(value) : undefined;
	return typeof parsed === 'object' ? parsed : value;
}

const STATED_FIELDS = DERIVED_FIELDS.filter(
	({ name }) => !['delivery', 'additional_fields', 'outcome_reason'].includes(name),
);

/**
 * Keeps the derived fields of the item, since they tell of the whole conversation; `null` for a field that is
 * missing or of another type. Turns may have been edited, so a history decides on `tool_calls` (with the outcomes of
 * the item), `tools_used`, `transcript` and `statistics`. If only the item's `transcript` has words, the item decides
 * on the last three. `answered` becomes true if the other side spoke.
 */
function keepStatements(conversation: Conversation, item: UnknownObject): Conversation {
	const { outcome_reason } = conversationSchema.shape;
	const stated: Conversation = {
		...{ ...conversation, ...readStatedFields(STATED_FIELDS, item) },
		outcome_reason: z.safeParse(outcome_reason, item.outcome_reason).data ?? null,
	};
	const { history } = conversation;
	const isEmptied = conversation.transcript === '' && isFilled(stated.transcript);
	const { tools_used, transcript, statistics } =
		history === null || isEmptied ? stated : conversation;
	const tool_calls =
		conversation.tool_calls?.map((call, place) => {
			return { ...call, outcome: stated.tool_calls?.[place]?.outcome ?? null };
		}) ?? stated.tool_calls;
	// The links may have been left out.
	const has_recording = conversation.statistics.has_recording || stated.statistics.has_recording;
	const summary = {
		...{ tools_used, tool_calls, transcript },
		statistics: { ...statistics, has_recording },
	};
	const kept = { ...stated, ...summary };
	// Words may have been left out, so turns can show that somebody spoke, but not that nobody did.
	const isHeard = history !== null && conversation.answered === true && stated.answered !== true;
	if (!isHeard) return kept;
	const heard = { ...kept, answered: true };
	return Object.hasOwn(item, 'outcome') ? { ...heard, outcome: followOutcome(kept, heard) } : heard;
}

function readStatedFields(fields: readonly DeclaredField[], stated: unknown) {
	return Object.fromEntries(
		fields.map(({ name, schema }) => [name, readStated(schema, readProperty(stated, name))]),
	);
}

function readStated(schema: z.core.$ZodType, stated: unknown): unknown {
	if (!(schema instanceof z.ZodMiniObject))
		return z.safeParse(schema, copyJson(stated)).data ?? null;
	return readStatedFields(listFields(schema), stated);
}
