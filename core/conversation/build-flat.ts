import * as z from 'zod/v4-mini';
import { hasOwn, isObject, type UnknownObject } from '../json/json';
import { conversationSchema, type Conversation } from './conversation';
import { findObject, listFields, type ObjectSchema } from './declare-field';
import { replaceNullCharacters } from './replace-null-characters';

/** A value that fits a cell. */
export type Scalar = string | number | boolean | null;

/** One flat item. */
export type FlatItem = { [column: string]: Scalar };

/** Whether an item is a {@link FlatItem}, whole or with columns left out: it has no turns. */
export function isFlat(item: UnknownObject): boolean {
	return hasOwn(item, 'statistics_turn_count');
}

/** The path of each column's value inside a conversation. */
const PATHS = new Map(listPaths(conversationSchema, '', []));

/** Names of the columns that every row has, in order. */
export const FLAT_COLUMNS: readonly string[] = [...PATHS.keys()];

/**
 * One flat item for tables and CRMs: scalars alone, the same columns for every record. A list of texts
 * becomes one text, one element a line, and the URL parameters become JSON text. The history (but for
 * the transcript's text), the settings of the synthetic voice and `additional_fields` have no column.
 */
export function buildFlat(conversation: Conversation): FlatItem {
	const row: FlatItem = {};
	for (const [column, path] of PATHS) row[column] = readCell(conversation, path);
	// Before it becomes JSON text, in which the character would be an escape that databases reject, too.
	const { url_parameters: parameters } = conversation;
	if (parameters !== null) row.url_parameters = JSON.stringify(replaceNullCharacters(parameters));
	return row;
}

function listPaths(
	object: ObjectSchema,
	prefix: string,
	parents: readonly string[],
): Array<[string, readonly string[]]> {
	return listFields(object).flatMap(({ name, schema, facts }) => {
		if (facts.columns === null) return [];
		const path = [...parents, name];
		const inner = schema instanceof z.ZodMiniObject ? findObject(schema) : undefined;
		if (inner === undefined) return [[facts.columns ?? `${prefix}${name}`, path]];
		return listPaths(inner, `${facts.columns ?? name}_`, path);
	});
}

function readCell(conversation: Conversation, path: readonly string[]): Scalar {
	let value: unknown = conversation;
	for (const name of path) value = isObject(value) ? value[name] : null;
	if (Array.isArray(value)) return value.join('\n');
	return isScalar(value) ? value : null;
}

function isScalar(value: unknown): value is Scalar {
	return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
