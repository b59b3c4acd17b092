import { checkCrm } from '../check-crm.mts';
import { createInbound } from '../create-call.mts';
import { setUps } from '../set-ups.mts';
import { host, useExample } from '../use-example.mts';

// The example against a stand-in for HighLevel's API.
const crm = () => host.vendors.highlevel;
const example = useExample('crm-highlevel', () => setUps['crm-highlevel']);

checkCrm(example, {
	contacts: () => crm().contacts,
	calls: () => crm().notes,
	contactIdOf: ({ contactId }) => contactId,
	callOfNobody: undefined,
	describeContact: (phone) => ({ phone }),
	describeCall: (_record, _startedAt, { transcript }) => ({
		body: expect.stringContaining(`\n\n${String(transcript).split('\n')[0]}`),
	}),
	textOf: ({ body }) => body,
	write: 'POST /contacts/*/notes',
	find: 'POST /contacts/upsert/',
});

test('a call of a number that is too short ends at the filter', async () => {
	const run = await example.deliver(createInbound({ from_number: '1234' }));
	expect(run.items('Has a Number?')).toEqual([]);
	expect(crm().notes).toEqual([]);
});

test('a contact that HighLevel did not add at first is added once', async () => {
	host.vendors.failOnce('POST /contacts/upsert/', 503);
	await example.deliver(createInbound({ from_number: '+12025550190' }));
	const added = crm().contacts.filter(({ phone }) => phone === '+12025550190');
	expect([added.length, crm().notes.map(({ contactId }) => contactId)]).toEqual([
		1,
		added.map(({ id }) => id),
	]);
});
