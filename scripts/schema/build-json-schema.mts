import * as z from 'zod/v4-mini';
import { fieldRegistry } from '../../core/conversation/declare-field.ts';

type Converted = z.core.JSONSchema.BaseSchema;

/** The part of JSON Schema that previews are made of. */
export interface JsonSchema {
	type?: string | string[];
	/** ajv's word for "or null", if `type` has to stay one word. */
	nullable?: true;
	enum?: unknown[];
	description?: string;
	properties?: Record<string, JsonSchema>;
	required?: string[];
	additionalProperties?: boolean | JsonSchema;
	items?: JsonSchema;
}

const ANY = ['object', 'array', 'string', 'number', 'boolean', 'null'];

/**
 * The schema preview of what an operation emits. The editor shows what is inside an object or a list
 * only if `type` is that one word, so these say `nullable`, which ajv knows, instead of a list of
 * types: docs/engineering/decisions.md.
 */
export function buildPreview(schema: z.ZodMiniType): JsonSchema {
	const converted = z.toJSONSchema(schema, {
		metadata: z.registry<{ description: string }>(),
		unrepresentable: 'any',
		override: ({ zodSchema, jsonSchema }) => {
			if (zodSchema instanceof z.ZodMiniNullable) {
				joinNull(jsonSchema);
				keepOneType(jsonSchema);
			}
			if (zodSchema instanceof z.ZodMiniCustom) Object.assign(jsonSchema, { type: ANY });
			if (zodSchema instanceof z.ZodMiniRecord) {
				delete jsonSchema.propertyNames;
				jsonSchema.properties = {};
			}
			if (isAnything(jsonSchema.additionalProperties)) jsonSchema.additionalProperties = true;
		},
	});
	delete converted.$schema;
	const preview: JsonSchema = JSON.parse(JSON.stringify(converted));
	return preview;
}

/** The standard JSON Schema of a conversation, for use anywhere. */
export function buildStandardSchema(schema: z.ZodMiniType): Converted {
	return z.toJSONSchema(schema, {
		metadata: fieldRegistry,
		unrepresentable: 'any',
		override: ({ zodSchema, jsonSchema }) => {
			const { description, ...others } = fieldRegistry.get(zodSchema) ?? { description: '' };
			for (const name of Object.keys(others)) Reflect.deleteProperty(jsonSchema, name);
			if (description === '') delete jsonSchema.description;
			if (zodSchema instanceof z.ZodMiniNullable) joinNull(jsonSchema);
		},
	});
}

/** `anyOf` of one type and null, as one type that may be null. */
function joinNull(schema: Converted): void {
	const [inner] = schema.anyOf ?? [];
	if (inner === undefined) return;
	delete schema.anyOf;
	Object.assign(schema, inner);
	const { type, enum: values } = schema;
	Object.assign(schema, { type: [type, 'null'] });
	if (values !== undefined) schema.enum = [...values, null];
}

/** n8n's preview shows what is inside only of one type. */
function keepOneType(schema: Converted): void {
	const { type } = schema;
	if (!Array.isArray(type)) return;
	const [first] = type;
	if (first === 'object' || first === 'array')
		Object.assign(schema, { type: first, nullable: true });
}

function isAnything(schema: Converted['additionalProperties']): boolean {
	if (typeof schema !== 'object' || schema === null) return false;
	const { type } = schema;
	return type === undefined
		? Object.keys(schema).length === 0
		: Array.isArray(type) && type.length === ANY.length;
}
