import { Ajv2020 } from 'ajv/dist/2020.js';
import * as z from 'zod/v4-mini';

import { conversationSchema } from '../../../core/conversation/conversation.ts';
import { declare } from '../../../core/conversation/declare-field.ts';
import { buildPreview, buildStandardSchema } from '../../../scripts/schema/build-json-schema.mts';
import { readConversation } from '../conversation/read-fixture.mts';

const any = ['object', 'array', 'string', 'number', 'boolean', 'null'];
const anything = () => z.custom<unknown>();

test.each<[string, z.ZodMiniType, object]>([
	['a text', z.string(), { type: 'string' }],
	['a number or null', z.nullable(z.number()), { type: ['number', 'null'] }],
	[
		'a choice or null',
		z.nullable(z.enum(['left', 'right'])),
		{ type: ['string', 'null'], enum: ['left', 'right', null] },
	],
	[
		'a map',
		z.record(z.string(), z.nullable(z.string())),
		{ type: 'object', properties: {}, additionalProperties: { type: ['string', 'null'] } },
	],
	['anything', anything(), { type: any }],
	[
		'an open map',
		z.record(z.string(), anything()),
		{ type: 'object', properties: {}, additionalProperties: true },
	],
])('the preview of %s', (_name, schema, expected) => {
	const { properties } = buildPreview(z.object({ field: declare(schema, 'Words.') }));
	expect(properties?.field).toEqual(expected);
});

test('an object or a list that may be null keeps its one type, without which the editor shows nothing inside', () => {
	const list = z.nullable(z.array(z.object({ on: z.boolean(), off: z.optional(z.string()) })));
	expect(buildPreview(z.object({ list }))).toEqual({
		type: 'object',
		properties: {
			list: {
				type: 'array',
				nullable: true,
				items: {
					type: 'object',
					properties: { on: { type: 'boolean' }, off: { type: 'string' } },
					required: ['on'],
					additionalProperties: false,
				},
			},
		},
		required: ['list'],
		additionalProperties: false,
	});
});

test('an object of further fields is open', () => {
	const schema = z.catchall(z.object({ known: z.string() }), anything());
	expect(buildPreview(schema)).toMatchObject({ required: ['known'], additionalProperties: true });
});

describe('the standard schema of a conversation', () => {
	const standard = buildStandardSchema(conversationSchema);
	const validate = new Ajv2020({ strict: true, strictTypes: false }).compile(standard);

	test.each(['shape-a-full', 'shape-b-full', 'empty', 'wrong-types'])('takes %s', (name) => {
		validate(readConversation(name));
		expect(validate.errors).toBeNull();
	});

	test.each<[string, object]>([
		['a text that is a number', { id: 5 }],
		['a field nobody declared', { unheard_of: 1 }],
		['a turn without metrics', { history: [{ role: 'User' }] }],
		['null in a turn', { history: [{ role: null, metrics: {} }] }],
	])('rejects %s', (_name, change) => {
		expect(validate({ ...readConversation('shape-a-full'), ...change })).toBe(false);
	});

	test('describes each field and says nothing that is not of the standard', () => {
		expect(standard).toMatchObject({
			properties: { id: { description: 'UUID of the conversation.' } },
		});
		expect(JSON.stringify(standard)).not.toMatch(/nameInB|isOnlyInA|sensitivity/);
	});
});
