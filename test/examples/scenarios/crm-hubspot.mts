import type { SavedWorkflow } from '../../../host/n8n/n8n-workflow-types.mts';
import { deliverAgain, finishConversation, retireWorkflow } from '../finish-conversation.mts';
import { importExample } from '../import-example.mts';
import { runByHand } from '../read-run.mts';
import type { ExamplesHost } from '../start-host.mts';
import { hubspotToken } from '../targets/vendors/hubspot.mts';

/** The example against a stand-in for HubSpot's CRM API. */
export function checkHubspot(host: () => ExamplesHost): void {
	let workflow: SavedWorkflow;
	const crm = () => host().vendors.hubspot;

	beforeAll(async () => {
		const name = 'HubSpot';
		const data = { appToken: hubspotToken };
		const id = await host().client.createCredential(name, 'hubspotAppToken', data);
		workflow = await importExample(host(), 'crm-hubspot', {
			credentials: { voiceAgentOAuth2Api: await host().connect(), hubspotAppToken: { id, name } },
		});
	});

	afterAll(() => retireWorkflow(host(), workflow));

	test('the sample call becomes a contact with a call', async () => {
		const run = await runByHand(host(), workflow, 'Voice Agent Trigger');
		const [sample] = run.items('Voice Agent Trigger');
		const number = String(sample?.customer_number);
		expect(crm().contacts).toEqual([
			{ id: '101', properties: { phone: number, lastname: `Caller ${number}` } },
		]);
		expect(crm().calls).toMatchObject([{ associations: [{ to: { id: '101' } }] }]);
		await host().client.activate(workflow.id);
	});

	test.each(['A', 'B'] as const)(
		'a call of shape %s that comes three times stands there once, with transcript and recording',
		async (shape) => {
			const before = crm().calls.length;
			const { record, run } = await finishConversation(host(), workflow, {
				shape,
				turns: 8,
				withCampaign: true,
			});
			await deliverAgain(host(), workflow, record);
			const added = crm().calls.slice(before).map(({ properties }) => properties);
			expect(added).toMatchObject([
				{
					hs_call_title: `Call with ${String(record.agent_title ?? record.agent_name)}`,
					hs_call_direction: 'OUTBOUND',
					hs_call_status: 'COMPLETED',
					hs_call_duration: String(Math.round(Number(record.duration_seconds) * 1000)),
					hs_call_recording_url: record.audio_url,
				},
			]);
			expect(new Date(added[0]?.hs_timestamp ?? '')).toEqual(
				new Date(String(record.started_at ?? record.start_time)),
			);
			const [item] = run.items('Voice Agent Trigger');
			expect(added[0]?.hs_call_body).toContain(String(item?.transcript).split('\n')[0]);
		},
	);

	test('a second call of a known number goes to the same contact', async () => {
		const overrides = { from_number: '+12025550143', to_number: '+12025550143' };
		const before = crm().contacts.length;
		for (const shape of ['A', 'B'] as const) {
			await finishConversation(host(), workflow, { shape, overrides });
		}
		expect(crm().contacts).toHaveLength(before + 1);
		const { id } = crm().contacts.at(-1) ?? {};
		expect(crm().calls.slice(-2)).toMatchObject([
			{ associations: [{ to: { id } }] },
			{ associations: [{ to: { id } }] },
		]);
	});

	test.each([
		['failed', 'FAILED'],
		['no_answer', 'NO_ANSWER'],
	] as const)('a call that ended as %s has the status %s', async (outcome, hs_call_status) => {
		await finishConversation(host(), workflow, { outcome, overrides: { error_message: outcome === 'failed' ? 'Closed' : null } });
		expect(crm().calls.at(-1)).toMatchObject({ properties: { hs_call_status } });
	});

	test('a call that says next to nothing becomes a call without a contact', async () => {
		const before = crm().contacts.length;
		await finishConversation(host(), workflow, {
			withCampaign: false,
			overrides: { from_number: null, started_at: null, audio_url: null, duration_seconds: null },
		});
		expect(crm().contacts).toHaveLength(before);
		expect(crm().calls.at(-1)).toMatchObject({
			properties: { hs_call_direction: 'INBOUND', hs_call_recording_url: '', hs_call_duration: '0' },
			associations: [],
		});
	});
}
