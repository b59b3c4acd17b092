import {
	fingerprintRegistration,
	type RegistrationIdentity,
} from '../../../core/registration/remembered.ts';

const identity: RegistrationIdentity = {
	apiBaseUrl: 'https://api.example.com',
	account: { issuer: 'https://id.example.com/realms/a', subject: 'user-1' },
	webhookUrl: 'https://n8n.example.com/webhook/1',
	body: {
		url: 'https://n8n.example.com/webhook/1',
		event_types: ['a', 'b'],
		options: { x: 1, y: 2 },
	},
	revision: 1,
};

const same = fingerprintRegistration(identity);

describe('fingerprintRegistration', () => {
	test('is a SHA-256 in hex', () => {
		expect(same).toMatch(/^[0-9a-f]{64}$/);
	});

	test.each<[string, Partial<RegistrationIdentity>]>([
		['a trailing slash', { apiBaseUrl: 'https://api.example.com//' }],
		['the host’s letter case', { apiBaseUrl: 'https://API.Example.com' }],
		['the default port', { apiBaseUrl: ' https://api.example.com:443/ ' }],
		[
			'the order of fields',
			{
				body: {
					options: { y: 2, x: 1 },
					event_types: ['a', 'b'],
					url: 'https://n8n.example.com/webhook/1',
				},
			},
		],
	])('does not change with %s', (_what, change) => {
		expect(fingerprintRegistration({ ...identity, ...change })).toBe(same);
	});

	test.each<[string, Partial<RegistrationIdentity>]>([
		['another address', { apiBaseUrl: 'https://api.example.org' }],
		['another base path', { apiBaseUrl: 'https://api.example.com/v2' }],
		['another scheme', { apiBaseUrl: 'http://api.example.com' }],
		['another issuer', { account: { issuer: 'https://id.example.com', subject: 'user-1' } }],
		[
			'another subject',
			{ account: { issuer: 'https://id.example.com/realms/a', subject: 'user-2' } },
		],
		['an account known by credential', { account: { credentialId: 'user-1' } }],
		['another webhook URL', { webhookUrl: 'https://n8n.example.com/webhook/2' }],
		['another body', { body: { ...identity.body, enabled: true } }],
		['another order of a list', { body: { ...identity.body, event_types: ['b', 'a'] } }],
		['a raised revision', { revision: 2 }],
	])('changes with %s', (_what, change) => {
		expect(fingerprintRegistration({ ...identity, ...change })).not.toBe(same);
	});

	test('keeps issuer and subject apart', () => {
		const one = { ...identity, account: { issuer: 'ab', subject: 'c' } };
		const other = { ...identity, account: { issuer: 'a', subject: 'bc' } };
		expect(fingerprintRegistration(one)).not.toBe(fingerprintRegistration(other));
	});
});
