import { parseRememberedRegistrations } from '../../../core/registration/remembered.ts';

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
			expect(parseRememberedRegistrations(stored)).toEqual(new Map());
		},
	);

	test('reads back what was stored, through JSON', () => {
		const stored: unknown = JSON.parse(JSON.stringify({ [one]: registration }));
		expect(parseRememberedRegistrations(stored).get(one)).toEqual(registration);
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
		expect(parseRememberedRegistrations(stored)).toEqual(new Map([[one, registration]]));
	});
});
