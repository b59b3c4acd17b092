import {
	buildRegistrationBody,
	findSecretField,
	readWebhookId,
	readWebhookIdOfRedirect,
} from '../../../core/registration/body.ts';
import ids from '../../fixtures/webhook-ids.json' with { type: 'json' };

const webhookUrl = 'https://n8n.example.com/webhook/1?a="b"&c=$&\\';

type Settings = { body?: unknown; events?: readonly string[] };

/** The body, or what is wrong with what was given. */
function bodyFor({ body, events = ['ConversationComplete'] }: Settings): unknown {
	const built = buildRegistrationBody(body, { webhookUrl, events });
	return built.success ? built.body : built.error.message;
}

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

test.each([[undefined], [null]])('builds the default body from %j', (body) => {
	expect(bodyFor({ body })).toEqual(bodyFor({}));
});

test.each([
	['text', '{"to": {"href": "%WEBHOOK_URL%"}, "%EVENT%": true, "n": 1}'],
	['parsed JSON', { to: { href: '%WEBHOOK_URL%' }, '%EVENT%': true, n: 1 }],
])('takes the body from %s, and no address breaks it', (_form, body) => {
	const expected = { to: { href: webhookUrl }, ConversationComplete: true, n: 1 };
	expect(bodyFor({ body })).toEqual(expected);
});

test('leaves a placeholder alone that comes from a value', () => {
	const url = 'https://n8n.example.com/%EVENT%';
	const events = ['%WEBHOOK_URL%', '%EVENT%'];
	const body = '{"to": ["%WEBHOOK_URL%"], "list": ["%EVENT%"]}';
	const expected = { success: true, body: { to: [url], list: events } };
	expect(buildRegistrationBody(body, { webhookUrl: url, events })).toEqual(expected);
});

test('keeps a field named __proto__ a field', () => {
	const body = bodyFor({ body: '{"url": "%WEBHOOK_URL%", "__proto__": {"x": 1}}' });
	expect(JSON.stringify(body)).toContain('"__proto__":{"x":1}');
});

test.each<[string, Settings]>([
	[
		'The registration body is not valid JSON. Put placeholders inside quotes: "%WEBHOOK_URL%".',
		{ body: '{"url": %WEBHOOK_URL%, "key": hush}' },
	],
	['The registration body is invalid: it must be an object.', { body: '["%WEBHOOK_URL%"]' }],
	['The registration body is invalid: it must be an object.', { body: '"%WEBHOOK_URL%"' }],
	['The registration body is invalid: it must be an object.', { body: 5 }],
	[
		'The registration body does not hold the webhook URL. Put %WEBHOOK_URL% in the place of the address.',
		{ body: '{"url": "https://other.example.com"}' },
	],
])('says "%s" for %j', (problem, broken) => {
	expect(bodyFor(broken)).toBe(problem);
});

test('the id of a webhook is read from a response, up to 256 characters', () => {
	expect(readWebhookId({ id: '7e7f', more: 1 })).toBe('7e7f');
	expect(readWebhookId({ id: 'x'.repeat(256) })).toHaveLength(256);
});

const { found, none, noneInLocation } = ids;

test.each<{ body?: unknown; location?: string; id: string }>(found)(
	'other services write it as $body with the location $location',
	({ body, location, id }) => {
		expect(readWebhookId(body, location)).toBe(id);
	},
);

test.each([...none, undefined, { id: 'x'.repeat(257) }].map((response) => [response]))(
	'there is no id in %j',
	(response) => {
		expect(readWebhookId(response)).toBeUndefined();
	},
);

test.each(noneInLocation)('there is none in the location %s', (path) => {
	expect(readWebhookId('', `https://api.example.com${path}`)).toBeUndefined();
});

test.each([
	['https://api.example.com/api/Webhooks/7e7f-1', '7e7f-1'],
	['http://api.example.com:8080/v2/webhooks/5', '5'],
	['https://api.example.com/api/Webhooks/new', undefined],
	['https://api.example.com/api/Webhooks/', undefined],
	['https://api.example.com/login/7', undefined],
	['https://login.example.com/api/Webhooks/7e7f-1', undefined],
])('303 to %s names the id %s', (location, id) => {
	expect(readWebhookIdOfRedirect(location, 'https://api.example.com')).toBe(id);
});

test.each<[unknown, string | undefined]>([
	[{ id: 1, signing_secret: 's' }, 'signing_secret'],
	[{ webhook: { id: 1, Secret: 's' } }, 'Secret'],
	[[{ data: { signingKey: 's' } }], 'signingKey'],
	[{ id: 1, secret: null, clientSecret: '' }, undefined],
	['secret', undefined],
])('the secret of %j is in the field %s', (body, name) => {
	expect(findSecretField(body)).toBe(name);
});
