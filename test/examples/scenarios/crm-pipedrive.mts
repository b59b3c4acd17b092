import { checkCrm } from '../check-crm.mts';
import { host, useExample } from '../use-example.mts';

// The example against a stand-in for Pipedrive's API.
const crm = () => host.vendors.pipedrive;
const example = useExample('crm-pipedrive');

checkCrm(example, {
	contacts: () => crm().persons,
	calls: () => crm().activities,
	contactIdOf: ({ participants }) => participants?.[0]?.person_id,
	takesCallsOfNobody: true,
	describeContact: (value) => ({
		name: `Caller ${value}`,
		phones: [{ value, primary: true, label: 'work' }],
	}),
	describeCall: (record, { transcript }) => ({
		subject: `Call with ${String(record.agent_title ?? record.agent_name)}: completed`,
		...{ type: 'call', done: true },
		due_date: String(record.started_at ?? record.start_time).slice(0, 10),
		note: expect.stringContaining(String(transcript).split('\n')[0] ?? ''),
	}),
	textOf: ({ note }) => note,
	dayOf: ({ due_date }) => due_date,
	write: 'POST /api/v2/activities',
	files: () => crm().files,
});

test('a call that says next to nothing becomes a call without a person', async () => {
	const before = crm().persons.length;
	await example.finish({
		withCampaign: false,
		overrides: { from_number: null, started_at: 'soon', agent_title: null, history: [] },
	});
	expect(crm().persons).toHaveLength(before);
	expect(crm().activities.at(-1)).toMatchObject({
		subject: 'Call with the voice agent: no_answer',
		note: 'Nothing was said.',
	});
	expect(crm().activities.at(-1)).not.toHaveProperty('participants');
});

test('what a caller says is no HTML', async () => {
	const history = [{ role: 'User', kind: 'Message', content: '<img src=x> & more' }];
	await example.finish({ overrides: { history } });
	expect(crm().activities.at(-1)?.note).toContain('User: &lt;img src=x> &amp; more');
});

test('whoever is signed in at the service names no person', async () => {
	const overrides = { from_number: '+12025550161', called_by_name: 'Ada Lovelace' };
	await example.finish({ withCampaign: false, overrides });
	expect(crm().persons.at(-1)?.name).toBe('Caller +12025550161');
});
