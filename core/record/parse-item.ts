import type { Conversation } from '../conversation/conversation';
import type { ConversationSummary } from '../conversation/conversation-summary';
import type { DeliveryVerdict } from '../conversation/delivery-verdict';
import { CONVERSATION_FIELDS } from '../conversation/list-conversation-fields';
import { readSummary } from './read-summary';
import { isCanonical, isKnownShape, restoreRecord } from './restore-record';
import type { Result } from '../errors';
import { FieldReader } from './field-reader';
import { hasOwn, isFiniteNumber, isObject, type UnknownObject } from '../json/json';
import type { ParseIssue } from '../conversation/parse-issue';
import { parseJsonText } from '../json/parse-json-text';
import { ParseLog } from './parse-log';
import { parseRecord, type RecordErrorCode } from './parse-record';
import { spellCamelCase } from '../json/spell-camel-case';

/** What an item held. */
export type ParsedItem = {
	/** Name of the event, where the item held one. */
	event: string | null;
	conversation: Conversation;
	/** The record, as it stood in the item. */
	record: UnknownObject;
};

const DERIVED_FIELDS = [
	'shape',
	'summary',
	'delivery',
	'additional_fields',
	'parse_issues',
	'parse_issue_count',
];
const RECORD_FIELDS = new Set(
	[
		...CONVERSATION_FIELDS.filter((name) => !DERIVED_FIELDS.includes(name)),
		'session_id',
		'agent_name',
		'start_time',
	].flatMap((name) => [name, spellCamelCase(name)]),
);

/** Names that many items have which are no record: what other nodes and other outputs emit. */
const COMMON_FIELDS = ['id', 'status', 'created_at', 'updated_at', 'error_message'].flatMap(
	(name) => [name, spellCamelCase(name)],
);

/** Fields by which a record is known even if it has a field named like a wrapper. */
const TELLING_FIELDS = ['agent_id', 'agentId', 'session_id', 'sessionId', 'history'];

/** Where a record may stand inside an item: the body of a Webhook node, the data of an event. */
const WRAPPERS = ['body', 'data'] as const;

/**
 * Finds and reads the record in any item: an event, an envelope, a record of either shape, a
 * canonical conversation (whole or with fields left out), one of these under `body` (as the Webhook
 * node emits it), or as JSON text. A canonical conversation keeps its shape, its `delivery` and
 * the figures of its `summary`, which count turns that were left out.
 *
 * Error codes: `item-without-record` where the item has none of the documented fields, or beside others
 * only such as any item may have (`id`, `status`, `created_at`, `updated_at`, `error_message`);
 * `nested-too-deep`, `too-many-turns`, `too-many-elements` and `too-many-keys` as for {@link parseRecord}.
 */
export function parseItem(
	item: unknown,
): Result<ParsedItem, 'item-without-record' | RecordErrorCode> {
	const found = findRecord(item, WRAPPERS.length);
	if (found === null) {
		return {
			success: false,
			error: {
				code: 'item-without-record',
				message: 'The item holds no event and no conversation record.',
			},
		};
	}
	const { event, record } = found;
	if (!isCanonical(record)) {
		const parsed = parseRecord(record);
		return parsed.success
			? { success: true, event, conversation: parsed.conversation, record }
			: parsed;
	}
	const shape = isKnownShape(record.shape) ? record.shape : undefined;
	const parsed = parseRecord(restoreRecord(record), { shape });
	if (!parsed.success) return parsed;
	const conversation = {
		...parsed.conversation,
		delivery: readVerdict(record.delivery),
		summary: keepCounts(readSummary(record.summary), parsed.conversation),
		// The item's own, where it has them: their paths carry the names as delivered.
		...(readIssues(record) ?? {}),
	};
	return { success: true, event, conversation, record };
}

function findRecord(
	item: unknown,
	wrappersLeft: number,
): { event: string | null; record: UnknownObject } | null {
	if (typeof item === 'string') {
		const parsed = parseJsonText(item);
		return parsed.success && typeof parsed.value !== 'string'
			? findRecord(parsed.value, wrappersLeft)
			: null;
	}
	if (!isObject(item)) return null;
	if (typeof item.event === 'string' && isObject(item.data)) {
		return { event: item.event, record: item.data };
	}
	const itself = { event: null, record: item };
	if (isCanonical(item) || hasAny(item, TELLING_FIELDS)) return itself;
	// A stored body may stand beside columns that have names of the record, such as id.
	for (const wrapper of wrappersLeft > 0 ? WRAPPERS : []) {
		const inside = findRecord(item[wrapper], wrappersLeft - 1);
		if (inside !== null) return inside;
	}
	return isRecord(item) ? itself : null;
}

/**
 * Whether an object is a record by its fields. Names that any item may have tell nothing where others
 * stand beside them that no record has.
 */
function isRecord(item: UnknownObject): boolean {
	const names = Object.keys(item);
	const isOfRecord = (name: string) => RECORD_FIELDS.has(name);
	if (names.some((name) => isOfRecord(name) && !COMMON_FIELDS.includes(name))) return true;
	return names.length > 0 && names.every(isOfRecord);
}

function hasAny(item: UnknownObject, names: readonly string[]): boolean {
	return names.some((name) => hasOwn(item, name));
}

/**
 * The summary worked out from the turns that are there; where some were left out, with the figures that
 * the item's own summary has. What was said stays what the turns say, since it may have been changed.
 */
function keepCounts(
	own: ConversationSummary | null,
	{ history, summary: workedOut }: Conversation,
): ConversationSummary {
	if (own === null || (history?.length ?? 0) >= own.turn_count) return workedOut;
	return {
		...own,
		transcript: history === null ? own.transcript : workedOut.transcript,
		has_recording: own.has_recording || workedOut.has_recording,
	};
}

function readIssues(
	item: UnknownObject,
): Pick<Conversation, 'parse_issues' | 'parse_issue_count'> | null {
	if (!Array.isArray(item.parse_issues)) return null;
	const issues = item.parse_issues.filter(isObject).map((issue): ParseIssue => {
		const reader = new FieldReader(issue, 'parse_issues', new ParseLog());
		return {
			path: reader.text('path') ?? '',
			expected: reader.text('expected') ?? '',
			received: reader.text('received') ?? '',
		};
	});
	const count = item.parse_issue_count;
	return {
		parse_issues: issues,
		parse_issue_count: isFiniteNumber(count) ? count : issues.length,
	};
}

function readVerdict(delivery: unknown): DeliveryVerdict | null {
	if (!isObject(delivery)) return null;
	const reader = new FieldReader(delivery, 'delivery', new ParseLog());
	return {
		method: reader.text('method'),
		valid: reader.flag('valid'),
		reason: reader.text('reason'),
		issuer: reader.text('issuer'),
		client: reader.text('client'),
		subject: reader.text('subject'),
		audience: reader.texts('audience'),
	};
}
