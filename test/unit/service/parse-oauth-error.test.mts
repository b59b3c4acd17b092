import { parseOAuthError } from '../../../core/error-body.ts';

test('gives error and description', () => {
	expect(
		parseOAuthError({ error: 'invalid_grant', error_description: 'Token is not active', other: 1 }),
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
