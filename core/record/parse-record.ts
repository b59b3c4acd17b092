import {
	type Conversation,
	CONVERSATION_FIELDS,
	conversationSchema,
	type ParseIssue,
} from '../conversation/conversation';
import { findCallSides } from '../conversation/customer-number';
import { answerByHead, hearTurns } from '../conversation/answered';
import { listWireNames, type WireForm } from '../conversation/declare-field';
import { setOffsets } from '../conversation/find-origin';
import { decideOutcome, type Outcome } from '../conversation/outcome';
import { KNOWN_SPEAKERS, type Speakers } from '../conversation/speakers';
import { measureConversation } from '../conversation/statistics';
import { describeToolCalls, listToolCalls, listTools } from '../conversation/tool-calls';
import { writeSpokenLines } from '../conversation/transcript/transcript';
import type { Result } from '../errors';
import { isNestedTooDeep, isObject, isSent, readProperty, type UnknownObject } from '../json';
import { foldName, foldWords } from '../text';
import { type LimitErrorCode, RECORD_LIMITS } from './limits';
import { ObjectReader } from './reader';
import { describeNames, type Reading, readWithinLimits } from './reading';
import { SAMPLE_MARK } from './sample';
import { settleHistories } from './settle-history';

/** A parsed record has all of these. In an item each may be `null`, and `outcome` may be the user's own word. */
export type ParsedConversation = Conversation & {
	outcome: Outcome | null;
	shape: 'A' | 'B';
	statistics: ReturnType<typeof measureConversation>;
	parse_issues: ParseIssue[];
	parse_issue_count: number;
};

/**
 * Converts a record of shape A or B (parts 2.5 to 2.9) into the canonical conversation. A missing field is
 * `null`, in a turn absent; what cannot be read is in `additional_fields`.
 * @param form default: as the names tell. `canonical`: an item that a node emitted, maybe without some fields
 */
export function parseRecord(
	record: UnknownObject,
	form: WireForm = detectShape(record),
	speakers: Speakers = KNOWN_SPEAKERS,
): Result<{ conversation: ParsedConversation }, LimitErrorCode> {
	return readWithinLimits('The record', (reading) => ({
		conversation: convertRecord(record, form, reading, speakers),
	}));
}

/** Each is compiled at the first record of its form, not while n8n loads the nodes. */
const readersByForm: Partial<Record<WireForm, ObjectReader>> = {};

function convertRecord(
	record: UnknownObject,
	form: WireForm,
	reading: Reading,
	speakers: Speakers,
): ParsedConversation {
	const reader = (readersByForm[form] ??= new ObjectReader(conversationSchema, form));
	// A test proves the cast by comparison with the schema; zod's own parse would read everything again.
	const conversation = reader.read(record, {}, reading) as Conversation;
	if (form !== 'canonical') {
		delete conversation.additional_fields?.[SAMPLE_MARK];
		reportUnknown(record, conversation, reading);
	}
	settleHistories(conversation, speakers, reading, form !== 'canonical');
	// The depth of what was left out is unchecked, and the output Raw holds it.
	const isTooDeep = reading.hasLeftOut && isNestedTooDeep(record, -5);
	reading.check(RECORD_LIMITS.levels, isTooDeep ? Infinity : 0);
	// The order counts: `answerByHead` reads `direction`, `statistics` and `answered`, `decideOutcome` reads `answered`.
	Object.assign(conversation, findCallSides(conversation));
	const turns = conversation.history ?? [];
	const toolCalls = listToolCalls(turns);
	conversation.answered = hearTurns(conversation, speakers);
	conversation.transcript = writeSpokenLines(turns, speakers);
	conversation.tools_used = conversation.history && listTools(toolCalls);
	setOffsets(conversation);
	conversation.tool_calls = conversation.history && describeToolCalls(toolCalls);
	const statistics = measureConversation(conversation, toolCalls, speakers);
	conversation.statistics = statistics;
	const isCut = reading.cutLists.some((name) => foldWords(name) === 'history');
	// The other side may have spoken in a turn that is left out.
	if (isCut) conversation.answered ||= null;
	conversation.answered = answerByHead(conversation);
	return Object.assign(conversation, {
		outcome: decideOutcome(conversation),
		shape: form === 'B' ? ('B' as const) : ('A' as const),
		statistics,
		parse_issues: reading.issues,
		parse_issue_count: reading.issueCount,
	});
}

const SENT_FIELDS = CONVERSATION_FIELDS.filter(({ facts }) => facts.isDerived !== true);

/** The path of the issue that no documented field has a value. */
export const WHOLE_RECORD = '[*]';

/** Reports that no documented field has a value: the record may be one level deeper, `{"conversation":{"id":"1"}}`. */
function reportUnknown(record: UnknownObject, read: Conversation, reading: Reading): void {
	const unread = read.additional_fields ?? {};
	const isUnread = (name: string) => Object.hasOwn(unread, name);
	const isKnown = SENT_FIELDS.some(
		(field) =>
			holdsValue(readProperty(read, field.name)) || listWireNames(field, 'A').some(isUnread),
	);
	if (isKnown || Object.keys(record).length === 0) return;
	const inside = Object.entries(record).filter(([, value]) => typeof value === 'object' && value);
	const names = inside.length === 0 ? '' : ` ${describeNames(Object.fromEntries(inside))}`;
	reading.report('*', 'a documented field with a value', `object${names}`);
}

function holdsValue(value: unknown): boolean {
	return isObject(value) ? Object.values(value).some(holdsValue) : isSent(value);
}

const NAMES_OF_A = CONVERSATION_FIELDS.flatMap(({ name, facts }) =>
	facts.isOnlyInA === true || facts.nameInB !== undefined ? [name] : [],
);
const NAMES_OF_B = CONVERSATION_FIELDS.flatMap(({ facts }) => facts.nameInB ?? []);

/** `id` is A, `session_id` is B (2.5, 2.9); else most names win, a tie is A. Without exact names, other spellings count. */
function detectShape(record: UnknownObject): 'A' | 'B' {
	const isExact = [...NAMES_OF_A, ...NAMES_OF_B].some((name) => Object.hasOwn(record, name));
	const names = isExact ? [] : Object.keys(record).slice(0, RECORD_LIMITS.fields.maximum);
	const spelled = new Set(names.map(foldName));
	const has = (name: string) => Object.hasOwn(record, name) || spelled.has(foldWords(name));
	const hasIdOfB = has('session_id');
	if (hasIdOfB !== has('id')) return hasIdOfB ? 'B' : 'A';
	return NAMES_OF_B.filter(has).length > NAMES_OF_A.filter(has).length ? 'B' : 'A';
}
