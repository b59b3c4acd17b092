import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';
import { VoiceAgentOAuth2Api } from '../../../credentials/VoiceAgentOAuth2Api.credentials.ts';
import { isInsecureUrl } from '../../../core/net/address.ts';
import { VoiceAgent } from '../../../nodes/VoiceAgent/VoiceAgent.node.ts';
import { VoiceAgentTrigger } from '../../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';
import hosts from '../../fixtures/hosts.json' with { type: 'json' };
import { createHost } from '../../support/in-process/host.mts';
import { resolveDeclaredTest } from '../../support/in-process/resolve-credential.mts';
import { StoredCredential } from '../../support/in-process/stored-credential.mts';
import { expectFailure } from '../../support/in-process/expect-failure.mts';

const action = new VoiceAgent();
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

function watchRequests(helpers: { httpRequest: unknown; httpRequestWithAuthentication: unknown }) {
	const request = jest.fn();
	Object.assign(helpers, { httpRequest: request, httpRequestWithAuthentication: request });
	return request;
}

const fields: [keyof typeof http, string][] = [
	['apiBaseUrl', 'API Base URL'],
	['identityServerUrl', 'Identity Server URL'],
];
const operations: INodeParameters[] = [
	{ resource: 'user', operation: 'getCurrent' },
	{ resource: 'webhook', operation: 'register', webhookUrl: 'https://n8n.example.com/webhook/1' },
	{ resource: 'identity', operation: 'getUserInfo' },
	{ resource: 'identity', operation: 'getServerSettings' },
	{ resource: 'identity', operation: 'verifyToken' },
	{ resource: 'identity', operation: 'signOut' },
];

test.each(operations)('$operation sends nothing while an address is http', async (parameters) => {
	for (const [field, name] of fields) {
		// Get Server Settings asks the identity server alone.
		if (parameters.operation === 'getServerSettings' && field === 'apiBaseUrl') continue;
		const credential = createCredential({ ...https, [field]: http[field] });
		const context = createHost({ type: 'voiceAgent', credential, parameters }).execute();
		const request = watchRequests(context.helpers);
		await expectFailure(action.execute.call(context), 'credential-address-not-https', {
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
		const request = watchRequests(context.helpers);
		await expectFailure(
			trigger.webhookMethods.default[hook].call(context),
			'credential-address-not-https',
		);
		expect(request).not.toHaveBeenCalled();
	}
});

test('with Allow HTTP, and on a private host without it, requests are sent', async () => {
	const parameters: INodeParameters = { resource: 'user', operation: 'getCurrent' };
	const privately = { ...https, apiBaseUrl: 'http://api.internal' };
	for (const addresses of [{ ...http, allowHttp: true }, privately]) {
		const credential = createCredential({ ...addresses, verifyTokens: false });
		const context = createHost({ type: 'voiceAgent', credential, parameters }).execute();
		const request = watchRequests(context.helpers);
		request.mockResolvedValue({ statusCode: 200, headers: {}, body: { id: 'user-1' } });
		await action.execute.call(context);
		expect(request).toHaveBeenCalledTimes(1);
	}
});

test.each([undefined, 'true', 1, {}])('Allow HTTP is off with %j', async (allowHttp) => {
	const credential = createCredential({ ...http, allowHttp });
	const parameters = { resource: 'user', operation: 'getCurrent' };
	const context = createHost({ type: 'voiceAgent', credential, parameters }).execute();
	await expectFailure(action.execute.call(context), 'credential-address-not-https');
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
