import {
	type Conversation,
	CONVERSATION_FIELDS,
	conversationSchema,
	type ParseIssue,
} from '../conversation/conversation';
import { findCallSides } from '../conversation/customer-number';
import { answerByHead, hearTurns } from '../conversation/answered';
import { listWireNames, type WireForm } from '../conversation/declare-field';
import { findTurnMs, setOffsets } from '../conversation/find-origin';
import { decideOutcome, type Outcome } from '../conversation/outcome';
import { KNOWN_SPEAKERS, type Speakers } from '../conversation/speakers';
import { measureConversation } from '../conversation/statistics';
import {
	describeToolCalls,
	isToolCall,
	isToolOutput,
	listToolCalls,
	listTools,
} from '../conversation/tool-calls';
import { writeSpokenLines } from '../conversation/transcript/transcript';
import type { Turn } from '../conversation/turn';
import type { Result } from '../errors';
import { isNestedTooDeep, isObject, isSent, readProperty, type UnknownObject } from '../json';
import { foldName, foldWords, isVisible } from '../text';
import { parseTimestamp } from '../time';
import { type LimitErrorCode, RECORD_LIMITS } from './limits';
import { ObjectReader } from './reader';
import { describeNames, type Reading, readWithinLimits } from './reading';
import { SAMPLE_MARK } from './sample';

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

/** Finds what was said in turns without `content`, and reverses a history that came newest first. */
function settleHistories(
	conversation: Conversation,
	speakers: Speakers,
	reading: Reading,
	isAsSent: boolean,
): void {
	for (const name of ['history', 'synthesized_chat_history'] as const) {
		const turns = conversation[name] ?? [];
		for (const [index, turn] of turns.entries()) {
			const moved = turn.content === undefined ? moveWords(turn, speakers) : undefined;
			if (moved === undefined) continue;
			reading.path.push(name, index);
			reading.reportOnce(moved.from, 'the name content', 'string');
			reading.path.length = 0;
			turns[index] = moved.turn;
		}
		if (!isAsSent || !isNewestFirst(turns)) continue;
		reading.reportOnce(name, 'the first turn first', 'array');
		turns.reverse();
	}
}

const SPEAKING = ['user', 'agent', 'system'];
const NAMES_OF_WORDS = ['text', 'message', 'transcript'];

/** `{"role":"User","text":"Hello"}` gets `content`. In a tool's turn such a text may be anything. */
function moveWords(turn: Turn, speakers: Speakers): { from: string; turn: Turn } | undefined {
	const { role = '', additional_fields: others } = turn;
	if (others === undefined || !SPEAKING.includes(speakers.group(role))) return undefined;
	if ('content' in others || isToolCall(turn) || isToolOutput(turn)) return undefined;
	for (const wanted of NAMES_OF_WORDS) {
		const name = Object.keys(others).find((each) => foldName(each) === wanted) ?? wanted;
		const words = others[name];
		if (typeof words !== 'string' || !isVisible(words)) continue;
		delete others[name];
		if (Object.keys(others).length === 0) delete turn.additional_fields;
		return { from: name, turn: { role, content: words, ...turn } };
	}
	return undefined;
}

/** Three different times at least: two turns of a short call may share a clock that was set back. */
function isNewestFirst(turns: readonly Turn[]): boolean {
	let last = Infinity;
	let differentTimes = 0;
	for (const turn of turns) {
		const ms = parseTimestamp(turn.created_at) ?? findTurnMs(turn);
		if (ms === null || ms > last) return false;
		if (ms < last) differentTimes += 1;
		last = ms;
	}
	return differentTimes >= 3;
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
