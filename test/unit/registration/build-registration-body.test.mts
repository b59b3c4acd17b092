import {
	buildRegistrationBody,
	REGISTRATION_BODY_ERROR_CODES,
	type RegistrationBodySettings,
} from '../../../core/registration/build-registration-body.ts';

const webhookUrl = 'https://n8n.example.com/webhook/1?a="b"&c=$&\\';

function bodyFor(settings: Partial<RegistrationBodySettings>): unknown {
	const result = buildRegistrationBody({ webhookUrl, ...settings });
	return result.success ? result.body : result.error.code;
}

describe('buildRegistrationBody', () => {
	test('builds the default body', () => {
		expect(bodyFor({})).toEqual({
			url: webhookUrl,
			description: 'n8n Voice Agent Trigger',
			event_types: ['ConversationComplete'],
			enabled: true,
		});
	});

	test('renames the URL field, also to the name of another field', () => {
		expect(bodyFor({ urlFieldName: ' callback_url ' })).toEqual({
			callback_url: webhookUrl,
			description: 'n8n Voice Agent Trigger',
			event_types: ['ConversationComplete'],
			enabled: true,
		});
		expect(bodyFor({ urlFieldName: 'description' })).toMatchObject({ description: webhookUrl });
	});

	test.each<[string, unknown]>([
		['an object', { enabled: false, target: { to: '%WEBHOOK_URL%' }, kinds: ['%EVENT%'] }],
		['JSON text', '{"enabled": false, "target": {"to": "%WEBHOOK_URL%"}, "kinds": ["%EVENT%"]}'],
	])('adds extra fields from %s, over its own', (_form, extraFields) => {
		expect(bodyFor({ extraFields })).toEqual({
			url: webhookUrl,
			description: 'n8n Voice Agent Trigger',
			event_types: ['ConversationComplete'],
			enabled: false,
			target: { to: webhookUrl },
			kinds: ['ConversationComplete'],
		});
	});

	test('names several events one by one in a list, and joined by a comma elsewhere', () => {
		const events = ['ConversationComplete', 'SessionStarted'];
		expect(bodyFor({ events })).toMatchObject({ event_types: events });
		const wholeBody = {
			to: '%WEBHOOK_URL%',
			list: ['first', '%EVENT%', ['%EVENT%']],
			inText: ['on %EVENT%'],
			text: '%EVENT%',
			'%EVENT%': 1,
		};
		expect(bodyFor({ events, wholeBody })).toEqual({
			to: webhookUrl,
			list: ['first', ...events, events],
			inText: ['on ConversationComplete,SessionStarted'],
			text: 'ConversationComplete,SessionStarted',
			'ConversationComplete,SessionStarted': 1,
		});
		expect(bodyFor({ events, extraFields: '{"kinds": ["%EVENT%"]}' })).toMatchObject({
			kinds: events,
		});
	});

	test('leaves a placeholder alone that comes from the name of an event', () => {
		const events = ['%WEBHOOK_URL%', '%EVENT%'];
		expect(bodyFor({ events })).toMatchObject({ event_types: events });
	});

	test.each([[undefined], [null], [' '], [{}]])('adds nothing for %j', (extraFields) => {
		expect(bodyFor({ extraFields })).toEqual(bodyFor({}));
	});

	test.each([
		['text', '{"to": {"href": "%WEBHOOK_URL%"}, "%EVENT%": true, "n": 1}'],
		['parsed JSON', { to: { href: '%WEBHOOK_URL%' }, '%EVENT%': true, n: 1 }],
	])('uses a whole body of %s and cannot be broken by the address', (_form, wholeBody) => {
		expect(bodyFor({ wholeBody, extraFields: 'ignored', urlFieldName: '' })).toEqual({
			to: { href: webhookUrl },
			ConversationComplete: true,
			n: 1,
		});
	});

	test('leaves a placeholder alone that comes from a value', () => {
		const url = 'https://n8n.example.com/%EVENT%';
		expect(
			buildRegistrationBody({ webhookUrl: url, wholeBody: '{"to": "%WEBHOOK_URL%"}' }),
		).toEqual({ success: true, body: { to: url } });
	});

	test('keeps a field named __proto__ a field', () => {
		const body = bodyFor({ extraFields: '{"__proto__": {"x": 1}}' });
		expect(JSON.stringify(body)).toContain('"__proto__":{"x":1}');
	});

	test.each<[string, Partial<RegistrationBodySettings>]>([
		['events-empty', { events: [] }],
		['url-field-name-empty', { urlFieldName: '  ' }],
		['extra-fields-not-json', { extraFields: '{"a": secret}' }],
		['extra-fields-not-object', { extraFields: '[1]' }],
		['extra-fields-not-object', { extraFields: 5 }],
		['extra-fields-not-object', { extraFields: [5] }],
		['body-not-json', { wholeBody: '{"url": %WEBHOOK_URL%}' }],
		['body-not-object', { wholeBody: '["%WEBHOOK_URL%"]' }],
		['body-not-object', { wholeBody: 5 }],
		['body-without-webhook-url', { wholeBody: '{"url": "https://other.example.com"}' }],
		['body-without-webhook-url', { extraFields: { url: 'https://other.example.com' } }],
	])('answers %s for %j', (code, broken) => {
		expect(bodyFor(broken)).toBe(code);
		expect(REGISTRATION_BODY_ERROR_CODES).toContain(code);
	});

	test('never quotes the body in a message', () => {
		const result = buildRegistrationBody({ webhookUrl, wholeBody: '{"key": hush}' });
		expect(JSON.stringify(result)).not.toContain('hush');
	});
});
