/** What a type allows, as far as JSON can hold it. */
export type TypeModel = { nullable: boolean } & (
	| { kind: 'string' | 'number' | 'boolean' | 'null' | 'any' }
	/** One of these texts. */
	| { kind: 'choice'; values: string[] }
	| { kind: 'array'; items: TypeModel }
	| ObjectModel
);

/** An object: the fields it names, and what any other field may be; `null` where it has no other. */
export interface ObjectModel {
	kind: 'object';
	/** The type's own name; `null` where it was written in place. */
	name: string | null;
	fields: FieldModel[];
	otherFields: TypeModel | null;
}

export interface FieldModel {
	name: string;
	optional: boolean;
	/** What the type's author says of the field, on one line; may be empty. */
	text: string;
	type: TypeModel;
}

/** The object that a field holds, or that each element of its list is; undefined for anything else. */
export function findObject(type: TypeModel): ObjectModel | undefined {
	if (type.kind === 'array') return findObject(type.items);
	return type.kind === 'object' ? type : undefined;
}
