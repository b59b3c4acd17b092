import * as z from 'zod/v4-mini';
import { fail, type Result } from './errors';
import { isObject, type UnknownObject } from './json';

/** A JSON object, whatever is in it: it is passed on as it is. */
export const ANY_OBJECT = z.custom<UnknownObject>(isObject, { params: { expected: 'object' } });

/** How messages name what came from outside, and which code a failure has. */
type ParsedSubject<Code extends string> = {
	/** The start of each message, such as `The discovery document`. */
	subject: string;
	/** The code of every failure, or the code for a field: `path` is `''` for the value itself. */
	code: Code | ((path: string) => Code);
};

/**
 * Parses a value from outside by a schema. This is the one place that turns a failure of zod into a
 * coded error. The message names the subject, the path of the first field at fault and what was
 * expected there, never a value.
 */
export function parseWithSchema<Schema extends z.core.$ZodType, Code extends string>(
	schema: Schema,
	value: unknown,
	{ subject, code }: ParsedSubject<Code>,
): Result<{ value: z.output<Schema> }, Code> {
	const parsed = z.safeParse(schema, value);
	if (parsed.success) return { success: true, value: parsed.data };
	const [issue] = parsed.error.issues;
	const path = writePath(issue?.path ?? []);
	return fail(
		typeof code === 'function' ? code(path) : code,
		`${subject} is invalid: ${path === '' ? 'it' : `"${path}"`} must be ${describeExpected(issue)}.`,
		path === '' ? undefined : path,
	);
}

/** A key that is no plain name may be a value, such as a phone number that a map is keyed by. */
const PLAIN_NAME = /^[a-z_]\w{0,63}$/i;

function writePath(path: readonly PropertyKey[]): string {
	return path
		.map((key) => (typeof key === 'string' && PLAIN_NAME.test(key) ? `.${key}` : writeIndex(key)))
		.join('')
		.replace(/^\./, '');
}

function writeIndex(key: PropertyKey): string {
	return typeof key === 'number' ? `[${key}]` : '[*]';
}

const NOUNS: Readonly<Record<string, string>> = {
	string: 'a string',
	number: 'a number',
	int: 'an integer',
	boolean: 'a boolean',
	array: 'an array',
	object: 'an object',
	record: 'an object',
	null: 'null',
	address: 'an http or https address',
};

function describeExpected(issue: z.core.$ZodIssue | undefined): string {
	switch (issue?.code) {
		case 'invalid_type':
			return NOUNS[issue.expected] ?? 'of another type';
		case 'custom':
			return NOUNS[String(issue.params?.expected)] ?? 'of another form';
		case 'invalid_value':
			return `one of ${issue.values.map((allowed) => JSON.stringify(allowed)).join(', ')}`;
		case 'too_big':
			return describeBound(issue.origin, `at most ${issue.maximum}`);
		case 'too_small':
			return describeBound(issue.origin, `at least ${issue.minimum}`);
		default:
			return 'of another form';
	}
}

const COUNTED: Readonly<Record<string, string>> = { string: 'characters', array: 'elements' };

function describeBound(origin: string, bound: string): string {
	const counted = COUNTED[origin];
	return counted === undefined ? bound : `${NOUNS[origin]} of ${bound} ${counted}`;
}
