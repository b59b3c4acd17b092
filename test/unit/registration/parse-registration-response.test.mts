import {
	parseRegistrationResponse,
	REGISTRATION_RESPONSE_ERROR_CODES,
} from '../../../core/registration/parse-registration-response.ts';

describe('parseRegistrationResponse', () => {
	test('takes the id', () => {
		expect(parseRegistrationResponse({ id: '7e7f', more: 1 })).toEqual({
			success: true,
			id: '7e7f',
		});
	});

	test.each([
		['answer-not-object', undefined],
		['answer-not-object', null],
		['answer-not-object', 'id'],
		['answer-not-object', [{ id: '7e7f' }]],
		['answer-without-id', {}],
		['answer-without-id', { id: null }],
		['answer-id-invalid', { id: 7 }],
		['answer-id-invalid', { id: '' }],
		['answer-id-invalid', { id: ' ' }],
		['answer-id-invalid', { id: 'x'.repeat(257) }],
	])('answers %s for %j', (code, answer) => {
		const result = parseRegistrationResponse(answer);
		expect(result).toMatchObject({ success: false, error: { code } });
		expect(REGISTRATION_RESPONSE_ERROR_CODES).toContain(code);
	});
});
