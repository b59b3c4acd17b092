import * as z from 'zod/v4-mini';
import {
	findObject,
	listFields,
	listWireNames,
	type DeclaredField,
	type ObjectSchema,
} from '../conversation/declare-field';
import type { JsonObject } from '../json';

/** What a field may hold, as far as reading it differs. */
export type FieldKind =
	| 'string'
	| 'number'
	| 'boolean'
	| 'any'
	/** Text that is parsed into a field beside it. */
	| 'jsonText'
	| 'strings'
	/** Names of the sender's choice, each with a text or `null`. */
	| 'map'
	| 'object'
	| 'objects';

/** The kinds whose values are taken as they come, as `typeof` names them. */
export type PlainType = 'string' | 'number' | 'boolean';

export type CompiledField = {
	/** Its name in the conversation. */
	name: string;
	/** Its place among the fields of the object. */
	index: number;
	kind: FieldKind;
	/** What `typeof` says of its values if they are taken as they come; `null` for any other kind. */
	plainType: PlainType | null;
	/** The object that it holds, or a list of; `null` for any other kind. */
	object: CompiledObject | null;
	/** Whether the interface document replaced a vendor's word in its name. */
	isVendorName: boolean;
	/** The field that holds the text, parsed; `''` for any kind but `jsonText`. */
	parsedInto: string;
};

/** A field under one of its names on the wire. */
export type WireField = CompiledField &
	Predecessor & {
		wireName: string;
		/** Of two names that are there, the lower rank counts. */
		rank: number;
	};

/**
 * What stood before a field. Objects of one kind have their fields in one order, so a look at what
 * followed last time saves most looks into the table.
 */
export type Predecessor = { next: WireField | null };

/** What reading an object needs to know, worked out once from its schema. */
export type CompiledObject = {
	/** The fields that are read, in the order in which they are declared. */
	fields: readonly CompiledField[];
	/** What stands before the first field. */
	beginning: Predecessor;
	/** Every field under each of its names. Without a prototype: any name may be on the wire. */
	byWireName: Readonly<Record<string, WireField | undefined>>;
	/** The names of each field, the documented one in front, by each of them {@link foldName folded}. */
	namesByFolded: ReadonlyMap<string, readonly string[]>;
	/** The object if nothing was sent, with every key in its order; `null` if it holds only what was sent. */
	template: Readonly<JsonObject> | null;
	/** What holds, or may hold further inside, what a record may not hold too much of, by its names. */
	countedFields: readonly WireField[];
	/** Objects inside it that are always there. */
	innerObjects: ReadonlyArray<CompiledField & { object: CompiledObject }>;
	/** Where it keeps what found no place: in itself always, or only if there is something, or outside. */
	leftovers: 'always' | 'ifAny' | 'outside';
	/**
	 * In how many of its names one word must stand before it counts as a vendor's, for which the interface
	 * document has a neutral one: 2 if the document does not show these names in this shape. 0 if it has
	 * no such names.
	 */
	leastVendorNames: number;
};

/** Compiles the reader's table of an object. Source of every fact: the schema. */
export function compileObject(schema: ObjectSchema, shape: 'A' | 'B' = 'A'): CompiledObject {
	const declared = listFields(schema);
	const isLean = declared.some(({ isOptional }) => isOptional);
	const read = declared.filter(({ facts }) => facts.isDerived !== true);
	const fields = read.map((field, index) => compileField(field, index, declared, shape));
	const byWireName: Record<string, WireField | undefined> = Object.create(null);
	read.forEach((field, index) => {
		const compiled = fields[index];
		if (compiled === undefined) return;
		listWireNames(field, shape).forEach((name, rank) => {
			byWireName[name] = { ...compiled, wireName: name, rank, next: null };
		});
	});
	const additional = declared.find(({ name }) => name === 'additional_fields');
	return {
		fields,
		beginning: { next: null },
		byWireName,
		namesByFolded: new Map(
			read.flatMap((field) => {
				const names = listWireNames(field, 'A');
				return names.map((name) => [foldName(name), names] as const);
			}),
		),
		template: isLean ? null : Object.fromEntries(declared.map(({ name }) => [name, null])),
		countedFields: Object.values(byWireName).filter(
			(field): field is WireField => field !== undefined && isCounted(field),
		),
		innerObjects: fields.flatMap((field) =>
			field.kind === 'object' && field.object !== null ? [{ ...field, object: field.object }] : [],
		),
		leftovers: additional === undefined ? 'outside' : additional.isOptional ? 'ifAny' : 'always',
		leastVendorNames: countLeastVendorNames(declared, shape),
	};
}

/** A name without what tells spellings apart: `AgentTitle` and `agent-title` are `agent_title`. */
export function foldName(name: string): string {
	return name.toLowerCase().replace(/[_ -]/g, '');
}

/** The field under a name on the wire; undefined if none is known by it. */
export function findField(
	{ byWireName }: CompiledObject,
	previous: Predecessor,
	name: string,
): WireField | undefined {
	if (previous.next?.wireName === name) return previous.next;
	const field = byWireName[name];
	if (field !== undefined) previous.next = field;
	return field;
}

function countLeastVendorNames(declared: readonly DeclaredField[], shape: 'A' | 'B'): number {
	if (declared.every(({ facts }) => facts.vendorWord === undefined)) return 0;
	return shape === 'A' ? 1 : 2;
}

function isCounted({ kind, object }: CompiledField): boolean {
	if (object !== null) return object.countedFields.length > 0;
	return kind === 'strings' || kind === 'map' || kind === 'jsonText';
}

function compileField(
	field: DeclaredField,
	index: number,
	siblings: readonly DeclaredField[],
	shape: 'A' | 'B',
): CompiledField {
	const parsed = siblings.find(({ facts }) => facts.parsedFrom === field.name);
	const object = findObject(field.schema);
	const kind = parsed === undefined ? findKind(field) : 'jsonText';
	return {
		name: field.name,
		index,
		kind,
		plainType: kind === 'string' || kind === 'number' || kind === 'boolean' ? kind : null,
		object: object === undefined ? null : compileObject(object, shape),
		isVendorName: field.facts.vendorWord !== undefined,
		parsedInto: parsed?.name ?? '',
	};
}

function findKind({ name, schema }: DeclaredField): FieldKind {
	if (schema instanceof z.ZodMiniString) return 'string';
	if (schema instanceof z.ZodMiniNumber) return 'number';
	if (schema instanceof z.ZodMiniBoolean) return 'boolean';
	if (schema instanceof z.ZodMiniObject) return 'object';
	if (schema instanceof z.ZodMiniRecord) return 'map';
	if (schema instanceof z.ZodMiniCustom) return 'any';
	if (schema instanceof z.ZodMiniArray) {
		return schema.def.element instanceof z.ZodMiniObject ? 'objects' : 'strings';
	}
	throw new Error(`No reader is known for the type of the field ${name}`);
}
