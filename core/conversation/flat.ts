import { isObject, type JsonObject, readProperty, repairTexts } from '../json';
import { type Conversation, conversationSchema } from './conversation';
import { type DeclaredField, listFields, type ObjectSchema } from './declare-field';

type Column = DeclaredField & { path: readonly string[] };

/** The columns of every row: fields of the conversation and of its objects, such as `statistics_turn_count`. */
export const FLAT_FIELDS: readonly Column[] = listColumns(conversationSchema, '', []);

export const SIMPLIFIED_FIELDS = FLAT_FIELDS.slice(
	0,
	FLAT_FIELDS.findIndex(({ name }) => name === 'audio_url') + 1,
);

/** A flat item with every column, each a scalar or `null`. */
export function buildRow(conversation: Conversation, columns: readonly Column[]): JsonObject {
	const row: JsonObject = {};
	for (const { name, path } of columns) {
		row[name] = writeCell(path.reduce<unknown>(readProperty, conversation));
	}
	return row;
}

/** A list of texts becomes one text with a line for each element; the URL parameters become JSON text. */
function writeCell(value: unknown): string | number | boolean | null {
	if (Array.isArray(value)) return value.join('\n');
	// Repaired before JSON.stringify writes U+0000 as an escape: databases reject that escape, too.
	if (isObject(value)) return JSON.stringify(repairTexts(value));
	const isScalar =
		typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
	return isScalar ? value : null;
}

function listColumns(object: ObjectSchema, prefix: string, parents: readonly string[]): Column[] {
	return listFields(object).flatMap((field) => {
		const { name, inner, facts } = field;
		if (facts.columns === null) return [];
		const path = [...parents, name];
		if (inner === undefined) return { ...field, name: facts.columns ?? `${prefix}${name}`, path };
		return listColumns(inner, `${facts.columns ?? name}_`, path);
	});
}
