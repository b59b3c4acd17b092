import { validateNodeCredentials, type INodeParameters } from 'n8n-workflow';
import { VoiceAgentTrigger } from '../../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';
import { deliver, writeEvent } from '../host/deliver.mts';
import { createHost, type Host } from '../host/host.mts';
import { connectCredential } from '../host/sandbox-credential.mts';
import { useSandbox } from '../host/use-sandbox.mts';
import { connectWithSecret, sendAt, signingSecret } from './authentication-driver.mts';

const trigger = new VoiceAgentTrigger();
const sandbox = useSandbox({ isOwnOfEachTest: true });
const create = (parameters: INodeParameters) =>
	createHost({ type: 'voiceAgentTrigger', parameters });
const publish = async (host: Host) =>
	await trigger.webhookMethods.default.checkExists.call(host.hook());
const listMissing = ({ node }: Host) =>
	validateNodeCredentials(node, trigger).map(({ credentialName }) => credentialName);

test('a changed signing secret takes effect within 30 s', async () => {
	const credential = await connectCredential(sandbox);
	const host = createHost({ type: 'voiceAgentTrigger', credential });
	const start = Date.now();
	expect(await sendAt(host, start)).toBe(200);
	credential.data.signingSecret = signingSecret;
	expect(await sendAt(host, start + 30_000)).toBe(401);
});

test('another credential on the node takes effect at once', async () => {
	const credential = await connectCredential(sandbox);
	const host = createHost({ type: 'voiceAgentTrigger', credential });
	const start = Date.now();
	expect(await sendAt(host, start)).toBe(200);
	credential.data.signingSecret = signingSecret;
	host.node.credentials = { voiceAgentOAuth2Api: { id: 'credential-2', name: 'Another' } };
	expect(await sendAt(host, start + 1)).toBe(401);
});

test('deliveries read the credential once in 30 s', async () => {
	const credential = await connectCredential(sandbox);
	const host = createHost({ type: 'voiceAgentTrigger', credential });
	const read = jest.spyOn(credential, 'getDecrypted');
	const start = Date.now();
	for (const now of [start, start + 1, start + 29_999]) await sendAt(host, now);
	expect(read).toHaveBeenCalledTimes(1);
	await sendAt(host, start + 30_000);
	expect(read).toHaveBeenCalledTimes(2);
});

test('a credential that could not be read is read again by the next delivery', async () => {
	const credential = await connectWithSecret(sandbox);
	const host = createHost({ type: 'voiceAgentTrigger', credential });
	const read = jest.spyOn(credential, 'getDecrypted');
	read.mockRejectedValueOnce(new Error('the database is locked'));
	expect((await deliver(host, writeEvent())).status).toBe(503);
	expect((await deliver(host, writeEvent())).status).toBe(401);
});

test.each([
	['no identity server, with Require', '', 'require', 'identity-server-url-missing'],
	[
		'an unusable one, where deliveries are only reported',
		'login example com',
		'reportOnly',
		'credential-address-invalid',
	],
])('%s stops publishing and says so', async (_, identityServerUrl, verifyDeliveries, code) => {
	const credential = await connectCredential(sandbox);
	credential.data.identityServerUrl = identityServerUrl;
	const parameters = { options: { registration: 'manual' }, verifyDeliveries };
	const host = createHost({ type: 'voiceAgentTrigger', credential, parameters });
	await expect(publish(host)).rejects.toMatchObject({ context: { code } });
});

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
