import { isReachableFromService } from '../../../core/net/address.ts';

test.each([
	['https://n8n.example.com/webhook/5c3e', 'https://api.example.com', true],
	['http://localhost:5678/webhook/1', 'https://api.example.com', false],
	['http://192.168.0.2/webhook/1', 'https://api.example.com', false],
	['http://[::1]/w', 'https://api.example.com', false],
	['http://localhost:5678/webhook/1', 'http://localhost:4000', true],
	['http://localhost:5678/webhook/1', 'http://10.0.0.4/api', true],
	['http://localhost:5678/webhook/1', 'http://sandbox:4000', true],
])('%s can be reached from %s: %s', (webhookUrl, apiBaseUrl, expected) => {
	expect(isReachableFromService(new URL(webhookUrl), new URL(apiBaseUrl))).toBe(expected);
});
