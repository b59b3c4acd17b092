import type { INodeParameters } from 'n8n-workflow';
import { createItem, download, failureOf } from '../../support/in-process/recording-driver.mts';
import {
	fail,
	getConfiguration,
	getCurrent,
	pasted,
	register,
	runForItems,
} from '../../support/in-process/driver.mts';
import { fakeOnly } from '../../support/clock.mts';
import {
	connectCredential,
	pasteCredential,
} from '../../support/in-process/sandbox-credential.mts';
import type { StoredCredential } from '../../support/in-process/stored-credential.mts';
import { useSandbox } from '../../support/servers/use-sandbox.mts';

// n8n reads it with its first request.
process.env.N8N_SSRF_PROTECTION_ENABLED = 'true';
const sandbox = useSandbox();
const code = 'blocked-by-ssrf-protection';
const connect = async () => await connectCredential(sandbox);

test.each<[string, INodeParameters, () => Promise<StoredCredential>, string]>([
	['OAuth2', getCurrent, connect, 'API Base URL'],
	['OAuth2 that registers', register, connect, 'API Base URL'],
	['a pasted token', { ...getCurrent, ...pasted }, () => pasteCredential(sandbox), 'API Base URL'],
	['Get Server Settings', getConfiguration, connect, 'Identity Server URL'],
])("a request with %s that n8n's SSRF protection stops names the setting", async (...row) => {
	const [, parameters, getCredential, field] = row;
	const credential = await getCredential();
	// A wait between tries would never end.
	fakeOnly(['setTimeout', 'clearTimeout']);
	try {
		const failure = await fail(parameters, credential);
		expect(failure).toMatchObject({
			code,
			message: expect.stringMatching(`protection blocked the request: '${field}' \\(http://127`),
			description: expect.stringMatching(/N8N_SSRF_ALLOWED_HOSTNAMES.*It blocked 127\.0\.0\.1/),
		});
		expect(failure.description).toContain('N8N_SSRF_PROTECTION_ENABLED');
		expect(failure.description).not.toContain('may have taken effect');
	} finally {
		jest.useRealTimers();
	}
	expect(sandbox.requests).toEqual([]);
});

test('Download and Send Test Event say the same', async () => {
	const items = [createItem(sandbox)];
	const failure = await failureOf(download({}, { apiBaseUrl: sandbox.url, items }));
	expect(failure).toMatchObject({ context: { code } });
	const send = { resource: 'webhook', operation: 'sendTestEvent', webhookUrl: sandbox.url };
	const [sent] = await runForItems(send, await connectCredential(sandbox));
	expect(sent?.json).toMatchObject({ result: code });
});
