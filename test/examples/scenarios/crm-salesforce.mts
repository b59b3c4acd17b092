import { checkCrm } from '../check-crm.mts';
import { createInbound, withheld } from '../create-call.mts';
import { setUps } from '../set-ups.mts';
import { host, useExample } from '../use-example.mts';

// The example against a stand-in for Salesforce's REST API.
const crm = () => host.vendors.salesforce;
const example = useExample('crm-salesforce', () => setUps['crm-salesforce']);

// A contact whose number is the word of callers who show none.
beforeAll(
	() => void crm().people.push({ Id: '003000000000010', type: 'Contact', Phone: withheld }),
);

checkCrm(example, {
	contacts: () => [],
	calls: () => crm().tasks,
	contactIdOf: ({ WhoId }) => WhoId ?? undefined,
	callOfNobody: {
		Subject: 'Call with the voice agent: no_answer',
		Description: expect.stringContaining('Nothing was said.'),
		...{ CallType: null, CallDurationInSeconds: null },
	},
	describeContact: () => undefined,
	describeCall: ({ duration_seconds }, startedAt, { agent_title, transcript }) => ({
		...{ Status: 'Completed', TaskSubtype: 'Call', CallType: 'Outbound', WhoId: null },
		Subject: `Call with ${String(agent_title)}: completed`,
		Description: expect.stringContaining(String(transcript).split('\n')[0] ?? ''),
		ActivityDate: startedAt.slice(0, 10),
		CallDisposition: 'completed',
		CallDurationInSeconds: Math.round(Number(duration_seconds)),
	}),
	textOf: ({ Description }) => Description,
	dayOf: ({ ActivityDate }) => ActivityDate,
	write: 'POST /services/data/v59.0/sobjects/task',
	find: 'GET /services/data/v59.0/query',
});

test.each([
	['contact', { Id: '003000000000001', type: 'Contact', Phone: '+12025550150' }],
	['contact', { Id: '003000000000002', type: 'Contact', MobilePhone: '(202) 555-0150' }],
	['open lead', { Id: '00Q000000000003', type: 'Lead', Phone: '(202) 555-0150' }],
	['open lead', { Id: '00Q000000000004', type: 'Lead', MobilePhone: '+12025550150' }],
] as const)('a %s gets the task, by each phone in each writing: %j', async (_, person) => {
	// A lead that was converted is a contact by now.
	const converted = { ...person, Id: '00Q000000000009', type: 'Lead', IsConverted: true } as const;
	crm().people.splice(0, Infinity, converted, person);
	await example.deliver(createInbound({ from_number: '+1 202 555 0150' }));
	expect(crm().tasks).toMatchObject([{ WhoId: person.Id, CallType: null }]);
});

test('a long name is cut between two characters', async () => {
	await example.finish({ overrides: { agent_title: '😀'.repeat(300) } });
	expect(crm().tasks).toMatchObject([
		{ Subject: expect.stringMatching(/^Call with 😀{100}: completed$/u) },
	]);
});

test('a number that would be a query is of nobody', async () => {
	await example.deliver(createInbound({ from_number: "x') OR Name LIKE ('%" }));
	expect(crm().tasks).toMatchObject([{ WhoId: null }]);
});
