import { authorizeCredential } from '../../../host/n8n/authorize-credential.mts';
import type { ExamplesHost } from '../start-host.mts';
import { highlevelClient, highlevelCode } from '../targets/vendors/highlevel.mts';
import { shapes, useExample } from '../use-example.mts';

/** The example against a stand-in for HighLevel's API. */
export function check(host: () => ExamplesHost): void {
	const crm = () => host().vendors.highlevel;
	const example = useExample(host, 'crm-highlevel', () => ({
		credentials: { highLevelOAuth2Api: highlevelClient },
	}));

	beforeAll(async () => {
		const node = example().workflow.nodes.find(({ type }) => type.endsWith('.highLevel'));
		const { id } = node?.credentials?.highLevelOAuth2Api ?? {};
		await authorizeCredential(host().session, String(id), async (authorizationUrl) => {
			const { searchParams } = new URL(authorizationUrl);
			const callback = new URL(searchParams.get('redirect_uri') ?? '');
			callback.searchParams.set('code', highlevelCode);
			callback.searchParams.set('state', searchParams.get('state') ?? '');
			return callback.href;
		});
	});

	test('each run of the sample call adds a note to its contact', async () => {
		await example().run();
		const { conversation: sample } = await example().run();
		expect(crm().contacts).toEqual([{ id: 'contact-1', phone: sample.customer_number }]);
		expect(crm().notes.map(({ contactId }) => contactId)).toEqual(['contact-1', 'contact-1']);
		await example().publish();
	});

	test.each(shapes)('a call of shape %s that comes three times is one note', async (shape) => {
		const [contacts, notes] = [crm().contacts.length, crm().notes.length];
		const overrides = { from_number: '+12025550171', to_number: '+12025550171' };
		const { record, run } = await example().finish({ shape, overrides });
		await example().deliverAgain(record);
		expect(crm().contacts).toHaveLength(contacts + (shape === 'A' ? 1 : 0));
		expect(crm().notes.slice(notes)).toEqual([
			{
				contactId: crm().contacts.at(-1)?.id,
				body: expect.stringContaining(String(run.conversation.transcript)),
			},
		]);
	});

	test.each([null, 'anonymous', '1234'])('a call of %p ends at the filter', async (from_number) => {
		const notes = crm().notes.length;
		const { run } = await example().finish({ withCampaign: false, overrides: { from_number } });
		expect(run.items('Remove Duplicates')).toHaveLength(1);
		expect(run.items('Has a Number?')).toEqual([]);
		expect(crm().notes).toHaveLength(notes);
	});
}
