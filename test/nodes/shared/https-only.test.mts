import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';
import { VoiceAgentOAuth2Api } from '../../../credentials/VoiceAgentOAuth2Api.credentials.ts';
import { isInsecureUrl } from '../../../core/net/address.ts';
import { VoiceAgentTrigger } from '../../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';
import hosts from '../../fixtures/hosts.json' with { type: 'json' };
import {
	getConfiguration,
	getCurrent,
	getUserInfo,
	register,
	runForItems,
} from '../../support/in-process/driver.mts';
import { createHost } from '../../support/in-process/host.mts';
import { resolveDeclaredTest } from '../../support/in-process/resolve-credential.mts';
import { StoredCredential } from '../../support/in-process/stored-credential.mts';
import { expectFailure } from '../../support/in-process/expect-failure.mts';

const trigger = new VoiceAgentTrigger();
const https = {
	apiBaseUrl: 'https://api.example.com',
	identityServerUrl: 'https://id.example.com/realms/a',
};
const http = {
	apiBaseUrl: 'http://api.example.com',
	identityServerUrl: 'http://id.example.com/realms/a',
};

/** A credential that was connected, and what of n8n would send something with it. */
function createCredential(addresses: object) {
	const oauthTokenData = { access_token: 'token', refresh_token: 'refresh' };
	return new StoredCredential({ ...addresses, clientId: 'client', oauthTokenData });
}

/** Takes the place of everything that sends something. */
const replaceRequests =
	(request: jest.Mock) =>
	({ helpers }: { helpers: object }): void =>
		void Object.assign(helpers, { httpRequest: request, httpRequestWithAuthentication: request });

const send = async (parameters: INodeParameters, credential: StoredCredential, by = jest.fn()) =>
	await runForItems(parameters, credential, undefined, { prepare: replaceRequests(by) });

const notHttps = 'credential-address-not-https';

const fields: [keyof typeof http, string][] = [
	['apiBaseUrl', 'API Base URL'],
	['identityServerUrl', 'Identity Server URL'],
];
const operations: INodeParameters[] = [
	getCurrent,
	register,
	getUserInfo,
	getConfiguration,
	{ resource: 'identity', operation: 'verifyToken' },
	{ resource: 'identity', operation: 'signOut' },
];

test.each(operations)('$operation sends nothing while an address is http', async (parameters) => {
	for (const [field, name] of fields) {
		// Get Server Settings asks the identity server alone.
		if (parameters.operation === 'getServerSettings' && field === 'apiBaseUrl') continue;
		const credential = createCredential({ ...https, [field]: http[field] });
		const request = jest.fn();
		await expectFailure(send(parameters, credential, request), notHttps, {
			message: expect.stringContaining(`'${name}'`),
		});
		expect(request).not.toHaveBeenCalled();
	}
});

test.each(fields)('publishing sends nothing while %s is http', async (field) => {
	const credential = createCredential({ ...https, [field]: http[field] });
	const host = createHost({ type: 'voiceAgentTrigger', credential });
	for (const hook of ['checkExists', 'create'] as const) {
		const context = host.hook();
		const request = jest.fn();
		replaceRequests(request)(context);
		await expectFailure(trigger.webhookMethods.default[hook].call(context), notHttps);
		expect(request).not.toHaveBeenCalled();
	}
});

test('with Allow HTTP, and on a private host without it, requests are sent', async () => {
	const privately = { ...https, apiBaseUrl: 'http://api.internal' };
	for (const addresses of [{ ...http, allowHttp: true }, privately]) {
		const credential = createCredential({ ...addresses, verifyTokens: false });
		const answer = { statusCode: 200, headers: {}, body: { id: 'user-1' } };
		const request = jest.fn().mockResolvedValue(answer);
		await send(getCurrent, credential, request);
		expect(request).toHaveBeenCalledTimes(1);
	}
});

test.each([undefined, 'true', 1, {}])('Allow HTTP is off with %j', async (allowHttp) => {
	const sending = send(getCurrent, createCredential({ ...http, allowHttp }));
	await expectFailure(sending, notHttps);
});

describe('the declared test of the credential', () => {
	const resolve = (credentials: ICredentialDataDecryptedObject) =>
		resolveDeclaredTest(new VoiceAgentOAuth2Api(), credentials);
	test.each(hosts.secureAddresses)('asks %j', (address) => {
		expect(isInsecureUrl(address)).toBe(false);
		const baseURL = address.trim().replace(/\/$/, '');
		expect(resolve({ apiBaseUrl: address, identityServerUrl: '' })).toMatchObject({ baseURL });
		expect(resolve({ ...https, identityServerUrl: address })).toMatchObject({
			baseURL: https.apiBaseUrl,
		});
	});

	// What becomes of a token that is good, rejected or led elsewhere: test/e2e/sign-in.
	test('has an address that n8n can send nothing to, and shows', async () => {
		const { httpRequest } = createHost({ type: 'voiceAgent' }).execute().helpers;
		const baseURL = String(resolve({ ...https, apiBaseUrl: http.apiBaseUrl }).baseURL);
		const sent = httpRequest({ baseURL, url: '/api/Users/me' });
		await expect(sent).rejects.toThrow('http-address-not-allowed');
	});

	test.each(hosts.insecureAddresses)('sends nothing to %j', (address) => {
		expect(isInsecureUrl(address)).toBe(true);
		for (const field of ['apiBaseUrl', 'identityServerUrl']) {
			const { baseURL } = resolve({ ...https, [field]: address });
			expect(baseURL).toBe('http-address-not-allowed:');
		}
		const allowedAddress = resolve({ ...https, apiBaseUrl: address, allowHttp: true }).baseURL;
		expect(allowedAddress).toBe(address.replace(/\/$/, ''));
	});
});
