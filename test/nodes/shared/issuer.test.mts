import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';
import { VoiceAgentTrigger } from '../../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';
import { getConfiguration, getCurrent, run as runAction } from '../VoiceAgent/driver.mts';
import { deliver as deliverTo, writeEvent } from '../host/deliver.mts';
import { createHost } from '../host/host.mts';
import { connectCredential, pasteCredential } from '../host/sandbox-credential.mts';
import { useSandbox } from '../host/use-sandbox.mts';

const trigger = new VoiceAgentTrigger();
const sandbox = useSandbox();
/** The identity server under another address than its tokens name. */
let insideUrl: string;

beforeAll(async () => {
	insideUrl = sandbox.identityServerUrl.replace('127.0.0.1', 'localhost');
	expect(insideUrl).not.toBe(sandbox.identityServerUrl);
});

type Values = Record<string, unknown>;

async function createCredential(values: Values, isPasted = false) {
	const credential = isPasted ? await pasteCredential(sandbox) : await connectCredential(sandbox);
	const data = { ...credential.data, identityServerUrl: insideUrl, ...values };
	credential.data = data as ICredentialDataDecryptedObject;
	return credential;
}

/** What the action node gives, or the code of its error. */
async function run(parameters: INodeParameters, values: Values): Promise<unknown> {
	const credential = await createCredential(values);
	return await runAction(parameters, credential).catch(
		(error: unknown) => Object(error).context?.code,
	);
}

/** The status with which a delivery is answered that carries a good token of the identity server. */
async function deliver(values: Values, isPasted: boolean): Promise<number | undefined> {
	const authentication = isPasted ? 'accessToken' : 'oAuth2';
	const host = createHost({
		type: 'voiceAgentTrigger',
		credential: await createCredential(values, isPasted),
		parameters: {
			authentication,
			options: { registration: 'manual' },
			verifyDeliveries: 'require',
		},
	});
	const { logger } = host.hook();
	const logs = [jest.spyOn(logger, 'warn'), jest.spyOn(logger, 'info')];
	for (const log of logs) log.mockImplementation();
	const token = await sandbox.identity.signJwt({ sub: 'service' });
	const headers = { authorization: `Bearer ${token}` };
	const { status } = await deliverTo(host, writeEvent(), { headers });
	for (const log of logs) log.mockRestore();
	return status;
}

const verifyToken = { resource: 'identity', operation: 'verifyToken' };

test('without an Issuer, a token must name the Identity Server URL', async () => {
	for (const values of [{}, { issuer: '' }]) {
		expect(await run(getCurrent, values)).toBe('token-not-trusted');
		expect(sandbox.requests.filter(({ path }) => path.startsWith('/api/'))).toEqual([]);
		expect(await run(verifyToken, values)).toMatchObject({
			access_token: { valid: false, code: 'issuer-mismatch' },
			id_token: { valid: false, code: 'issuer-mismatch' },
		});
		expect(await run(getConfiguration, values)).toBe('server-settings-invalid');
		for (const isPasted of [false, true]) expect(await deliver(values, isPasted)).toBe(401);
	}
});

test('with the Issuer, tokens verify by the keys at the Identity Server URL', async () => {
	const { identityServerUrl: url } = sandbox;
	// In forms that are one address.
	for (const issuer of [url, `${url}/`, ` ${url.replace('http', 'HTTP')} `]) {
		expect(await run(getCurrent, { issuer })).toMatchObject({ id: expect.anything() });
		expect(await run(verifyToken, { issuer })).toMatchObject({
			access_token: { valid: true },
			id_token: { valid: true },
		});
		expect(await run(getConfiguration, { issuer })).toMatchObject({ keys: [expect.anything()] });
		for (const isPasted of [false, true]) expect(await deliver({ issuer }, isPasted)).toBe(200);
	}
});

test('an Issuer that is another one is trusted alone', async () => {
	const values = {
		identityServerUrl: sandbox.identityServerUrl,
		issuer: 'https://login.example.com/realms/a',
	};
	expect(await run(getCurrent, values)).toBe('token-not-trusted');
	expect(await run(getConfiguration, values)).toBe('server-settings-invalid');
	for (const isPasted of [false, true]) expect(await deliver(values, isPasted)).toBe(401);
});

test('a public http Issuer may be named: nothing is sent to it', async () => {
	const values = { issuer: 'http://login.example.com/realms/a' };
	expect(await run(getCurrent, values)).toBe('token-not-trusted');
});

test.each([
	['null', null],
	['undefined, as an expression without a result gives it', undefined],
	['a number', 12],
	['spaces', ' \n'],
	['no address', 'ftp://login.example.com/realms/a'],
])('an Issuer that is %s is an error, never "not set"', async (_, issuer) => {
	expect(await run(getCurrent, { issuer })).toBe('credential-address-invalid');
	expect(await run(getConfiguration, { issuer })).toBe('credential-address-invalid');
	for (const isPasted of [false, true]) expect(await deliver({ issuer }, isPasted)).toBe(503);
	const credential = await createCredential({ issuer });
	const host = createHost({
		type: 'voiceAgentTrigger',
		credential,
		parameters: { options: { registration: 'manual' } },
	});
	await expect(trigger.webhookMethods.default.checkExists.call(host.hook())).rejects.toMatchObject({
		context: { code: 'credential-address-invalid' },
		message: expect.stringContaining('Issuer'),
	});
});
