import { type Conversation, conversationSchema } from '../conversation/conversation';
import { listFields, listWireNames, type WireForm } from '../conversation/declare-field';
import { decideOutcome, findCallSides } from '../conversation/outcome';
import { hasUserSpoken, measureConversation, writeTranscript } from '../conversation/statistics';
import type { Result } from '../errors';
import { hasOwn, type JsonObject, type UnknownObject } from '../json';
import { failByLimit, type LimitErrorCode, RECORD_LIMITS } from './limits';
import { compileReader, type ObjectReader } from './reader';
import { findLimit, Reading } from './reading';

/**
 * Converts a record of shape A or B into the canonical conversation. Nothing is required: what is
 * missing is `null`, what is of a wrong type or undocumented is in `additional_fields`.
 * Source: parts 2.5 to 2.9. Not checked: formats of ids, times, URLs and phone numbers.
 *
 * Error codes: those of {@link RECORD_LIMITS}.
 */
export function parseRecord(
	record: UnknownObject,
): Result<{ conversation: Conversation }, LimitErrorCode> {
	const shape = detectShape(record);
	return parseForm(record, shape, shape);
}

/**
 * Reads a record or a conversation of this form. A canonical conversation may lack fields, because any node
 * may have left them out. Derived fields are worked out again. Error codes: those of {@link RECORD_LIMITS}.
 */
export function parseForm(
	source: UnknownObject,
	form: WireForm,
	shape: RecordShape,
): Result<{ conversation: Conversation }, LimitErrorCode> {
	try {
		return { success: true, conversation: convertRecord(source, form, shape) };
	} catch (error) {
		return { success: false, error: failByLimit(findLimit(error)) };
	}
}

/** Compiled with the first record of their form: n8n loads the nodes long before. */
const READERS = new Map<WireForm, ObjectReader>();

function findReader(form: WireForm): ObjectReader {
	const reader = READERS.get(form) ?? compileReader(conversationSchema, form);
	READERS.set(form, reader);
	return reader;
}

function convertRecord(source: UnknownObject, form: WireForm, shape: RecordShape): Conversation {
	const reading = new Reading();
	checkIds(source, reading);
	const conversation = asRead(findReader(form)(source, {}, reading));
	const { history } = conversation;
	// Every key has its place already: a spread would copy the whole again.
	const sides = findCallSides(conversation);
	conversation.direction = sides.direction;
	conversation.customer_number = sides.customer_number;
	conversation.customer_number_national = sides.customer_number_national;
	conversation.answered = history && hasUserSpoken(history);
	conversation.outcome = decideOutcome(conversation);
	conversation.shape = shape;
	conversation.transcript = writeTranscript(history ?? []);
	conversation.statistics = measureConversation(conversation);
	conversation.parse_issues = reading.issues;
	conversation.parse_issue_count = reading.issueCount;
	return conversation;
}

/**
 * What was read by a schema is what the schema declares: a test compares the two for every fixture and
 * for generated records. zod's own parse would say so by reading everything again.
 */
function asRead(value: JsonObject): Conversation {
	return value as Conversation;
}

function checkIds(record: UnknownObject, reading: Reading): void {
	for (const name of ID_NAMES) {
		const id = record[name];
		if (typeof id !== 'string') continue;
		reading.check(RECORD_LIMITS.idLength, Buffer.byteLength(JSON.stringify(id)));
	}
}

/** The two shapes in which the service delivers a record: A is part 2.5, B is part 2.9. */
export type RecordShape = Conversation['shape'];

const FIELDS = listFields(conversationSchema);
const ID_NAMES = FIELDS.filter(({ name }) => name === 'id').flatMap((field) =>
	listWireNames(field, 'A'),
);
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
	const has = (name: string) => hasOwn(record, name);
	const hasIdOfB = has('session_id');
	if (hasIdOfB !== has('id')) return hasIdOfB ? 'B' : 'A';
	return ONLY_B.filter(has).length > ONLY_A.filter(has).length ? 'B' : 'A';
}
