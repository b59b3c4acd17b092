import { checkRecording } from '../check-recording.mts';
import type { ExamplesHost } from '../start-host.mts';
import { pipedriveToken } from '../targets/vendors/pipedrive.mts';
import { shapes, useExample } from '../use-example.mts';

/** The example against a stand-in for Pipedrive's API. */
export function check(host: () => ExamplesHost): void {
	const crm = () => host().vendors.pipedrive;
	const example = useExample(host, 'crm-pipedrive', () => ({
		credentials: { pipedriveApi: { apiToken: pipedriveToken } },
	}));

	test('the sample call becomes a person with a call, and with another one in a second run', async () => {
		await example().run();
		const { conversation: sample } = await example().run();
		expect(crm().persons).toEqual([
			{
				id: 1,
				name: `Caller ${String(sample.customer_number)}`,
				phones: [{ value: sample.customer_number, primary: true, label: 'work' }],
			},
		]);
		const activity = { done: true, participants: [{ person_id: 1, primary: true }] };
		expect(crm().activities).toMatchObject([activity, activity]);
		await example().publish();
	});

	test.each(shapes)(
		'a call of shape %s that comes three times stands there once, with its transcript',
		async (shape) => {
			const before = crm().activities.length;
			const { record, run } = await example().finish({ shape, turns: 8 });
			await example().deliverAgain(record);
			const added = crm().activities.slice(before);
			expect(added).toMatchObject([
				{
					subject: `Call with ${String(record.agent_title ?? record.agent_name)}: completed`,
					type: 'call',
					due_date: String(record.started_at ?? record.start_time).slice(0, 10),
				},
			]);
			expect(added[0]?.note).toContain(String(run.conversation.transcript).split('\n')[0]);
		},
	);

	test('a second call of a known number goes to the same person', async () => {
		const overrides = { from_number: '+12025550142', to_number: '+12025550142' };
		const before = crm().persons.length;
		for (const shape of shapes) {
			await example().finish({ shape, overrides });
		}
		expect(crm().persons).toHaveLength(before + 1);
		expect(crm().activities.slice(-2)).toMatchObject([
			{ participants: [{ person_id: before + 1 }] },
			{ participants: [{ person_id: before + 1 }] },
		]);
	});

	test('a call that says next to nothing becomes a call without a person', async () => {
		const before = crm().persons.length;
		await example().finish({
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
		await example().finish({ overrides: { history } });
		expect(crm().activities.at(-1)?.note).toContain('User: &lt;img src=x> &amp; more');
	});

	checkRecording(host, example, {
		countCalls: () => crm().activities.length,
		files: () => crm().files,
	});
}
