import { authorizeCredential } from '../../../host/n8n/authorize-credential.mts';
import { checkCrm } from '../check-crm.mts';
import { highlevelCode } from '../targets/vendors/highlevel.mts';
import { host, useExample } from '../use-example.mts';

// The example against a stand-in for HighLevel's API.
const crm = () => host.vendors.highlevel;
const example = useExample('crm-highlevel');

beforeAll(async () => {
	const node = example.workflow.nodes.find(({ type }) => type.endsWith('.highLevel'));
	const { id } = node?.credentials?.highLevelOAuth2Api ?? {};
	await authorizeCredential(host.session, String(id), async (authorizationUrl) => {
		const { searchParams } = new URL(authorizationUrl);
		const callback = new URL(searchParams.get('redirect_uri') ?? '');
		callback.searchParams.set('code', highlevelCode);
		callback.searchParams.set('state', searchParams.get('state') ?? '');
		return callback.href;
	});
});

checkCrm(example, {
	contacts: () => crm().contacts,
	calls: () => crm().notes,
	contactIdOf: ({ contactId }) => contactId,
	describeContact: (phone) => ({ phone }),
	describeCall: (_, { transcript }) => ({ body: expect.stringContaining(String(transcript)) }),
});

test.each([null, 'anonymous', '1234'])('a call of %p ends at the filter', async (from_number) => {
	const { run } = await example.finish({ withCampaign: false, overrides: { from_number } });
	expect(run.items('Remove Duplicates')).toHaveLength(1);
	expect(run.items('Has a Number?')).toEqual([]);
	expect(crm().notes).toEqual([]);
});
