import {
	addRegistration,
	findRegistration,
	findRegistrationOfUrl,
	forgetRegistration,
	parseRememberedRegistrations,
} from '../../../core/registration/remembered.ts';

const one = 'a'.repeat(64);
const other = 'b'.repeat(64);
const registration = {
	id: '7e7f',
	registeredAt: '2026-11-21T12:00:00.000Z',
	webhookUrl: 'https://n8n.example.com/webhook/1',
	events: ['ConversationComplete'],
};

describe('parseRememberedRegistrations', () => {
	test.each([[undefined], [null], ['text'], [5], [[registration]]])(
		'takes %j for no memory',
		(stored) => {
			expect(parseRememberedRegistrations(stored)).toEqual({});
		},
	);

	test('reads back what was added, through JSON', () => {
		const stored: unknown = JSON.parse(JSON.stringify(addRegistration({}, one, registration)));
		expect(findRegistration(parseRememberedRegistrations(stored), one)).toEqual(registration);
	});

	test('leaves out entries that are no registration, and keeps the others', () => {
		const stored = {
			[one]: registration,
			[other]: { id: 5 },
			['c'.repeat(64)]: { id: '' },
			['d'.repeat(64)]: 'text',
			['e'.repeat(64)]: { id: 'x', registeredAt: 5, webhookUrl: 5, events: 'all' },
			'not-a-fingerprint': registration,
			__dataChanged: true,
		};
		expect(parseRememberedRegistrations(stored)).toEqual({ [one]: registration });
	});
});

describe('the remembered registrations', () => {
	test('finds only its own fingerprints', () => {
		expect(findRegistration({}, 'constructor')).toBeUndefined();
		expect(findRegistration(addRegistration({}, one, registration), other)).toBeUndefined();
	});

	test('adds and forgets without touching the map passed in or the other entries', () => {
		const before = addRegistration({}, one, registration);
		const both = addRegistration(before, other, { ...registration, id: 'second' });
		expect(Object.keys(before)).toEqual([one]);
		expect(Object.keys(forgetRegistration(both, one))).toEqual([other]);
		expect(Object.keys(both)).toEqual([one, other]);
	});

	test('finds the latest of a webhook URL', () => {
		const url = registration.webhookUrl;
		const later = { ...registration, id: 'later', events: ['SessionStarted'] };
		const elsewhere = { ...registration, id: 'elsewhere', webhookUrl: `${url}/2` };
		expect(findRegistrationOfUrl([registration, later, elsewhere], url)).toBe(later);
		expect(findRegistrationOfUrl([elsewhere], url)).toBeUndefined();
	});
});
