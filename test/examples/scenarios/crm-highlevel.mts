import { checkCrm } from '../check-crm.mts';
import { host, useExample } from '../use-example.mts';

// The example against a stand-in for HighLevel's API.
const crm = () => host.vendors.highlevel;
const example = useExample('crm-highlevel');

checkCrm(example, {
	contacts: () => crm().contacts,
	calls: () => crm().notes,
	contactIdOf: ({ contactId }) => contactId,
	takesCallsOfNobody: false,
	describeContact: (phone) => ({ phone }),
	describeCall: (_, { transcript }) => ({ body: expect.stringContaining(String(transcript)) }),
	textOf: ({ body }) => body,
	write: 'POST /contacts/upsert/',
});

test.each([null, 'anonymous', '1234'])('a call of %p ends at the filter', async (from_number) => {
	const { run } = await example.finish({ withCampaign: false, overrides: { from_number } });
	expect(run.items('Remove Duplicates')).toHaveLength(1);
	expect(run.items('Has a Number?')).toEqual([]);
	expect(crm().notes).toEqual([]);
});

test('the moment of a call is written in UTC', async () => {
	await example.finish({ overrides: { started_at: '2026-11-21T00:30:00+02:00' } });
	expect(crm().notes[0]?.body).toContain('\nStarted: 2026-11-20T22:30:00.000Z\n');
});
