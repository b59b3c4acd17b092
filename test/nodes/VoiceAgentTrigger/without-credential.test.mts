import { validateNodeCredentials, type INodeParameters } from 'n8n-workflow';
import { VoiceAgentTrigger } from '../../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';
import { createHost, type Host } from '../host/host.mts';
import { deliver, writeEvent } from '../host/deliver.mts';

const trigger = new VoiceAgentTrigger();
const create = (parameters: INodeParameters) =>
	createHost({ type: 'voiceAgentTrigger', parameters });
const publish = async (host: Host) =>
	await trigger.webhookMethods.default.checkExists.call(host.hook());
const listMissing = ({ node }: Host) =>
	validateNodeCredentials(node, trigger).map(({ credentialName }) => credentialName);

test.each([
	['oAuth2', ['voiceAgentOAuth2Api']],
	['accessToken', ['voiceAgentTokenApi']],
	['none', []],
])(
	'n8n marks a trigger with Authentication %s that has no credential',
	(authentication, marked) => {
		expect(listMissing(create({ authentication }))).toEqual(marked);
	},
);

test('None with manual registration is published, and deliveries start the workflow', async () => {
	const host = create({ authentication: 'none', options: { registration: 'manual' } });
	expect(await publish(host)).toBe(true);
	expect(await deliver(host, writeEvent())).toMatchObject({ isAccepted: true });
});

test.each([
	['automatic registration', { options: { registration: 'automatic' } }, 'Registration'],
	[
		'Require',
		{ options: { registration: 'manual' }, verifyDeliveries: 'require' },
		'Verify Deliveries',
	],
])('None with %s stops publishing and names the setting', async (_what, parameters, named) => {
	const host = create({ authentication: 'none', ...parameters });
	await expect(publish(host)).rejects.toMatchObject({
		context: { code: 'credential-not-selected' },
		message: expect.stringContaining(`: '${named}'.`),
	});
});

describe.each(['oAuth2', 'accessToken'])('with Authentication %s and no credential', (selected) => {
	const parameters = { authentication: selected, options: { registration: 'manual' } };

	test('publishing is stopped', async () => {
		await expect(publish(create(parameters))).rejects.toMatchObject({
			context: { code: 'credential-missing' },
		});
	});

	test('a delivery is put off, because what the credential demands of it is not known', async () => {
		expect(await deliver(create(parameters), writeEvent())).toMatchObject({
			answer: { status: 503, body: { reason: 'credential-unusable' } },
		});
	});
});
