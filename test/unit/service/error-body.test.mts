import { parseOAuthError, parseProblemBody } from '../../../core/error-body.ts';

describe('parseOAuthError', () => {
	test('gives error and description', () => {
		expect(
			parseOAuthError({
				error: 'invalid_grant',
				error_description: 'Token is not active',
				other: 1,
			}),
		).toEqual({ error: 'invalid_grant', description: 'Token is not active' });
	});

	test.each([
		[undefined],
		[null],
		['invalid_grant'],
		[['invalid_grant']],
		[{}],
		[{ error: '', error_description: '' }],
		[{ error: { code: 'invalid_grant' }, error_description: 5 }],
	])('there is none in %j', (body) => {
		expect(parseOAuthError(body)).toEqual({});
	});
});

describe('parseProblemBody', () => {
	test.each<[string, unknown, unknown]>([
		['text', 'gone', 'gone'],
		['fields', { title: 'Bad', status: 400 }, { title: 'Bad', status: '' }],
		[
			'a map of lists',
			{ errors: { Url: ['is required', 7] } },
			{ errors: { Url: ['is required', ''] } },
		],
		['four levels', [[[['deep']]]], [[['']]]],
		['a number', 7, ''],
		['nothing', undefined, ''],
		['null', { message: null }, { message: '' }],
	])('reads %s', (_, body, expected) => {
		expect(parseProblemBody(body)).toEqual(expected);
	});

	test('of each list and object the first 20 entries are read', () => {
		const entries = Array.from({ length: 21 }, (_, index) => [`field${index}`, `word ${index}`]);
		const twenty = entries.slice(0, 20);
		expect(parseProblemBody(Object.fromEntries(entries))).toEqual(Object.fromEntries(twenty));
		expect(parseProblemBody(entries)).toEqual(twenty);
	});

	test('a body may be nested however deep', () => {
		const body: unknown = JSON.parse(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`);
		expect(parseProblemBody(body)).toEqual({ a: { a: { a: '' } } });
	});
});
