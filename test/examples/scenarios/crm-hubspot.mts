import { checkCrm } from '../check-crm.mts';
import { host, useExample } from '../use-example.mts';

// The example against a stand-in for HubSpot's CRM API.
const crm = () => host.vendors.hubspot;
const example = useExample('crm-hubspot');

checkCrm(example, {
	contacts: () => crm().contacts,
	calls: () => crm().calls,
	contactIdOf: ({ associations }) => associations[0]?.to.id,
	takesCallsOfNobody: true,
	describeContact: (phone) => ({ properties: { phone, lastname: `Caller ${phone}` } }),
	describeCall: (record, { transcript }) => ({
		properties: {
			hs_call_title: `Call with ${String(record.agent_title ?? record.agent_name)}`,
			hs_call_direction: 'OUTBOUND',
			hs_call_status: 'COMPLETED',
			hs_call_duration: String(Math.round(Number(record.duration_seconds) * 1000)),
			hs_timestamp: new Date(String(record.started_at ?? record.start_time)).toISOString(),
			hs_call_body: expect.stringContaining(String(transcript).split('\n')[0] ?? ''),
		},
	}),
	textOf: ({ properties }) => properties.hs_call_body,
	write: 'POST /crm/v3/objects/calls',
	files: () =>
		crm().files.filter(({ id }) => crm().attachments.some(({ fileId }) => fileId === id)),
});

test.each([
	['failed', 'FAILED'],
	['no_answer', 'NO_ANSWER'],
] as const)('a call that ended as %s has the status %s', async (outcome, hs_call_status) => {
	await example.finish({
		outcome,
		overrides: { error_message: outcome === 'failed' ? 'Closed' : null },
	});
	expect(crm().calls).toMatchObject([{ properties: { hs_call_status } }]);
});

test('a call that says next to nothing becomes a call without a contact', async () => {
	const before = crm().contacts.length;
	await example.finish({
		withCampaign: false,
		overrides: { from_number: null, started_at: null, audio_url: null, duration_seconds: null },
	});
	expect(crm().contacts).toHaveLength(before);
	const properties = { hs_call_direction: 'INBOUND', hs_call_duration: '0' };
	expect(crm().calls).toMatchObject([{ properties, associations: [] }]);
});

test.each([
	['an offset', '2026-11-21T00:30:00+02:00', '2026-11-20T22:30:00.000Z'],
	['no zone', '2026-11-21T01:30:00', '2026-11-21T01:30:00.000Z'],
])('a moment with %s is written in UTC', async (_, started_at, hs_timestamp) => {
	await example.finish({ overrides: { started_at } });
	expect(crm().calls).toMatchObject([{ properties: { hs_timestamp } }]);
});

test.each([
	['a phone as the country writes it', { phone: '(202) 555-0160' }],
	['a mobile phone', { mobilephone: '+12025550160' }],
	['a mobile phone as the country writes it', { mobilephone: '202-555-0160' }],
])('%s is the same number', async (_, properties) => {
	// The same digits in another country are somebody else.
	const others = { id: '7000', properties: { phone: '+492025550160' } };
	crm().contacts.splice(0, Infinity, others, { id: '7001', properties });
	await example.finish({ withCampaign: false, overrides: { from_number: '+12025550160' } });
	expect(crm().contacts).toHaveLength(2);
	expect(crm().calls).toMatchObject([{ associations: [{ to: { id: '7001' } }] }]);
});

test.each(['+49 (0)40 12345678', '+49(0)40/12345678', '040 123 456 78'])(
	'a contact whose number is stored as %s is found',
	async (phone) => {
		const others = { id: '7000', properties: { phone: '+44 (0)40 12345678' } };
		crm().contacts.splice(0, Infinity, others, { id: '7001', properties: { phone } });
		await example.finish({ withCampaign: false, overrides: { from_number: '+494012345678' } });
		expect(crm().contacts).toHaveLength(2);
		expect(crm().calls).toMatchObject([{ associations: [{ to: { id: '7001' } }] }]);
	},
);

test('whoever is signed in at the service names no contact', async () => {
	const overrides = { from_number: '+12025550161', called_by_name: 'Ada Lovelace' };
	await example.finish({ withCampaign: false, overrides });
	const lastname = `Caller ${overrides.from_number}`;
	expect(crm().contacts.at(-1)?.properties).toEqual({ phone: overrides.from_number, lastname });
});
