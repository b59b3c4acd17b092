import { checkCrm } from '../check-crm.mts';
import { createInbound } from '../create-call.mts';
import { host, useExample } from '../use-example.mts';

// The example against a stand-in for HubSpot's CRM API.
const crm = () => host.vendors.hubspot;
const example = useExample('crm-hubspot');

checkCrm(example, {
	contacts: () => crm().contacts,
	calls: () => crm().calls,
	contactIdOf: ({ associations }) => associations[0]?.to.id,
	ofNobody: {
		properties: { hs_call_direction: 'INBOUND', hs_call_duration: '0' },
		associations: [],
	},
	describeContact: (phone) => ({
		properties: { phone, lastname: `Caller ${phone}` },
		associations: [],
	}),
	describeCall: ({ duration_seconds }, startedAt, { agent_title, transcript }) => ({
		properties: {
			hs_call_title: `Call with ${String(agent_title)}`,
			hs_call_direction: 'OUTBOUND',
			hs_call_status: 'COMPLETED',
			hs_call_duration: String(Math.round(Number(duration_seconds) * 1000)),
			hs_timestamp: startedAt,
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
	const error_message = outcome === 'failed' ? 'Closed' : null;
	await example.finish({ outcome, overrides: { error_message } });
	expect(crm().calls).toMatchObject([{ properties: { hs_call_status } }]);
});

test('a contact is found however its number is stored, in the right country', async () => {
	const stored = [
		['+12025550160', { phone: '(202) 555-0160' }],
		['+12025550161', { mobilephone: '+12025550161' }],
		['+12025550162', { mobilephone: '202-555-0162' }],
		['+494012345670', { phone: '+49 (0)40 12345670' }],
		['+494012345671', { phone: '+49(0)40/12345671' }],
		['+494012345672', { phone: '040 123 456 72' }],
	] as const;
	// The same digits in another country are somebody else.
	const others = ['+492025550160', '+44 (0)40 12345670'].map((phone) => ({ phone }));
	const known = [...others, ...stored.map(([, properties]) => properties)];
	const contacts = known.map((properties, index) => ({ id: String(7000 + index), properties }));
	crm().contacts.splice(0, Infinity, ...contacts);
	for (const [from_number] of stored) await example.deliver(createInbound({ from_number }));
	expect(crm().contacts).toHaveLength(known.length);
	expect(crm().calls.map(({ associations }) => associations[0]?.to.id)).toEqual(
		stored.map((_, index) => String(7000 + others.length + index)),
	);
});
