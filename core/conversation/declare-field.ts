import * as z from 'zod/v4-mini';

/**
 * When two different values of a field count as the same. `presence`: both values are there. `moment`: both
 * mean the same moment. `fileName`: both links end with the same file name, since a link is signed anew each time.
 */
export type Comparison = 'presence' | 'moment' | 'fileName';

export type FieldFacts = {
	nameInB?: string;
	isOnlyInA?: boolean;
	/** The word that the interface document writes in place of a vendor's word: `rtc` in `rtc_room_name`. */
	vendorWord?: 'rtc' | 'job';
	/** Why a log must not show the value. The choice Leave Out removes `personal` values from items. */
	sensitivity?: 'secret' | 'personal';
	/**
	 * Where a phone number may be. `whole`: the value is a number. `inText`: anywhere in a text, a list or an
	 * object. `inJsonText`: also in a text that may be JSON, such as `'{"to":"+1…"}'`. `inLink`: in a link.
	 */
	phoneNumber?: 'whole' | 'inText' | 'inJsonText' | 'inLink';
	/** Whether the value is the conversation's id, whose length is limited. */
	isId?: boolean;
	/** Whether text that is no date-time is a parse issue. */
	isTime?: boolean;
	/** Whether a list of texts is read as one text: `["Hi", "there"]`. */
	isLines?: boolean;
	/** How the values of two deliveries are compared. Default: by equality. */
	comparedBy?: Comparison;
	/** Whether core computes the value. A field of this name in a record counts as undocumented. */
	isDerived?: boolean;
	/** Whether the derived value in an item of a node is kept, such as `offset_seconds` of a turn. */
	isKept?: boolean;
	/** The field that holds the same value as JSON text: `tool_arguments_json` for `tool_arguments`. */
	parsedFrom?: string;
	/**
	 * Column in Flat, or the prefix of the columns of an object; `null`: not in Flat. Default: the field's name,
	 * inside an object behind the object's name: `room_metadata_failed`.
	 */
	columns?: string | null;
};

/** The description is Markdown, for users. */
type DeclaredFacts = FieldFacts & { description: string };

export const fieldRegistry = z.registry<DeclaredFacts>();

/** Shared, since zod takes long to make a schema. */
export const STRING = z.string();
export const NUMBER = z.number();
export const BOOLEAN = z.boolean();

/** @param schema of this field alone, since facts are kept by schema: `z.nullable(STRING)`, not `STRING` */
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

/** A moment at any depth: written in UTC, compared as a moment. */
export const MOMENT: FieldFacts = { isTime: true, comparedBy: 'moment' };
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
	/** Whether the field is missing if the service sent no value. Other fields are `null`. */
	isOptional: boolean;
	facts: DeclaredFacts;
	/** The object in the field or in each element of its list. */
	inner: ObjectSchema | undefined;
};

/** Kept, since many lists are derived from the same few objects while n8n loads the nodes. */
const fieldsByObject = new WeakMap<ObjectSchema, readonly DeclaredField[]>();

export function listFields(object: ObjectSchema): readonly DeclaredField[] {
	const known = fieldsByObject.get(object);
	if (known !== undefined) return known;
	const fields = Object.entries(object.shape).map(([name, schema]) => ({
		name,
		schema: unwrap(schema),
		isOptional: schema instanceof z.ZodMiniOptional,
		facts: fieldRegistry.get(schema) ?? { description: '' },
		inner: findObject(schema),
	}));
	fieldsByObject.set(object, fields);
	return fields;
}

/** A record of shape A or B, or the conversation that core makes of a record. */
export type WireForm = 'A' | 'B' | 'canonical';

/** Names of a field in this form. If several are there, the first name counts. */
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

function findObject(schema: z.core.$ZodType): ObjectSchema | undefined {
	const held = unwrap(schema);
	if (held instanceof z.ZodMiniArray) return findObject(held.def.element);
	return held instanceof z.ZodMiniObject ? held : undefined;
}
