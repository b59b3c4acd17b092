import { readRequestFailure } from '../../../../nodes/shared/http/read-request-failure.ts';

const failure = (fields: object, cause?: unknown) =>
	Object.assign(new Error('wrapped', { cause }), fields);

test.each([
	['a refused connection', failure({}, failure({ code: 'ECONNREFUSED' })), 'refused'],
	['a reset connection', failure({}, failure({ code: 'ECONNRESET' })), 'lost'],
	['a network code in place of a status', failure({ httpCode: 'ECONNRESET' }), 'lost'],
	['a time-out', failure({}, failure({ code: 'ECONNABORTED' })), 'lost'],
	['nothing known', failure({}), 'lost'],
])('%s is no answer', (_, error, reason) => {
	expect(readRequestFailure(error)).toEqual({ kind: 'no-answer', reason });
});

test.each([
	['invalid_client', 'client-refused'],
	['unauthorized_client', 'client-refused'],
	['invalid_grant', 'sign-in-expired'],
])('the OAuth error %s is %s', (error, code) => {
	const wrapped = failure({ httpCode: '401' }, failure({ body: { error } }));
	expect(readRequestFailure(wrapped)).toMatchObject({ kind: 'sign-in-failed', code });
});

test("n8n's own word that a credential is invalid is kept", () => {
	const error = failure({ failure: { cause: 'credential-invalid' } });
	expect(readRequestFailure(error)).toMatchObject({ code: 'sign-in-expired' });
});

test('401 after a renewed token is a refused sign-in, another status an answer', () => {
	expect(readRequestFailure(failure({ httpCode: '401' }))).toMatchObject({
		code: 'sign-in-refused',
	});
	expect(readRequestFailure(failure({ httpCode: '418' }))).toMatchObject({ status: 418 });
});
