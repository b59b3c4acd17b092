import { checkCrm } from '../check-crm.mts';
import { host, useExample } from '../use-example.mts';

// The example against a stand-in for HubSpot's CRM API.
const crm = () => host.vendors.hubspot;
const example = useExample('crm-hubspot');

checkCrm(example, {
	contacts: () => crm().contacts,
	calls: () => crm().calls,
	contactIdOf: ({ associations }) => associations[0]?.to.id,
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
	['inbound', 'Ada Lovelace'],
	['outbound', 'Caller +12025550161'],
])('a new contact of an %s call is named %s', async (direction, lastname) => {
	await example.setOptions('Voice Agent Trigger', { direction, customerNumber: 'from' });
	const from_number = direction === 'inbound' ? '+12025550160' : '+12025550161';
	await example.finish({ overrides: { from_number, called_by_name: 'Ada Lovelace' } });
	expect(crm().contacts.at(-1)?.properties).toEqual({ phone: from_number, lastname });
});
