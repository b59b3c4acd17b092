import { VoiceAgentTrigger } from '../../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';
import { deliver, writeEvent } from '../host/deliver.mts';
import { createHost } from '../host/host.mts';
import { connectCredential } from '../host/sandbox-credential.mts';
import { useSandbox } from '../host/use-sandbox.mts';
import { connectWithSecret, sendAt, signingSecret } from './authentication-driver.mts';

const trigger = new VoiceAgentTrigger();
const sandbox = useSandbox({ isOwnOfEachTest: true });

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
	await expect(trigger.webhookMethods.default.checkExists.call(host.hook())).rejects.toMatchObject({
		context: { code },
	});
});
