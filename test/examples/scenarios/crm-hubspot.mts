import { checkRecording } from '../check-recording.mts';
import type { ExamplesHost } from '../start-host.mts';
import { hubspotToken } from '../targets/vendors/hubspot.mts';
import { shapes, useExample } from '../use-example.mts';

/** The example against a stand-in for HubSpot's CRM API. */
export function check(host: () => ExamplesHost): void {
	const crm = () => host().vendors.hubspot;
	const example = useExample(host, 'crm-hubspot', () => ({
		credentials: { hubspotAppToken: { appToken: hubspotToken } },
	}));

	test('the sample call becomes a contact with a call, and with another one in a second run', async () => {
		await example().run();
		const { conversation: sample } = await example().run();
		const number = String(sample.customer_number);
		expect(crm().contacts).toEqual([
			{ id: '101', properties: { phone: number, lastname: `Caller ${number}` } },
		]);
		const call = { associations: [{ to: { id: '101' } }] };
		expect(crm().calls).toMatchObject([call, call]);
		await example().publish();
	});

	test.each(shapes)(
		'a call of shape %s that comes three times stands there once, with its transcript',
		async (shape) => {
			const before = crm().calls.length;
			const { record, run } = await example().finish({
				shape,
				turns: 8,
				withCampaign: true,
			});
			await example().deliverAgain(record);
			const added = crm()
				.calls.slice(before)
				.map(({ properties }) => properties);
			expect(added).toMatchObject([
				{
					hs_call_title: `Call with ${String(record.agent_title ?? record.agent_name)}`,
					hs_call_direction: 'OUTBOUND',
					hs_call_status: 'COMPLETED',
					hs_call_duration: String(Math.round(Number(record.duration_seconds) * 1000)),
				},
			]);
			expect(new Date(added[0]?.hs_timestamp ?? '')).toEqual(
				new Date(String(record.started_at ?? record.start_time)),
			);
			expect(added[0]?.hs_call_body).toContain(String(run.conversation.transcript).split('\n')[0]);
		},
	);

	test('a second call of a known number goes to the same contact', async () => {
		const overrides = { from_number: '+12025550143', to_number: '+12025550143' };
		const before = crm().contacts.length;
		for (const shape of shapes) {
			await example().finish({ shape, overrides });
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
		await example().finish({
			outcome,
			overrides: { error_message: outcome === 'failed' ? 'Closed' : null },
		});
		expect(crm().calls.at(-1)).toMatchObject({ properties: { hs_call_status } });
	});

	test('a call that says next to nothing becomes a call without a contact', async () => {
		const before = crm().contacts.length;
		await example().finish({
			withCampaign: false,
			overrides: { from_number: null, started_at: null, audio_url: null, duration_seconds: null },
		});
		expect(crm().contacts).toHaveLength(before);
		expect(crm().calls.at(-1)).toMatchObject({
			properties: {
				hs_call_direction: 'INBOUND',
				hs_call_duration: '0',
			},
			associations: [],
		});
	});

	test.each([
		['inbound', 'Ada Lovelace'],
		['outbound', 'Caller +12025550161'],
	])('a new contact of an %s call is named %s', async (direction, lastname) => {
		await example().setOptions('Voice Agent Trigger', { direction, customerNumber: 'from' });
		const from_number = direction === 'inbound' ? '+12025550160' : '+12025550161';
		await example().finish({ overrides: { from_number, called_by_name: 'Ada Lovelace' } });
		expect(crm().contacts.at(-1)?.properties).toEqual({ phone: from_number, lastname });
	});

	checkRecording(host, example, {
		countCalls: () => crm().calls.length,
		files: () => {
			const ids = Object.values(crm().attachments);
			return crm().files.filter(({ id }) => ids.includes(id));
		},
	});
}
