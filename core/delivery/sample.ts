import * as z from 'zod/v4-mini';
import { conversationSchema } from '../conversation/conversation';
import { findObject, listFields, type ObjectSchema } from '../conversation/declare-field';
import { hasOwn, isObject, type UnknownObject } from '../json';
import type { RecordShape } from '../record/parse-record';
import { SAMPLE_RECORD } from '../record/sample-record';
import { CONVERSATION_COMPLETE } from './envelope';

/** A realistic record of an invented conversation, as the service delivers it in either shape. */
export function buildSampleRecord(shape: RecordShape): UnknownObject {
	return shape === 'A' ? SAMPLE_RECORD : toShapeB(conversationSchema, SAMPLE_RECORD);
}

/**
 * The sample conversation as the service delivers one (parts 2.4 and 6 of the interface document).
 * An id that no other conversation has keeps it from being a duplicate, and `test_run_id` marks it as
 * an agent test.
 */
export function buildTestEvent(
	shape: RecordShape,
	{ conversationId, testRunId }: { conversationId: string; testRunId: string },
): { event: string; data: UnknownObject } {
	const ofShape = shape === 'A' ? { id: conversationId } : { session_id: conversationId };
	const data = { ...buildSampleRecord(shape), ...ofShape, test_run_id: testRunId };
	return { event: CONVERSATION_COMPLETE, data };
}

/** The fields that shape B has, under its names (parts 2.8 and 2.9 of the interface document). */
function toShapeB(object: ObjectSchema, record: UnknownObject): UnknownObject {
	const fields = listFields(object).filter(
		({ name, facts }) => facts.isOnlyInA !== true && hasOwn(record, name),
	);
	return Object.fromEntries(
		fields.map(({ name, schema, facts }) => {
			const value = record[name];
			const inner = schema instanceof z.ZodMiniObject ? findObject(schema) : undefined;
			const converted = inner !== undefined && isObject(value) ? toShapeB(inner, value) : value;
			return [facts.nameInB ?? name, converted];
		}),
	);
}
