import { checkCrm } from '../check-crm.mts';
import { createInbound } from '../create-call.mts';
import { setUps } from '../set-ups.mts';
import { host, useExample } from '../use-example.mts';

// The example against a stand-in for HubSpot's CRM API.
const crm = () => host.vendors.hubspot;
const example = useExample('crm-hubspot', () => setUps['crm-hubspot']);

checkCrm(example, {
	contacts: () => crm().contacts,
	calls: () => crm().calls,
	contactIdOf: ({ associations }) => associations[0]?.to.id,
	callOfNobody: {
		properties: expect.not.objectContaining({
			hs_call_direction: expect.anything(),
			hs_call_duration: expect.anything(),
		}),
		associations: [],
	},
	describeContact: (phone) => ({
		properties: { phone, lastname: `Caller ${phone}` },
		associations: [],
	}),
	describeCall: ({ duration_seconds }, startedAt, { agent_title }) => ({
		properties: {
			hs_call_title: `Call with ${String(agent_title)}: completed`,
			hs_call_direction: 'OUTBOUND',
			hs_call_status: 'COMPLETED',
			hs_call_duration: String(Math.round(Number(duration_seconds) * 1000)),
			hs_timestamp: startedAt.replace('.000', ''),
			hs_call_body: expect.stringContaining(`<b>Agent:</b> ${String(agent_title)}`),
		},
	}),
	textOf: ({ properties }) => properties.hs_call_body,
	write: 'POST /crm/v3/objects/calls',
	find: 'POST /crm/v3/objects/contacts/search',
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

test('a word of Outcome Rules is in the title, and the status says who was reached', async () => {
	const rule = [{ when: 'statusIs', value: 'Sold', outcome: 'sold' }];
	await example.set('Voice Agent Trigger', () => ({ outcomeRules: { rule } }));
	await example.finish({ withRecording: false, overrides: { status: 'Sold' } });
	const hs_call_title = expect.stringMatching(/: sold$/);
	expect(crm().calls).toMatchObject([
		{ properties: { hs_call_title, hs_call_status: 'COMPLETED' } },
	]);
});

test('of a call of which nothing is known, no status and no direction is written', async () => {
	const unknown = { history: null, error_message: null, status: null, duration_seconds: null };
	await example.deliver(createInbound({ ...unknown, to_number: null }));
	const { hs_call_status, hs_call_direction } = crm().calls[0]?.properties ?? {};
	expect([crm().calls.length, hs_call_status, hs_call_direction]).toEqual([
		1,
		undefined,
		undefined,
	]);
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
