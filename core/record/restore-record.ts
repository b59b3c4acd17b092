import * as z from 'zod/v4-mini';
import { conversationSchema } from '../conversation/conversation';
import { findObject, listFields, type ObjectSchema } from '../conversation/declare-field';
import { hasOwn, isObject, setOwn, type UnknownObject } from '../json';

type Restored = { [key: string]: unknown };

const FIELDS = listFields(conversationSchema);
const DELIVERED = new Set(
	FIELDS.filter(({ facts }) => facts.isDerived !== true).map(({ name }) => name),
);
/** Fields of the parts of each list that core added, by the list's name. */
const DERIVED_OF_PARTS = new Map(
	FIELDS.flatMap(({ name, schema, facts }) => {
		const part = schema instanceof z.ZodMiniArray ? findObject(schema) : undefined;
		if (part === undefined || facts.isDerived === true) return [];
		const derived = listFields(part).filter((field) => field.facts.isDerived === true);
		return [[name, new Set(derived.map((field) => field.name))] as const];
	}),
);

/** The other name of each field that has two, wherever the field is. */
const OTHER_NAMES = new Map(
	listRenamed(conversationSchema).flatMap(([name, other]) => [
		[name, other],
		[other, name],
	]),
);

/**
 * Whether an object is a canonical conversation, whole or with fields left out, rather than a record
 * as the service sends it: it bears what only core adds.
 */
export function isCanonical(item: UnknownObject): boolean {
	if (Array.isArray(item.parse_issues)) return true;
	return (
		isKnownShape(item.shape) && (isObject(item.statistics) || isObject(item.additional_fields))
	);
}

export function isKnownShape(shape: unknown): shape is 'A' | 'B' {
	return shape === 'A' || shape === 'B';
}

/**
 * A record of which a canonical conversation can be made: derived fields left out, and everything of
 * `additional_fields` back at its place. Parsing it as the delivered shape gives the conversation again.
 */
export function restoreRecord(conversation: UnknownObject): UnknownObject {
	const record: Restored = {};
	for (const [key, value] of Object.entries(conversation)) {
		// Anything else was added by another node: what a record had beside them is in additional_fields.
		if (!DELIVERED.has(key) || value === null) continue;
		const derived = DERIVED_OF_PARTS.get(key);
		const isListOfParts = derived !== undefined && Array.isArray(value);
		setOwn(
			record,
			key,
			isListOfParts ? value.map((part: unknown) => restorePart(part, derived)) : value,
		);
	}
	return putBack(record, conversation.additional_fields);
}

function listRenamed(schema: ObjectSchema): Array<readonly [string, string]> {
	return listFields(schema).flatMap(({ name, schema: value, facts }) => {
		const inner = findObject(value);
		const inside = inner === undefined ? [] : listRenamed(inner);
		return facts.nameInB === undefined ? inside : [[name, facts.nameInB] as const, ...inside];
	});
}

/** A turn, or one setting of the voice, without what core added. */
function restorePart(part: unknown, derived: ReadonlySet<string>): unknown {
	if (!isObject(part)) return part;
	const restored: Restored = {};
	for (const [key, value] of Object.entries(part)) {
		if (!derived.has(key)) setOwn(restored, key, value);
	}
	return putBack(restored, part.additional_fields);
}

/**
 * What is declared has fewer levels. Deeper, nothing of a record was left over in part, and both sides
 * are what a stranger made up.
 */
const MAX_MERGED_LEVELS = 16;

function putBack(target: UnknownObject, left: unknown, level = 0): UnknownObject {
	if (!isObject(left)) return target;
	const merged: Restored = { ...target };
	for (const [key, value] of Object.entries(left)) {
		const place = hasOwn(target, key) ? target[key] : null;
		if (place !== null && (typeof place !== 'object' || !isObject(value))) {
			// What was left over was unusable: the value had come under the field's other name.
			setOwn(merged, OTHER_NAMES.get(key) ?? key, place);
		}
		setOwn(merged, key, putBackValue(place, value, level + 1));
	}
	return merged;
}

function putBackValue(place: unknown, left: unknown, level: number): unknown {
	if (!isObject(left) || level > MAX_MERGED_LEVELS) return left;
	if (isObject(place)) return putBack(place, left, level);
	if (!Array.isArray(place)) return left;
	return mergeElements(place, left);
}

/** A list with the elements that were left over back at their indexes. */
function mergeElements(list: readonly unknown[], left: UnknownObject): unknown[] {
	const inOrder = Object.entries(left).sort(([a], [b]) => Number(a) - Number(b));
	const merged: unknown[] = [];
	let next = 0;
	for (const [index, element] of inOrder) {
		while (merged.length < Number(index) && next < list.length) {
			merged.push(list[next]);
			next += 1;
		}
		merged.push(element);
	}
	return merged.concat(list.slice(next));
}
