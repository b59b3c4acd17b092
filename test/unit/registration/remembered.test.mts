import {
	fingerprintRegistration,
	type RegistrationIdentity,
	parseRememberedRegistrations,
} from '../../../core/registration/remembered.ts';

const issuer = 'https://id.example.com/realms/a';
const url = 'https://n8n.example.com/webhook/1';
const event_types = ['a', 'b'];
const identity: RegistrationIdentity = {
	apiBaseUrl: 'https://api.example.com',
	account: ['token', issuer, 'user-1'],
	webhookUrl: url,
	body: { url, event_types, options: { x: 1, y: 2 } },
	revision: 1,
};

const same = fingerprintRegistration(identity);

describe('fingerprintRegistration', () => {
	test('stays what it was: n8n keeps it', () => {
		expect(same).toBe('901b6a54b355fe1724c0c7f8ae126c5decc6c48ad396e59eafbca955d2a7dd78');
	});

	test.each<[string, Partial<RegistrationIdentity>]>([
		['a trailing slash', { apiBaseUrl: 'https://api.example.com//' }],
		['the host’s letter case', { apiBaseUrl: 'https://API.Example.com' }],
		['the default port', { apiBaseUrl: ' https://api.example.com:443/ ' }],
		['a trailing slash of the issuer', { account: ['token', `${issuer}/`, 'user-1'] }],
		['the order of fields', { body: { options: { y: 2, x: 1 }, event_types, url } }],
	])('does not change with %s', (_what, change) => {
		expect(fingerprintRegistration({ ...identity, ...change })).toBe(same);
	});

	test.each<[string, Partial<RegistrationIdentity>]>([
		['another address', { apiBaseUrl: 'https://api.example.org' }],
		['another base path', { apiBaseUrl: 'https://api.example.com/v2' }],
		['another scheme', { apiBaseUrl: 'http://api.example.com' }],
		['another issuer', { account: ['token', 'https://id.example.com', 'user-1'] }],
		['another subject', { account: ['token', 'https://id.example.com/realms/a', 'user-2'] }],
		['an account known by credential', { account: ['credential', 'user-1'] }],
		['another webhook URL', { webhookUrl: 'https://n8n.example.com/webhook/2' }],
		['another body', { body: { ...identity.body, enabled: true } }],
		['another order of a list', { body: { ...identity.body, event_types: ['b', 'a'] } }],
		['a raised revision', { revision: 2 }],
	])('changes with %s', (_what, change) => {
		expect(fingerprintRegistration({ ...identity, ...change })).not.toBe(same);
	});
});

const one = 'a'.repeat(64);
const other = 'b'.repeat(64);
const registration = {
	id: '7',
	registeredAt: '2026-11-21T12:00:00.000Z',
	webhookUrl: 'https://n8n.example.com/webhook/1',
	events: ['ConversationComplete'],
};

describe('parseRememberedRegistrations', () => {
	test.each([[undefined], [null], ['text'], [5], [[registration]]])(
		'takes %j for no memory',
		(stored) => {
			expect(parseRememberedRegistrations(stored)).toEqual(new Map());
		},
	);

	test('reads back what was stored, and leaves out entries that are no registration', () => {
		const stored = {
			[one]: registration,
			[other]: { id: 5 },
			['c'.repeat(64)]: { id: '' },
			['d'.repeat(64)]: 'text',
			['e'.repeat(64)]: { id: 'x', registeredAt: 5, webhookUrl: 5, events: 'all' },
			'not-a-fingerprint': registration,
			__dataChanged: true,
		};
		expect(parseRememberedRegistrations(stored)).toEqual(new Map([[one, registration]]));
	});
});
