import * as z from 'zod/v4-mini';
import { conversationSchema } from '../conversation/conversation';
import { findObject, listFields, type ObjectSchema } from '../conversation/declare-field';
import { hasOwn, isObject, type UnknownObject } from '../json/json';
import type { RecordShape } from './detect-shape';
import { SAMPLE_RECORD } from './sample-record';

/** A realistic record of an invented conversation, as the service delivers it in either shape. */
export function buildSampleRecord(shape: RecordShape): UnknownObject {
	return shape === 'A' ? SAMPLE_RECORD : toShapeB(conversationSchema, SAMPLE_RECORD);
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
