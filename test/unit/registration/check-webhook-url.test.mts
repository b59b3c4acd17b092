import { checkWebhookUrl, WEBHOOK_URL_ERROR_CODES } from '../../../core/registration/body.ts';

const valid = {
	webhookUrl: 'https://n8n.example.com/webhook/5c3e',
	apiBaseUrl: 'https://api.example.com',
};

const codeFor = (broken: Partial<typeof valid>) => checkWebhookUrl({ ...valid, ...broken });

describe('checkWebhookUrl', () => {
	test('passes a public webhook URL', () => {
		expect(checkWebhookUrl(valid)).toBeUndefined();
	});

	test.each(['http://localhost:5678/webhook/1', 'http://192.168.0.2/webhook/1', 'http://[::1]/w'])(
		'rejects %s where the service is public',
		(webhookUrl) => {
			expect(codeFor({ webhookUrl })).toBe('webhook-url-unreachable');
		},
	);

	test.each(['http://localhost:4000', 'http://10.0.0.4/api', 'http://sandbox:4000'])(
		'passes a private webhook URL where the service is at %s',
		(apiBaseUrl) => {
			expect(
				codeFor({ webhookUrl: 'http://localhost:5678/webhook/1', apiBaseUrl }),
			).toBeUndefined();
		},
	);

	test.each([
		['webhook-url-invalid', { webhookUrl: '/webhook/1' }],
		['webhook-url-invalid', { webhookUrl: 'ftp://n8n.example.com/' }],
		['api-base-url-invalid', { apiBaseUrl: '' }],
		['api-base-url-invalid', { apiBaseUrl: 'api.example.com' }],
	])('answers %s for %j', (code, broken) => {
		expect(codeFor(broken)).toBe(code);
		expect(WEBHOOK_URL_ERROR_CODES).toContain(code);
	});
});
