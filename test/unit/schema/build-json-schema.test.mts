import { buildJsonSchema } from '../../../scripts/schema/build-json-schema.mts';
import { openTypes } from '../../../scripts/schema/read-types.mts';
import { findObject } from '../../../scripts/schema/type-model.mts';

const types = openTypes('test/unit/schema/example-types.mts');
const example = types.read('Example');
const any = ['object', 'array', 'string', 'number', 'boolean', 'null'];

test('a type becomes a closed schema in which every field is required', () => {
	const schema = buildJsonSchema(example);
	expect(schema).toMatchObject({ type: 'object', additionalProperties: false });
	expect(schema.required).toEqual(Object.keys(schema.properties ?? {}));
});

test.each<[string, object]>([
	['name', { type: 'string' }],
	['count', { type: ['number', 'null'] }],
	['flag', { type: ['boolean', 'null'] }],
	['side', { type: ['string', 'null'], enum: ['left', 'right', null] }],
	['map', { type: 'object', properties: {}, additionalProperties: { type: ['string', 'null'] } }],
	['anything', { type: any }],
	['open', { type: 'object', properties: {}, additionalProperties: true }],
])('the field %s', (field, expected) => {
	expect(buildJsonSchema(example).properties?.[field]).toEqual(expected);
});

test('an object or a list that may be null keeps its one type, without which the editor shows nothing inside', () => {
	const { inside, list } = buildJsonSchema(example).properties ?? {};
	expect(inside).toMatchObject({ type: 'object', nullable: true, required: ['text'] });
	expect(list).toMatchObject({
		type: 'array',
		nullable: true,
		items: { type: 'object', required: ['on'], additionalProperties: false },
	});
});

test('an object of further fields is open, and what is optional is not required', () => {
	expect(buildJsonSchema(example).properties?.half).toEqual({
		type: 'object',
		properties: { known: { type: 'string' }, maybe: { type: 'string' } },
		required: ['known'],
		additionalProperties: true,
	});
});

test("a field carries its author's words on one line", () => {
	const [name] = findObject(example)?.fields ?? [];
	expect(name?.text).toBe('What it is called. Parts 2.5, 2.9.');
});

test('what JSON cannot hold and what no preview can show is refused by name', () => {
	expect(() => types.read('WithDate')).toThrow('No JSON can hold');
	expect(() => types.read('WithUnion')).toThrow('string | number');
	expect(() => types.read('Missing')).toThrow('exports no Missing');
});
