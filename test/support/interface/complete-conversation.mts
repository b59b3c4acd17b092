import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fields, Type } from './parse-type.mts';
import type { Json, JsonRecord } from './build-sample.mts';
import { readRecordType } from './read-record-type.mts';

function buildEmpty(type: Type): Json {
	return type.kind === 'object' ? buildEmptyObject(type.fields) : null;
}

function buildEmptyObject(fields: Fields): JsonRecord {
	return Object.fromEntries(Object.entries(fields).map(([name, type]) => [name, buildEmpty(type)]));
}

/** What core adds to the documented fields, if nothing was sent. */
const emptyDerived: JsonRecord = JSON.parse(
	readFileSync(join(__dirname, '../../fixtures/empty-derived.json'), 'utf8'),
);

/** Names of what core adds to the documented fields. */
export const derivedNames = Object.keys(emptyDerived);

/** The conversation of an empty record: the names of shape A, as the interface document has them. */
const emptyConversation: JsonRecord = {
	...buildEmptyObject(readRecordType('A').fields),
	...emptyDerived,
};

const isRecord = (value: Json | undefined): value is JsonRecord =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

function complete(empty: JsonRecord, differing: JsonRecord): JsonRecord {
	return Object.fromEntries(
		Object.entries({ ...empty, ...differing }).map(([name, value]) => {
			const inner = Object.hasOwn(empty, name) ? empty[name] : undefined;
			// Maps of free names are empty in an empty conversation: what they hold is all there is.
			const isMap = !isRecord(inner) || Object.keys(inner).length === 0;
			return [name, isMap || !isRecord(value) ? value : complete(inner, value)];
		}),
	);
}

/** The whole conversation of which a fixture holds what differs from that of an empty record. */
export const completeConversation = (differing: JsonRecord): JsonRecord =>
	complete(emptyConversation, differing);

/** An entry of a history that has every documented field and holds no value. */
export function buildEmptyEntry(): JsonRecord {
	const { history } = readRecordType('A').fields;
	if (history?.kind !== 'list' || history.element.kind !== 'object') {
		throw new Error('The interface document has no entries of a history.');
	}
	return buildEmptyObject(history.element.fields);
}
