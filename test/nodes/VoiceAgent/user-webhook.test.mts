import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import {
	getCurrent,
	register,
	requestsEndingWith,
	runForItems,
} from '../../support/in-process/driver.mts';
import type { HostOptions } from '../../support/in-process/host.mts';
import {
	connectCredential,
	pasteCredential,
} from '../../support/in-process/sandbox-credential.mts';
import { useSandbox } from '../../support/servers/use-sandbox.mts';
import { expectFailure } from '../../support/in-process/expect-failure.mts';
import { skipWaits } from '../../support/clock.mts';

const sandbox = useSandbox();
beforeEach(skipWaits);
afterEach(() => jest.restoreAllMocks());

const run = async (
	parameters: INodeParameters,
	{ items, ...options }: Partial<HostOptions> & { items?: INodeExecutionData[] } = {},
): Promise<INodeExecutionData[]> => {
	const credential = options.credential ?? (await connectCredential(sandbox));
	return await runForItems(parameters, credential, items, options);
};

test('Get Current answers the user record, paired with its item', async () => {
	const items = await run(getCurrent, { items: [{ json: {} }, { json: {} }] });
	expect(items).toHaveLength(2);
	expect(JSON.stringify(items[0]?.json)).toContain(sandbox.user.email);
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
});

test('Allowed HTTP Request Domains of the credential does not limit the node', async () => {
	for (const allowed of [{ allowedHttpRequestDomains: 'none' }, { allowedDomains: 'a.example' }]) {
		const credential = await connectCredential(sandbox);
		Object.assign(credential.data, { allowedHttpRequestDomains: 'domains', ...allowed });
		const items = await run(getCurrent, { credential });
		expect(items).toMatchObject([{ json: { email: sandbox.user.email } }]);
	}
});

// Of registerWebhook, as in publishing: more in VoiceAgentTrigger/registration-failures.
test('Register sends the address that was parsed, and answers the id of the new webhook', async () => {
	const webhookUrl = ' HTTPS://N8N.example.com:443/webhook/ü ';
	const items = await run({ ...register, webhookUrl });
	const [registered] = sandbox.registrations;
	expect(items[0]?.json).toMatchObject({ id: registered?.id, webhook_url: registered?.url });
	expect(registered?.url).toBe('https://n8n.example.com/webhook/%C3%BC');
});

test('Register emits what else the service answers beside the id', async () => {
	const body = JSON.stringify({ webhook: { id: 'w-1' }, ok: true });
	await sandbox.switchOnFault('status', { target: 'webhooks', status: 201, body });
	expect(await run(register)).toMatchObject([{ json: { ok: true, id: 'w-1' } }]);
});

test('Register sends a body of the user', async () => {
	const registrationBody = '{"url": "%WEBHOOK_URL%", "on": ["%EVENT%"]}';
	await run({ ...register, options: { registrationBody, event: 'SessionStarted' } });
	expect(sandbox.registrations[0]?.body).toEqual({
		url: 'https://n8n.example.com/webhook/calls',
		on: ['SessionStarted'],
	});
});

test('Register registers for several events, and says where to change them if they are rejected', async () => {
	const several = { ...register, options: { event: 'SessionStarted, ConversationComplete' } };
	await run(several);
	const event_types = ['ConversationComplete', 'SessionStarted'];
	expect(sandbox.registrations).toMatchObject([{ body: { event_types } }]);
	await sandbox.switchOnFault('status', { target: 'webhooks', status: 400 });
	await expectFailure(run(several), 'registration-rejected', {
		description: expect.stringContaining('leave one in Options → Event Names'),
	});
});

test('Retry On Fail makes no second webhook where nobody knows of the first, but a corrected URL does', async () => {
	const dropped = { target: 'webhooks', afterEffect: true, times: 1 } as const;
	await sandbox.switchOnFault('dropped-connection', dropped);
	const credential = await connectCredential(sandbox);
	const webhookUrl = 'https://n8n.example.com/webhook/doubt';
	const doubted = { ...register, webhookUrl };
	const items = [{ json: {} }, { json: {} }];
	const error = expect.stringMatching(/registration-unconfirmed$/);
	for (let tries = 0; tries < 5; tries++) {
		const output = await run(doubted, { credential, items, continueOnFail: true });
		expect(output.map(({ json }) => json)).toEqual([{ error }, { error }]);
	}
	expect(sandbox.registrations).toHaveLength(1);
	await run({ ...doubted, webhookUrl: `${webhookUrl}/corrected` }, { credential });
	expect(sandbox.registrations).toHaveLength(2);
});

test('Register says so if the service has a webhook for the URL', async () => {
	sandbox.setDialects(['second-url-409']);
	await run(register);
	await expectFailure(run(register), 'webhook-exists', {
		itemIndex: 0,
		message: 'The service already has a webhook for this URL.',
		description: expect.stringContaining('Only one webhook may have this URL.'),
	});
});

test.each<[string, INodeParameters]>([
	['webhook-url-invalid', { webhookUrl: 'ftp://files' }],
	['event-name-missing', { options: { event: ' , ' } }],
	['registration-body-invalid', { options: { registrationBody: '{"url": 1}' } }],
	['operation-unknown', { operation: 'unregister' }],
])('%s is an error, and nothing is registered', async (code, changed) => {
	await expectFailure(run({ ...register, ...changed }), code, { itemIndex: 0 });
	expect(requestsEndingWith(sandbox, '/api/Webhooks')).toEqual([]);
});

test('a failed item does not end the others where the workflow continues', async () => {
	await sandbox.switchOnFault('status', { target: 'users-me', status: 403, times: 1 });
	const two = [{ json: {} }, { json: {} }];
	const items = await run(getCurrent, { continueOnFail: true, items: two });
	// Without an `error` beside it n8n adds the input item's fields on the error output.
	const error = expect.stringMatching(/not allowed.*Code: permission-denied$/);
	expect(items[0]).toEqual({ json: { error }, pairedItem: { item: 0 } });
	expect(items[1]?.json.error).toBeUndefined();
});

const secret = 'a plain word';

test.each<[string, string, object, object?]>([
	['the client secret', 'oAuth2', { clientSecret: secret }],
	['the access token of the sign-in', 'oAuth2', {}, { access_token: secret }],
	['the refresh token of the sign-in', 'oAuth2', {}, { refresh_token: secret }],
	['the ID token of the sign-in', 'oAuth2', {}, { id_token: secret }],
	['a pasted access token', 'accessToken', { accessToken: secret }],
])('%s that the service repeats is not shown, whatever it looks like', async (...row) => {
	const [, kind, values, tokens = {}] = row;
	const credential =
		kind === 'accessToken'
			? await pasteCredential(sandbox)
			: await connectCredential(sandbox, sandbox.clients.confidential);
	const oauthTokenData = { ...Object(credential.data.oauthTokenData), ...tokens };
	Object.assign(credential.data, { oauthTokenData }, values);
	// Otherwise a token that is none would be told before anything is sent.
	credential.data.verifyTokens = false;
	await sandbox.switchOnFault('status', {
		target: 'users-me',
		status: 400,
		body: JSON.stringify({ detail: `cannot use ${secret}, twice ${secret}` }),
	});
	const parameters = { ...getCurrent, authentication: kind };
	const error = await run(parameters, { credential }).catch((failure: unknown) => failure);
	expect(error).toMatchObject({
		description: expect.stringContaining('cannot use [removed], twice [removed]'),
	});
	expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain(secret);
});

test('an unforeseen failure is named by its kind alone', async () => {
	const credential = await connectCredential(sandbox);
	const failure = new TypeError('cannot decrypt hidden-words');
	jest.spyOn(credential, 'getDecrypted').mockRejectedValue(failure);
	const error = await run(getCurrent, { credential }).catch((thrown: unknown) => thrown);
	expect(error).toMatchObject({
		context: { code: 'unexpected-failure', itemIndex: 0 },
		description: expect.stringContaining('Kind: TypeError'),
	});
	expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('hidden-words');
});
