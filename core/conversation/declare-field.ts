import * as z from 'zod/v4-mini';

/**
 * When two values of a field count as the same although they differ. `presence`: both are there. `moment`:
 * both are one moment. `fileName`: both links end with one file name; the rest may be signed anew each time.
 */
export type Comparison = 'presence' | 'moment' | 'fileName';

export type FieldFacts = {
	nameInB?: string;
	isOnlyInA?: boolean;
	/** The word in its name that the interface document writes for a vendor's. */
	vendorWord?: 'rtc' | 'job';
	/** Why a log must not show the value. */
	sensitivity?: 'secret' | 'personal';
	/** Whether it is a phone number, or where in it one may stand: in any JSON, in JSON text, in a link. */
	phoneNumber?: 'whole' | 'inText' | 'inJsonText' | 'inLink';
	/** Whether it says who spoke: a role that is not known may be a name. */
	isRole?: boolean;
	/** Whether it is an issue if its text is no date-time. */
	isTime?: boolean;
	/** Whether a list of texts in its place is read as one text. */
	isLines?: boolean;
	/** How two deliveries of it are compared; default: as they are. */
	comparedBy?: Comparison;
	/** Whether core works it out. A field of this name in a record is another one. */
	isDerived?: boolean;
	/** The field whose JSON text it holds, parsed. */
	parsedFrom?: string;
	/** Column in Flat, or the prefix of the columns of an object; `null`: not in Flat. Default: `parent_field`. */
	columns?: string | null;
};

/** The description is Markdown, for users. */
type DeclaredFacts = FieldFacts & { description: string };

export const fieldRegistry = z.registry<DeclaredFacts>();

/** Shared, because making schemas is what takes zod longest. Each field wraps one as nullable or optional. */
export const STRING = z.string();
export const NUMBER = z.number();
export const BOOLEAN = z.boolean();

export function declare<Schema extends z.core.$ZodType>(
	schema: Schema,
	description: string,
	facts: FieldFacts = {},
): Schema {
	fieldRegistry.add(schema, { description, ...facts });
	return schema;
}

/** Fields that hold `null` if there is no value. */
export const text = (description: string, facts?: FieldFacts) =>
	declare(z.nullable(STRING), description, facts);
export const boolean = (description: string, facts?: FieldFacts) =>
	declare(z.nullable(BOOLEAN), description, facts);
export const figure = (description: string, facts?: FieldFacts) =>
	declare(z.nullable(NUMBER), description, facts);

export const PERSONAL: FieldFacts = { sensitivity: 'personal' };
export const PHONE_NUMBER: FieldFacts = { ...PERSONAL, phoneNumber: 'whole' };
export const WITH_NUMBERS: FieldFacts = { phoneNumber: 'inText' };
export const PERSONAL_TEXT: FieldFacts = { ...PERSONAL, ...WITH_NUMBERS };
export const PERSONAL_JSON_TEXT: FieldFacts = { ...PERSONAL, phoneNumber: 'inJsonText' };
export const PERSONAL_LINK: FieldFacts = { ...PERSONAL, phoneNumber: 'inLink' };

export type ObjectSchema = z.ZodMiniObject<z.core.$ZodLooseShape>;

export type DeclaredField = {
	name: string;
	schema: z.core.$ZodType;
	/** Whether it is missing if the service sent none. */
	isOptional: boolean;
	facts: DeclaredFacts;
};

/** Much is derived from the same few objects while n8n loads the nodes. */
const fieldsByObject = new WeakMap<ObjectSchema, readonly DeclaredField[]>();

export function listFields(object: ObjectSchema): readonly DeclaredField[] {
	const known = fieldsByObject.get(object);
	if (known !== undefined) return known;
	const fields = Object.entries(object.shape).map(([name, schema]) => ({
		name,
		schema: unwrap(schema),
		isOptional: schema instanceof z.ZodMiniOptional,
		facts: fieldRegistry.get(schema) ?? { description: '' },
	}));
	fieldsByObject.set(object, fields);
	return fields;
}

/** A record of shape A or B, or a conversation as core makes one of it. */
export type WireForm = 'A' | 'B' | 'canonical';

/** Names under which it may hold a field, the one that counts first in front. */
export function listWireNames({ name, facts }: DeclaredField, form: WireForm): string[] {
	if (facts.nameInB === undefined || form === 'canonical') return [name];
	return form === 'A' ? [name, facts.nameInB] : [facts.nameInB, name];
}

export function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
	if (schema instanceof z.ZodMiniNullable || schema instanceof z.ZodMiniOptional) {
		return unwrap(schema.def.innerType);
	}
	return schema;
}

/** The object that a field holds, or that each element of its list is; undefined for anything else. */
export function findObject(schema: z.core.$ZodType): ObjectSchema | undefined {
	const inner = unwrap(schema);
	if (inner instanceof z.ZodMiniArray) return findObject(inner.def.element);
	return inner instanceof z.ZodMiniObject ? inner : undefined;
}
