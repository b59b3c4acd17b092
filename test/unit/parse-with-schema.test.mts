import * as z from 'zod/v4-mini';
import { parseWithSchema } from '../../core/parse-with-schema.ts';

const schema = z.object({
	name: z.string().check(z.maxLength(5)),
	size: z.optional(z.int()),
	kind: z.optional(z.enum(['a', 'b'])),
	parts: z.optional(z.array(z.object({ on: z.boolean() })).check(z.maxLength(2))),
	byPhone: z.optional(z.record(z.string(), z.number().check(z.minimum(1)))),
});

const subject = { subject: 'The parcel', code: 'parcel-invalid' } as const;
const secret = 'Zq7-secret';

test('gives what the schema makes of a valid value', () => {
	expect(parseWithSchema(schema, { name: 'Anna', other: 1 }, subject)).toEqual({
		success: true,
		value: { name: 'Anna' },
	});
});

test.each([
	['no object', secret, 'it must be an object'],
	['null', null, 'it must be an object'],
	['a list', [secret], 'it must be an object'],
	['a missing field', {}, '"name" must be a string'],
	['a long text', { name: secret }, '"name" must be a string of at most 5 characters'],
	['a fraction', { name: 'a', size: 1.5 }, '"size" must be an integer'],
	['an unknown word', { name: 'a', kind: secret }, '"kind" must be one of "a", "b"'],
	[
		'a nested field',
		{ name: 'a', parts: [{ on: true }, { on: secret }] },
		'"parts[1].on" must be a boolean',
	],
	[
		'a long list',
		{ name: 'a', parts: Array.from({ length: 3 }, () => ({ on: true })) },
		'"parts" must be an array of at most 2 elements',
	],
	[
		'a key that is no name',
		{ name: 'a', byPhone: { '+49 30 1234': 0 } },
		'"byPhone[*]" must be at least 1',
	],
])('names path and expectation of %s, and no value', (_case, value, problem) => {
	const parsed = parseWithSchema(schema, value, subject);
	expect(parsed).toMatchObject({
		success: false,
		error: { code: 'parcel-invalid', message: `The parcel is invalid: ${problem}.` },
	});
	const path = /"(\S+)" must/.exec(problem)?.[1];
	expect(parsed.success ? undefined : parsed.error.path).toBe(path);
	expect(JSON.stringify(parsed)).not.toContain(secret);
});

test('lets the caller select the code by the path', () => {
	const code = (path: string) => (path === '' ? 'not-an-object' : 'field-invalid');
	const failed = (value: unknown) => parseWithSchema(schema, value, { subject: 'It', code });
	expect(failed(1)).toMatchObject({ error: { code: 'not-an-object' } });
	expect(failed({})).toMatchObject({ error: { code: 'field-invalid' } });
});
