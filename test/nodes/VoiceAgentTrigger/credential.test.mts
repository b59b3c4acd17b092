import { Socket } from 'node:net';
import { validateNodeCredentials, type INodeParameters } from 'n8n-workflow';
import { VoiceAgentTrigger } from '../../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';
import { deliver, writeEvent } from '../../support/in-process/deliver.mts';
import { expectFailure } from '../../support/in-process/expect-failure.mts';
import { createHost, type Host } from '../../support/in-process/host.mts';
import { connectCredential } from '../../support/in-process/sandbox-credential.mts';
import { useLog } from '../../support/in-process/use-log.mts';
import { useSandbox } from '../../support/servers/use-sandbox.mts';

// Which credential the trigger needs, and when readCredentialChecks reads it.
const trigger = new VoiceAgentTrigger();
const sandbox = useSandbox({ isOwnOfEachTest: true });
const log = useLog();

const sendAt = async (host: Host, now: number) =>
	(await deliver(host, writeEvent(), { now })).status;

const create = (parameters: INodeParameters) =>
	createHost({ type: 'voiceAgentTrigger', parameters });
const publish = async (host: Host) =>
	await trigger.webhookMethods.default.checkExists.call(host.hook());
const listMissing = ({ node }: Host) =>
	validateNodeCredentials(node, trigger).map(({ credentialName }) => credentialName);

test.each([
	['a changed signing secret', 30_000, {}],
	['another credential on the node', 1, { id: 'credential-2', name: 'Another' }],
])('%s takes effect after %i ms, and not before', async (_, milliseconds, selected) => {
	const credential = await connectCredential(sandbox);
	const host = createHost({ type: 'voiceAgentTrigger', credential });
	const start = Date.now();
	expect(await sendAt(host, start)).toBe(200);
	credential.data.signingSecret = 'shared-with-the-service';
	expect(await sendAt(host, start + milliseconds - 1)).toBe(200);
	Object.assign(Object(host.node.credentials?.voiceAgentOAuth2Api), selected);
	expect(await sendAt(host, start + milliseconds)).toBe(401);
});

test('two triggers follow a change of their credential at the same moment', async () => {
	const credential = await connectCredential(sandbox);
	const first = createHost({ type: 'voiceAgentTrigger', credential });
	const second = createHost({ type: 'voiceAgentTrigger', credential });
	const start = Date.now();
	expect(await sendAt(first, start)).toBe(200);
	credential.data.signingSecret = 'shared-with-the-service';
	expect(await sendAt(second, start + 29_999)).toBe(200);
	expect([await sendAt(second, start + 30_000), await sendAt(first, start + 30_001)]).toEqual([
		401, 401,
	]);
});

test('another Authentication takes effect with the next delivery', async () => {
	const credential = await connectCredential(sandbox);
	const host = createHost({ type: 'voiceAgentTrigger', credential });
	const start = Date.now();
	expect(await sendAt(host, start)).toBe(200);
	host.node.parameters.authentication = 'accessToken';
	expect(await sendAt(host, start + 1)).toBe(503);
});

test('a credential that could not be read is read again by the next delivery', async () => {
	const credential = await connectCredential(sandbox);
	credential.data.signingSecret = 'shared-with-the-service';
	const host = createHost({ type: 'voiceAgentTrigger', credential });
	const read = jest.spyOn(credential, 'getDecrypted');
	read.mockRejectedValueOnce(new Error('hidden-words'));
	expect((await deliver(host, writeEvent())).status).toBe(503);
	expect(log.warnings).toEqual([expect.stringContaining('n8n cannot read the credential.')]);
	expect(JSON.stringify(log)).not.toContain('hidden-words');
	expect((await deliver(host, writeEvent())).status).toBe(401);
});

test.each([
	['', 'require', 'identity-server-url-missing'],
	['login example com', 'reportOnly', 'credential-address-invalid'],
])('the identity server "%s" with %s stops publishing', async (...row) => {
	const [identityServerUrl, verifyDeliveries, code] = row;
	const credential = await connectCredential(sandbox);
	credential.data.identityServerUrl = identityServerUrl;
	const parameters = { options: { registration: 'manual' }, verifyDeliveries };
	const host = createHost({ type: 'voiceAgentTrigger', credential, parameters });
	await expectFailure(publish(host), code);
});

test.each([
	[{ authentication: 'oAuth2' }, ['voiceAgentOAuth2Api']],
	[{ authentication: 'accessToken' }, ['voiceAgentTokenApi']],
	[{ options: { withoutCredential: false } }, ['voiceAgentOAuth2Api']],
	[{ options: { withoutCredential: true } }, []],
])('n8n marks a trigger with %j that has no credential', (parameters, marked) => {
	expect(listMissing(create(parameters))).toEqual(marked);
});

const without = (options = {}) => ({ options: { withoutCredential: true, ...options } });

const requiring = { ...without({ registration: 'manual' }), verifyDeliveries: 'require' };

test.each([
	['automatic registration', without(), 'Registration'],
	['Require', requiring, 'Verify Deliveries'],
])(
	'%s without a credential stops publishing and names the setting',
	async (_, parameters, named) => {
		const host = create(parameters);
		await expectFailure(publish(host), 'credential-not-selected', {
			message: expect.stringContaining(`: '${named}'.`),
		});
	},
);

test('Without Credential a trigger receives and sends nothing, also with a credential from before', async () => {
	const credential = await connectCredential(sandbox);
	const parameters = without({ registration: 'manual' });
	const host = createHost({ type: 'voiceAgentTrigger', credential, parameters });
	const token = await sandbox.identity.signJwt({ sub: 'a', azp: 'b' });
	sandbox.requests.length = 0;
	const connect = jest.spyOn(Socket.prototype, 'connect');
	expect(await publish(host)).toBe(true);
	const headers = { authorization: `Bearer ${token}` };
	expect(await deliver(host, writeEvent(), { headers })).toMatchObject({ isAccepted: true });
	expect(sandbox.requests).toEqual([]);
	expect(connect).not.toHaveBeenCalled();
});

test.each(['oAuth2', 'accessToken'])(
	'with Authentication %s and no credential, publishing stops, and no delivery is accepted or lost',
	async (authentication) => {
		const options = { registration: 'manual', outputDiscarded: true };
		const host = create({ authentication, options });
		await expectFailure(publish(host), 'credential-missing');
		expect(await deliver(host, writeEvent())).toMatchObject({
			answer: { status: 503, body: { reason: 'credential-unusable' } },
			discarded: [],
		});
	},
);
