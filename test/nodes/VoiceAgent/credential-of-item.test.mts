import type { INodeParameters } from 'n8n-workflow';
import {
	getConfiguration,
	getCurrent,
	pasted,
	register,
	requestsEndingWith,
	runForItems,
} from '../../support/in-process/driver.mts';
import { expectFailure } from '../../support/in-process/expect-failure.mts';
import {
	connectCredential,
	pasteCredential,
} from '../../support/in-process/sandbox-credential.mts';
import { useSandbox } from '../../support/servers/use-sandbox.mts';

const sandbox = useSandbox();
const items = [{ json: {} }, { json: {} }];

/** The sandbox under a name of its own for each item. */
const addresses = () => ['127.0.0.1', 'localhost'].map((host) => moveTo(sandbox.url, host));
const moveTo = (address: string, host: string) => address.replace('127.0.0.1', host);
const hostsOf = (path: string) =>
	requestsEndingWith(sandbox, path).map(({ headers }) => `http://${headers.host}`);

test.each<[string, INodeParameters, string]>([
	['Get Current', getCurrent, '/api/Users/me'],
	['Register', register, '/api/Webhooks'],
])('%s calls the address that the credential has for the item', async (_name, operation, path) => {
	const credential = await connectCredential(sandbox);
	credential.ofItems = addresses().map((apiBaseUrl) => ({ apiBaseUrl }));
	await runForItems(operation, credential, items);
	expect(hostsOf(path)).toEqual(addresses());
});

test('Get Server Settings asks the identity server of the item', async () => {
	const credential = await connectCredential(sandbox);
	const issuer = sandbox.identityServerUrl;
	const second = moveTo(issuer, 'localhost');
	credential.ofItems = [{ issuer }, { issuer, identityServerUrl: second }];
	await runForItems({ ...getConfiguration, allowOtherOrigins: true }, credential, items);
	expect(hostsOf('/openid-configuration')).toEqual(
		[issuer, second].map((url) => new URL(url).origin),
	);
});

test('a call carries the token that the credential has for the item', async () => {
	const credential = await pasteCredential(sandbox);
	const tokens = await Promise.all(items.map(async () => await sandbox.identity.issueTokens()));
	credential.ofItems = tokens.map(({ access_token }) => ({ accessToken: access_token }));
	await runForItems({ ...getCurrent, ...pasted }, credential, items);
	const sent = requestsEndingWith(sandbox, '/api/Users/me').map(({ headers }) => headers);
	expect(sent.map(({ authorization }) => authorization)).toEqual(
		tokens.map(({ access_token }) => `Bearer ${access_token}`),
	);
});

test('after a refresh inside a call, the call goes to the address of its item again', async () => {
	const credential = await connectCredential(sandbox);
	const [first = '', second = ''] = addresses();
	credential.ofItems = [{ apiBaseUrl: second }, { apiBaseUrl: first }];
	await sandbox.switchOnFault('status', { target: 'users-me', status: 401, times: 1 });
	await runForItems(getCurrent, credential, items);
	expect(hostsOf('/api/Users/me')).toEqual([second, second, first]);
	expect(requestsEndingWith(sandbox, '/token')).toHaveLength(1);
});

test('an item without an address fails by name, after the call of the item before', async () => {
	const credential = await connectCredential(sandbox);
	credential.ofItems = [{}, { apiBaseUrl: '' }];
	await expectFailure(runForItems(getCurrent, credential, items), 'credential-address-invalid', {
		message: expect.stringContaining("'API Base URL'"),
		context: expect.objectContaining({ itemIndex: 1 }),
	});
	expect(hostsOf('/api/Users/me')).toEqual([sandbox.url]);
	const [done, failed] = await runForItems(getCurrent, credential, items, { continueOnFail: true });
	expect(done?.json).toMatchObject({ email: sandbox.user.email });
	expect(failed?.json).toEqual({ error: expect.stringContaining('credential-address-invalid') });
});

test.each(['refreshToken', 'signOut'])(
	'%s runs once, and an item with another account fails at its own turn',
	async (operation) => {
		const credential = await connectCredential(sandbox);
		credential.ofItems = [{}, {}, { apiBaseUrl: addresses()[1] ?? '' }];
		const run = { resource: 'identity', operation, refresh: 'always' };
		const output = await runForItems(run, credential, [...items, { json: {} }], {
			continueOnFail: true,
		});
		const failure = expect.stringContaining('account-differs');
		expect(output.map(({ json }) => json.error)).toEqual([undefined, undefined, failure]);
		const path = operation === 'signOut' ? '/logout' : '/token';
		expect(requestsEndingWith(sandbox, path)).toHaveLength(1);
	},
);
