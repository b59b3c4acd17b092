import {
	buildRegistrationBody,
	REGISTRATION_BODY_ERROR_CODES,
	type RegistrationBodySettings,
} from '../../../core/registration/body.ts';

const webhookUrl = 'https://n8n.example.com/webhook/1?a="b"&c=$&\\';

function bodyFor(settings: Partial<RegistrationBodySettings>): unknown {
	const result = buildRegistrationBody({ webhookUrl, ...settings });
	return result.success ? result.body : result.error.code;
}

describe('buildRegistrationBody', () => {
	// The default body is in test/unit/docs/pages.
	test('names several events one by one in a list, and joined by a comma elsewhere', () => {
		const events = ['ConversationComplete', 'SessionStarted'];
		expect(bodyFor({ events })).toMatchObject({ event_types: events });
		const body = {
			to: '%WEBHOOK_URL%',
			list: ['first', '%EVENT%', ['%EVENT%']],
			inText: ['on %EVENT%'],
			text: '%EVENT%',
			'%EVENT%': 1,
		};
		expect(bodyFor({ events, body })).toEqual({
			to: webhookUrl,
			list: ['first', ...events, events],
			inText: ['on ConversationComplete,SessionStarted'],
			text: 'ConversationComplete,SessionStarted',
			'ConversationComplete,SessionStarted': 1,
		});
	});

	test('leaves a placeholder alone that comes from the name of an event', () => {
		const events = ['%WEBHOOK_URL%', '%EVENT%'];
		expect(bodyFor({ events })).toMatchObject({ event_types: events });
	});

	test.each([[undefined], [null], [' ']])('builds the default body from %j', (body) => {
		expect(bodyFor({ body })).toEqual(bodyFor({}));
	});

	test.each([
		['text', '{"to": {"href": "%WEBHOOK_URL%"}, "%EVENT%": true, "n": 1}'],
		['parsed JSON', { to: { href: '%WEBHOOK_URL%' }, '%EVENT%': true, n: 1 }],
	])('takes the body from %s, and no address breaks it', (_form, body) => {
		expect(bodyFor({ body })).toEqual({
			to: { href: webhookUrl },
			ConversationComplete: true,
			n: 1,
		});
	});

	test('leaves a placeholder alone that comes from a value', () => {
		const url = 'https://n8n.example.com/%EVENT%';
		expect(buildRegistrationBody({ webhookUrl: url, body: '{"to": "%WEBHOOK_URL%"}' })).toEqual({
			success: true,
			body: { to: url },
		});
	});

	test('keeps a field named __proto__ a field', () => {
		const body = bodyFor({ body: '{"url": "%WEBHOOK_URL%", "__proto__": {"x": 1}}' });
		expect(JSON.stringify(body)).toContain('"__proto__":{"x":1}');
	});

	test.each<[string, Partial<RegistrationBodySettings>]>([
		['events-empty', { events: [] }],
		['body-not-json', { body: '{"url": %WEBHOOK_URL%}' }],
		['body-not-object', { body: '["%WEBHOOK_URL%"]' }],
		['body-not-object', { body: 5 }],
		['body-without-webhook-url', { body: '{"url": "https://other.example.com"}' }],
	])('answers %s for %j', (code, broken) => {
		expect(bodyFor(broken)).toBe(code);
		expect(REGISTRATION_BODY_ERROR_CODES).toContain(code);
	});

	test('says what is wrong with a body that is no object', () => {
		expect(buildRegistrationBody({ webhookUrl, body: '"%WEBHOOK_URL%"' })).toMatchObject({
			error: { message: 'The registration body is invalid: it must be an object.' },
		});
	});

	test('never quotes the body in a message', () => {
		const result = buildRegistrationBody({ webhookUrl, body: '{"key": hush}' });
		expect(JSON.stringify(result)).not.toContain('hush');
	});
});
