import type { ObjectModel, TypeModel } from './type-model.mts';

/** The part of JSON Schema that n8n's editor and ajv both read. */
export interface JsonSchema {
	type: string | string[];
	/** ajv's word for "or null", where `type` has to stay one word. */
	nullable?: true;
	enum?: (string | null)[];
	properties?: Record<string, JsonSchema>;
	required?: string[];
	additionalProperties?: boolean | JsonSchema;
	items?: JsonSchema;
}

const ANY = ['object', 'array', 'string', 'number', 'boolean', 'null'];

/**
 * The JSON schema of a type. Objects are closed unless their type says that they hold other fields
 * too, and every field that is not optional is required.
 *
 * The editor shows what is inside an object or a list only where `type` is that one word, so that
 * these say `nullable` instead of a list of types.
 */
export function buildJsonSchema(type: TypeModel): JsonSchema {
	const nullable = type.nullable ? ({ nullable: true } as const) : {};
	switch (type.kind) {
		case 'any':
			return { type: ANY };
		case 'null':
			return { type: 'null' };
		case 'array':
			return { type: 'array', ...nullable, items: buildJsonSchema(type.items) };
		case 'object':
			return { type: 'object', ...nullable, ...buildFields(type) };
		case 'choice': {
			const values = type.nullable ? [...type.values, null] : type.values;
			return { type: type.nullable ? ['string', 'null'] : 'string', enum: values };
		}
		default:
			return { type: type.nullable ? [type.kind, 'null'] : type.kind };
	}
}

function buildFields({ fields, otherFields }: ObjectModel): Omit<JsonSchema, 'type'> {
	const required = fields.filter(({ optional }) => !optional).map(({ name }) => name);
	return {
		properties: Object.fromEntries(fields.map(({ name, type }) => [name, buildJsonSchema(type)])),
		...(required.length > 0 && { required }),
		additionalProperties: buildOthers(otherFields),
	};
}

function buildOthers(type: TypeModel | null): JsonSchema['additionalProperties'] {
	if (type === null) return false;
	return type.kind === 'any' ? true : buildJsonSchema(type);
}
