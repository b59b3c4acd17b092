import { type Conversation, conversationSchema } from '../conversation/conversation';
import { writeCustomerNumber } from '../conversation/customer-number';
import { listFields, listWireNames } from '../conversation/declare-field';
import { SIMPLIFIED_FIELDS } from '../conversation/flat';
import type { CallSides } from '../conversation/outcome';
import type { Turn } from '../conversation/turn';
import { fail, type Failure, type Result } from '../errors';
import { isObject, parseJsonText, type UnknownObject } from '../json';
import { listLines } from '../text';
import { type LimitErrorCode, MAX_PARSE_ISSUES, RECORD_LIMITS } from './limits';
import { parseRecord } from './parse-record';
import { explainLimit, Reading } from './reading';

export type ParsedItem = {
	/** Name of the event, if the item held one. */
	event: string | null;
	conversation: Conversation;
	/** The record, as it was in the item. */
	record: UnknownObject;
};

const RECORD_FIELDS = new Set(
	listFields(conversationSchema)
		.filter(({ facts }) => facts.isDerived !== true)
		.flatMap((field) => listWireNames(field, 'A')),
);

/** Names that many items have which are no record: what other nodes and other outputs emit. */
const COMMON_FIELDS = ['id', 'status', 'created_at', 'updated_at', 'error_message'];

/** Fields by which a record is known even if it has a field named like a wrapper. */
const TELLING_FIELDS = ['agent_id', 'session_id', 'history'];

/**
 * What our operations add to an item by default, so they can follow one another. Whatever an item
 * holds under these names is no part of the record.
 */
const ADDED_FIELDS = ['formatted_transcript', 'messages', 'report', 'recordings'];

/** Where a record may stand inside an item: the body of a Webhook node, the data of an event. */
const WRAPPERS = ['body', 'data'] as const;

/**
 * Finds and reads the record in any item: an event, an envelope, a record of either shape, a
 * canonical conversation (whole or with fields left out), one of these under `body` (as the Webhook
 * node emits it), or as JSON text. A canonical conversation keeps its shape and its list of issues.
 *
 * Nothing tells an item that a node emitted from one that a sender wrote. So what core itself works out
 * is never taken from an item: `delivery` is null, `transcript` and `statistics` are those of the turns
 * that are there.
 *
 * Error codes: `item-without-record` if the item has none of the documented fields, or beside others
 * only {@link COMMON_FIELDS}; those of {@link parseRecord}.
 */
export function parseItem(
	item: unknown,
): Result<ParsedItem, 'item-without-record' | LimitErrorCode> {
	const found = findRecord(item, WRAPPERS.length);
	if (found === null) {
		return fail('item-without-record', 'The item holds no event and no conversation record.');
	}
	const { event } = found;
	const record = event === null ? withoutAddedFields(found.record) : found.record;
	const isOurs = event === null && (isCanonical(record) || isSimplified(record));
	const parsed = parseRecord(record, isOurs ? 'canonical' : undefined);
	if (!parsed.success) return parsed;
	const conversation = {
		...parsed.conversation,
		// What the user stated of the call, and the issues of the record: both are in an item of ours alone.
		...(isOurs && { ...readCallSides(record), ...readIssues(record) }),
	};
	return { success: true, event, conversation, record };
}

/** Whether an item is Flat or Simplified, whole or in part: it has no turns, whatever was said. */
export function isFlatItem(item: UnknownObject): boolean {
	return Object.hasOwn(item, 'statistics_turn_count') || isSimplified(item);
}

/** Whether the history of a conversation that a node emitted was left out, by Fields or Personal Data. */
export function isHistoryLeftOut(item: UnknownObject): boolean {
	return isCanonical(item) && (!Object.hasOwn(item, 'history') || item.transcript === null);
}

/**
 * The turns of `transcript` of an item without a history: one for each line, with what stands
 * before the first colon as role. Anyone may have written that text, so the limit of a history holds
 * for it. `null` if there is no such text; `too-many-turns` if it is too long.
 */
export function restoreTurns({
	transcript,
}: UnknownObject): Turn[] | Failure<LimitErrorCode> | null {
	if (typeof transcript !== 'string') return null;
	const lines = listLines(transcript);
	try {
		new Reading().check(RECORD_LIMITS.turns, lines.length);
		return lines.map(restoreTurn);
	} catch (error) {
		return explainLimit(error, 'The transcript');
	}
}

/**
 * Whether an object is a canonical conversation, whole or with fields left out, rather than a record
 * as the service sends it: it bears what only core adds.
 */
function isCanonical(item: UnknownObject): boolean {
	if (Array.isArray(item.parse_issues)) return true;
	const hasShape = item.shape === 'A' || item.shape === 'B';
	return hasShape && (isObject(item.statistics) || isObject(item.additional_fields));
}

/** Whether an item has fields of Simplified alone, whole or with fields left out, and one that core adds. */
function isSimplified(item: UnknownObject): boolean {
	const names = Object.keys(item);
	return (
		names.every((name) => SIMPLIFIED_FIELDS.some((field) => field.name === name)) &&
		hasAny(item, ['outcome', 'customer_number', 'transcript'])
	);
}

function findRecord(item: unknown, wrappersLeft: number): Omit<ParsedItem, 'conversation'> | null {
	if (typeof item === 'string') {
		const parsed = parseJsonText(item);
		return typeof parsed === 'string' ? null : findRecord(parsed, wrappersLeft);
	}
	if (!isObject(item)) return null;
	if (typeof item.event === 'string' && item.event !== '' && isObject(item.data)) {
		return { event: item.event, record: item.data };
	}
	const itself = { event: null, record: item };
	if (isCanonical(item) || hasAny(item, TELLING_FIELDS)) return itself;
	// A stored body may be beside columns that have names of the record, such as id.
	for (const wrapper of wrappersLeft > 0 ? WRAPPERS : []) {
		const inside = findRecord(item[wrapper], wrappersLeft - 1);
		if (inside !== null) return inside;
	}
	return isRecord(item) ? itself : null;
}

/**
 * Whether an object is a record by its fields. Names that any item may have tell nothing if others
 * are beside them that no record has.
 */
function isRecord(item: UnknownObject): boolean {
	// A turn or a tool call as its own item carries fields of its conversation.
	if (Object.hasOwn(item, 'conversation_id')) return false;
	const names = Object.keys(item);
	const isOfRecord = (name: string) => RECORD_FIELDS.has(name);
	if (names.some((name) => isOfRecord(name) && !COMMON_FIELDS.includes(name))) return true;
	return names.length > 0 && names.every(isOfRecord);
}

function withoutAddedFields(record: UnknownObject): UnknownObject {
	if (!hasAny(record, ADDED_FIELDS)) return record;
	return Object.fromEntries(
		Object.entries(record).filter(([name]) => !ADDED_FIELDS.includes(name)),
	);
}

function hasAny(item: UnknownObject, names: readonly string[]): boolean {
	return names.some((name) => Object.hasOwn(item, name));
}

/** The issues that an item lists, and how many there were; no more than a record that is read has. */
function readIssues({ parse_issues: listed, parse_issue_count: count = 0 }: UnknownObject) {
	const issues = conversationSchema.shape.parse_issues.safeParse(listed);
	if (!issues.success || issues.data.length > MAX_PARSE_ISSUES) return null;
	if (!Number.isSafeInteger(count) || Number(count) < 0) return null;
	const { data: parse_issues } = issues;
	return { parse_issues, parse_issue_count: Math.max(Number(count), parse_issues.length) };
}

/** What is of another type is no statement. */
function readCallSides({ direction, customer_number: number }: UnknownObject): Partial<CallSides> {
	const isDirection = direction === null || direction === 'inbound' || direction === 'outbound';
	const sides: Partial<CallSides> = isDirection ? { direction } : {};
	if (typeof number !== 'string' && number !== null) return sides;
	// Read already, if it could be.
	const written = writeCustomerNumber(number);
	const national = written.customer_number === number ? written.customer_number_national : null;
	return { ...sides, customer_number: number, customer_number_national: national };
}

function restoreTurn(line: string): Turn {
	const end = line.indexOf(': ');
	return end === -1
		? { content: line, metrics: {} }
		: { role: line.slice(0, end), content: line.slice(end + 2), metrics: {} };
}
