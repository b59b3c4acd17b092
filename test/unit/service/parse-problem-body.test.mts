import { parseProblemBody } from '../../../core/service/parse-problem-body.ts';

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

test('a body may be nested however deep', () => {
	const body: unknown = JSON.parse(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`);
	expect(parseProblemBody(body)).toEqual({ a: { a: { a: '' } } });
});
