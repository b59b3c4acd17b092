import { conversationSchema, type Conversation } from '../conversation/conversation';
import { findCallSides } from '../conversation/find-call-sides';
import { decideOutcome } from '../conversation/outcome';
import { ConversationMeter } from '../conversation/measure-conversation';
import type { Turn } from '../conversation/turn';
import type { Result } from '../errors';
import { isObject, type JsonObject, type UnknownObject } from '../json/json';
import { checkRecordLimits, failByLimit, type LimitErrorCode } from './check-record-limits';
import { compileObject } from './compile-object';
import { detectShape, type RecordShape } from './detect-shape';
import { ParseLog } from './parse-log';
import { readTolerantly } from './read-tolerantly';

/** Why a record cannot be read at all; everything else is a {@link Conversation} with issues. */
export type RecordErrorCode = 'record-not-an-object' | LimitErrorCode;

/** Settings of {@link parseRecord}. */
export type ParseRecordOptions = {
	/** The shape, if it is known already. Default: told by the record's names. */
	shape?: RecordShape;
};

/**
 * Converts a record of shape A or B into the canonical conversation. Nothing is required: what is
 * missing is `null`, what is of a wrong type or undocumented is in `additional_fields`.
 * Source: parts 2.5 to 2.9. Not checked: formats of ids, times, URLs and phone numbers.
 *
 * A turn that came as it is declared is in both, the record and the conversation: a change of one is a
 * change of the other.
 *
 * Error codes: `record-not-an-object`, and those of {@link RECORD_LIMITS}.
 */
export function parseRecord(
	record: unknown,
	options: ParseRecordOptions = {},
): Result<{ conversation: Conversation }, RecordErrorCode> {
	if (!isObject(record)) {
		return {
			success: false,
			error: { code: 'record-not-an-object', message: 'The record is not a JSON object.' },
		};
	}
	const shape = options.shape ?? detectShape(record);
	const excess = checkRecordLimits(record, HEADS[shape]);
	if (excess !== null) return { success: false, error: excess };
	const log = new ParseLog();
	const conversation = convertRecord(record, shape, log);
	if (log.excess !== null) return { success: false, error: failByLimit(log.excess) };
	return { success: true, conversation };
}

/** The reader's table of a conversation in each shape. */
const HEADS = {
	A: compileObject(conversationSchema, 'A'),
	B: compileObject(conversationSchema, 'B'),
};

function convertRecord(record: UnknownObject, shape: RecordShape, log: ParseLog): Conversation {
	const meter = new ConversationMeter();
	const { target } = readTolerantly(HEADS[shape], record, '', {
		log,
		onElement: (list, element) => {
			if (list === 'history') meter.addTurn(asRead<Turn>(element));
		},
	});
	const conversation = asRead<Conversation>(target);
	// Every key has its place already: a spread would copy the whole again.
	const { direction, customer_number: customerNumber } = findCallSides(conversation);
	conversation.direction = direction;
	conversation.customer_number = customerNumber;
	conversation.answered = conversation.history === null ? null : meter.hasUserSpoken;
	conversation.outcome = decideOutcome(conversation);
	conversation.shape = shape;
	conversation.transcript = meter.transcript;
	conversation.statistics = meter.finish(conversation);
	conversation.parse_issues = log.issues;
	conversation.parse_issue_count = log.issueCount;
	return conversation;
}

/**
 * What was read by a table is what the table's schema declares: a test compares the two for every
 * fixture and for generated records. zod's own parse would say so by reading everything again.
 */
function asRead<Declared>(value: JsonObject): Declared {
	return value as Declared;
}
