import * as z from 'zod/v4-mini';
import {
	findObject,
	listFields,
	unwrap,
	type DeclaredField,
	type ObjectSchema,
} from '../../core/conversation/declare-field.ts';
import { writeTable } from './write-table.mts';

/** Where on the page the fields of an object are. */
export type Anchors = ReadonlyMap<ObjectSchema, string>;

/** A table of an object's fields; those that hold objects are linked to their own part of the page. */
export function writeFields(object: ObjectSchema, anchors: Anchors = new Map()): string {
	const rows = listFields(object).map((field) => [
		`\`${field.name}\``,
		nameKind(field.schema),
		[field.facts.description, ...describeFacts(field), ...linkObject(field, anchors)].join(' '),
	]);
	return writeTable(['field', 'type', 'meaning'], rows);
}

function describeFacts({ facts }: DeclaredField): string[] {
	const { isOnlyInA, nameInB, sensitivity, vendorWord } = facts;
	return [
		...(vendorWord === undefined
			? []
			: [`On the wire, the name has a vendor's word instead of \`${vendorWord}\`.`]),
		...(nameInB === undefined ? [] : [`\`${nameInB}\` in shape B.`]),
		...(isOnlyInA === true ? ['Shape A only.'] : []),
		...(sensitivity === undefined ? [] : [sensitivity === 'secret' ? 'A secret.' : 'Personal.']),
	];
}

function linkObject({ schema }: DeclaredField, anchors: Anchors): string[] {
	const object = findObject(schema);
	const anchor = object === undefined ? undefined : anchors.get(object);
	return anchor === undefined ? [] : [`[Its fields](#${anchor}).`];
}

/** What kind of value it is, in words; that it may be null is said once for all. */
export function nameKind(schema: z.core.$ZodType): string {
	const inner = unwrap(schema);
	if (inner instanceof z.ZodMiniArray) return `list of ${namePlural(inner.def.element)}`;
	if (inner instanceof z.ZodMiniEnum) {
		return Object.values(inner.def.entries)
			.map((value) => `\`${value}\``)
			.join(' or ');
	}
	if (inner instanceof z.ZodMiniString) return 'text';
	if (inner instanceof z.ZodMiniNumber) return 'number';
	if (inner instanceof z.ZodMiniBoolean) return 'true or false';
	return inner instanceof z.ZodMiniCustom ? 'anything' : 'object';
}

function namePlural(schema: z.core.$ZodType): string {
	if (schema instanceof z.ZodMiniObject) return 'objects';
	return schema instanceof z.ZodMiniString ? 'texts' : nameKind(schema);
}
