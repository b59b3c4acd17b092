import { type JsonObject, readProperty, repairTexts } from '../json';
import { type Conversation, conversationSchema } from './conversation';
import { type DeclaredField, findObject, listFields, type ObjectSchema } from './declare-field';

/** A column, and the path of its value inside a conversation. */
type Column = DeclaredField & { path: readonly string[] };

/** The columns of every row: fields of the conversation and of its objects, such as `statistics_turn_count`. */
export const FLAT_FIELDS: readonly Column[] = listColumns(conversationSchema, '', []);

/** The columns that most people want of a call. */
export const SIMPLIFIED_FIELDS = FLAT_FIELDS.slice(
	0,
	FLAT_FIELDS.findIndex(({ name }) => name === 'audio_url') + 1,
);

/**
 * One flat item for tables and CRMs: scalars alone, the same columns for every record. A list of texts
 * becomes one text with a line for each element; the URL parameters become JSON text.
 */
export function buildFlat(conversation: Conversation): JsonObject {
	const row = readCells(conversation, FLAT_FIELDS);
	// Repaired before JSON.stringify writes U+0000 as an escape: databases reject that escape, too.
	const { url_parameters: parameters } = conversation;
	if (parameters !== null) row.url_parameters = JSON.stringify(repairTexts(parameters));
	return row;
}

export function readCells(conversation: Conversation, columns: readonly Column[]): JsonObject {
	const row: JsonObject = {};
	for (const { name, path } of columns) {
		const value = path.reduce<unknown>(readProperty, conversation);
		const isScalar =
			typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
		row[name] = Array.isArray(value) ? value.join('\n') : isScalar ? value : null;
	}
	return row;
}

function listColumns(object: ObjectSchema, prefix: string, parents: readonly string[]): Column[] {
	return listFields(object).flatMap((field) => {
		const { name, schema, facts } = field;
		if (facts.columns === null) return [];
		const path = [...parents, name];
		const inner = findObject(schema);
		if (inner === undefined) return { ...field, name: facts.columns ?? `${prefix}${name}`, path };
		return listColumns(inner, `${facts.columns ?? name}_`, path);
	});
}
