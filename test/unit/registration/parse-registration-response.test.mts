import {
	parseRegistrationResponse,
	REGISTRATION_RESPONSE_ERROR_CODES,
} from '../../../core/registration/remembered.ts';

describe('parseRegistrationResponse', () => {
	test('takes the id', () => {
		expect(parseRegistrationResponse({ id: '7e7f', more: 1 })).toEqual({
			success: true,
			id: '7e7f',
		});
	});

	test.each([
		['response-not-object', null],
		['response-not-object', [{ id: '7e7f' }]],
		['response-without-id', {}],
		['response-without-id', { id: null }],
		['response-id-invalid', { id: 7 }],
		['response-id-invalid', { id: ' ' }],
		['response-id-invalid', { id: 'x'.repeat(257) }],
	])('answers %s for %j', (code, answer) => {
		const result = parseRegistrationResponse(answer);
		expect(result).toMatchObject({ success: false, error: { code } });
		expect(REGISTRATION_RESPONSE_ERROR_CODES).toContain(code);
	});

	test.each<[unknown, string]>([
		['id', 'is invalid: it must be an object.'],
		[{}, 'has no field "id".'],
		[{ id: 7 }, 'is invalid: "id" must be a string.'],
		[{ id: ' ' }, 'is invalid: "id" must be of another form.'],
		[{ id: 'x'.repeat(257) }, 'is invalid: "id" must be a string of at most 256 characters.'],
	])('says of %j that it %s', (answer, problem) => {
		const message = `The response to the registration ${problem}`;
		expect(parseRegistrationResponse(answer)).toMatchObject({ error: { message } });
	});
});
