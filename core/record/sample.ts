import { conversationSchema } from '../conversation/conversation';
import { listFields, type ObjectSchema } from '../conversation/declare-field';
import { isObject, type UnknownObject } from '../json';
import sampleRecord from './sample-record.json';

/** The name in `additional_fields` that marks a sample. A delivery cannot bring it. */
export const SAMPLE_MARK = 'voice_agent_sample';

/** Invented people and numbers. The sandbox makes the record: `npm run docs:generate`. */
export function buildSampleRecord(shape: 'A' | 'B', changes: UnknownObject = {}) {
	const record = { ...sampleRecord, ...changes };
	return shape === 'A' ? record : toShapeB(conversationSchema, record);
}

/** The fields that shape B has, under its names (parts 2.8 and 2.9 of the interface document). */
function toShapeB(object: ObjectSchema, record: UnknownObject): UnknownObject {
	const fields = listFields(object).filter(
		({ name, facts }) => facts.isOnlyInA !== true && Object.hasOwn(record, name),
	);
	return Object.fromEntries(
		fields.map(({ name, inner, facts }) => {
			const value = record[name];
			const converted = inner !== undefined && isObject(value) ? toShapeB(inner, value) : value;
			return [facts.nameInB ?? name, converted];
		}),
	);
}
