import { type Conversation, conversationSchema } from '../conversation/conversation';
import { listFields } from '../conversation/declare-field';
import { decideOutcome, findCallSides } from '../conversation/outcome';
import { ConversationMeter } from '../conversation/statistics';
import type { Turn } from '../conversation/turn';
import type { Result } from '../errors';
import { hasOwn, isObject, type JsonObject, type UnknownObject } from '../json';
import { spellCamelCase } from '../text';
import { compileObject } from './compile-object';
import { checkRecordLimits, failByLimit, type LimitErrorCode } from './limits';
import { ParseLog } from './parse-log';
import { readTolerantly } from './read-tolerantly';

/** Why a record cannot be read at all; everything else is a {@link Conversation} with issues. */
export type RecordErrorCode = 'record-not-an-object' | LimitErrorCode;

/** Settings of {@link parseRecord}. */
type ParseRecordOptions = {
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

/** The two shapes in which the service delivers a record: A is part 2.5, B is part 2.9. */
export type RecordShape = Conversation['shape'];

const FIELDS = listFields(conversationSchema);
const RENAMED = FIELDS.filter(({ facts }) => facts.nameInB !== undefined);
const ONLY_A = [
	...RENAMED.map(({ name }) => name),
	...FIELDS.filter(({ facts }) => facts.isOnlyInA === true).map(({ name }) => name),
];
const ONLY_B = RENAMED.flatMap(({ facts }) => facts.nameInB ?? []);

/**
 * Tells the shape of a record by its names. The id decides (`id` is A, `session_id` is B); a record
 * with both or neither is of the shape of which it has more names, and A if that is equal.
 * Source: parts 2.5 and 2.9.
 */
function detectShape(record: UnknownObject): RecordShape {
	const has = (name: string) => hasOwn(record, name) || hasOwn(record, spellCamelCase(name));
	const hasIdOfB = has('session_id');
	if (hasIdOfB !== has('id')) return hasIdOfB ? 'B' : 'A';
	return ONLY_B.filter(has).length > ONLY_A.filter(has).length ? 'B' : 'A';
}
