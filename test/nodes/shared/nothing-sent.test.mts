import { Socket } from 'node:net';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { errorCatalog } from '../../../nodes/shared/error-catalog.ts';
import { getCurrent, register, runForItems } from '../../support/in-process/driver.mts';
import { createItem, download } from '../../support/in-process/recording-driver.mts';
import { connectCredential } from '../../support/in-process/sandbox-credential.mts';
import { expectFailure } from '../../support/in-process/expect-failure.mts';
import { findClosedPort, startUntrustedServer } from '../../support/servers/wrong-servers.mts';
import { useSandbox } from '../../support/servers/use-sandbox.mts';
import { skipWaits } from '../../support/clock.mts';

// Each text of the catalog that says that nothing was sent, beside servers that count what they receive.
const sandbox = useSandbox();
const elsewhere = useSandbox();
let untrusted: Awaited<ReturnType<typeof startUntrustedServer>>;
let closedPort: number;
beforeAll(async () => {
	untrusted = await startUntrustedServer();
	closedPort = await findClosedPort();
});
afterAll(() => untrusted.close());
beforeEach(skipWaits);
afterEach(() => jest.restoreAllMocks());

const says = /nothing (?:was|is) sent|sent nothing/i;

/** Gets the user, or registers a webhook, with these fields of the credential. */
const call =
	(change: () => ICredentialDataDecryptedObject, operation = getCurrent) =>
	async () => {
		const credential = await connectCredential(sandbox);
		Object.assign(credential.data, { verifyTokens: false }, change());
		return await runForItems(operation, credential);
	};

const at = (apiBaseUrl: () => string) => call(() => ({ apiBaseUrl: apiBaseUrl() }));

const downloadFrom = (address: () => string) => async () => {
	const parameters = { source: 'urls', urls: { conversation: address() } };
	return await download(parameters, {
		items: [createItem(sandbox)],
		apiBaseUrl: 'https://a.example',
	});
};

const sendTo = (webhookUrl: string) =>
	call(() => ({}), { resource: 'webhook', operation: 'sendTestEvent', webhookUrl });

async function redirect(): Promise<unknown> {
	const headers = { location: `${elsewhere.url}/api/Users/me` };
	await sandbox.switchOnFault('status', { target: 'users-me', status: 302, headers });
	return await at(() => sandbox.url)().finally(() => (sandbox.requests.length = 0));
}

const rows: Record<string, () => Promise<unknown>> = {
	'credential-address-not-https': at(() => 'http://api.example.com'),
	'service-unreachable': at(() => `http://127.0.0.1:${closedPort}`),
	'host-not-found': at(() => `https://${'x'.repeat(64)}.invalid`),
	'certificate-not-trusted': at(() => `https://127.0.0.1:${untrusted.port}`),
	'connection-not-encrypted': at(() => sandbox.url.replace('http:', 'https:')),
	'address-redirects': redirect,
	'recording-url-with-credentials': downloadFrom(() =>
		sandbox.url.replace('http://', 'https://user:word@'),
	),
	'recording-url-private': downloadFrom(() => sandbox.url.replace('http:', 'https:')),
	'webhook-url-not-https': sendTo('http://n8n.example.com/webhook/1'),
};

// Its process has another environment.
const elsewhereTested = ['blocked-by-ssrf-protection'];

test('each text that says so has a row', () => {
	const saying = Object.entries(errorCatalog).flatMap(([code, texts]) =>
		says.test(texts.join(' ')) ? [code] : [],
	);
	expect([...Object.keys(rows), ...elsewhereTested].sort()).toEqual(saying.sort());
});

test.each(Object.entries(rows))('with %s no server receives anything', async (code, run) => {
	const connect = jest.spyOn(Socket.prototype, 'connect');
	await expectFailure(run(), code);
	expect([sandbox.requests, elsewhere.requests, untrusted.requests]).toEqual([[], [], []]);
	// A public host cannot be counted at: no connection is opened.
	if (code.endsWith('not-https')) expect(connect).not.toHaveBeenCalled();
});

test('after a request that was sent, no text says that nothing was', async () => {
	await sandbox.switchOnFault('status', { target: 'users-me', status: 401 });
	const accessTokenUrl = `http://127.0.0.1:${closedPort}/token`;
	for (const operation of [getCurrent, register]) {
		const run = call(() => ({ accessTokenUrl }), operation);
		await expectFailure(run(), 'identity-unavailable', {
			description: expect.not.stringMatching(/nothing (?:was|is) sent|nothing reached/i),
		});
	}
	expect(sandbox.requests.length).toBeGreaterThan(0);
});
