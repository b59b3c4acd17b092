import { checkCrm } from '../check-crm.mts';
import { say } from '../create-call.mts';
import { setUps } from '../set-ups.mts';
import { host, useExample } from '../use-example.mts';

// The example against a stand-in for Pipedrive's API.
const crm = () => host.vendors.pipedrive;
const example = useExample('crm-pipedrive', () => setUps['crm-pipedrive']);

checkCrm(example, {
	contacts: () => crm().persons,
	calls: () => crm().activities,
	contactIdOf: ({ participants }) => participants?.[0]?.person_id,
	callOfNobody: {
		subject: 'Call with the voice agent: no_answer',
		note: expect.stringContaining('Nothing was said.'),
	},
	describeContact: (value) => ({
		name: `Caller ${value}`,
		phones: [{ value, primary: true, label: 'work' }],
	}),
	describeCall: (_, startedAt, { agent_title }) => ({
		subject: `Call with ${String(agent_title)}: completed`,
		...{ type: 'call', done: true },
		due_date: startedAt.slice(0, 10),
		note: expect.stringContaining(`<b>Agent:</b> ${String(agent_title)}`),
	}),
	textOf: ({ note }) => note,
	dayOf: ({ due_date }) => due_date,
	write: 'POST /api/v2/activities',
	find: 'GET /api/v2/persons/search',
	files: () => crm().files,
});

test('what a caller says is no HTML', async () => {
	await example.finish({ overrides: { history: [say('<img src=x> & more')] } });
	expect(crm().activities.at(-1)?.note).toContain('<b>User:</b> &lt;img src=x&gt; &amp; more');
});
