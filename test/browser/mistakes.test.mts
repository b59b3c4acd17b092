import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import {
	attachCredential,
	credentialType,
	describeCredential,
} from '../../host/n8n/voice-agent-nodes.mts';
import { projectRoot } from '../../scripts/project-paths.mjs';
import type { Sandbox } from '../../sandbox/types.mts';
import { useHost } from '../support/n8n/start-host.mts';
import { chainNodes, createNode } from '../support/n8n/trigger-scene.mts';
import { findClosedPort } from '../support/servers/wrong-servers.mts';
import { createSteps } from './create-steps.mts';
import { logIn } from './editor-page.mts';
import { openBrowser, stepLimitMs } from '../support/open-browser.mts';
import { forgetFailure, takeFailure } from './take-picture.mts';

// What somebody reads in n8n's editor after a typical mistake in a credential. n8n shows "Connected"
// whatever the API base URL is.
const host = useHost();
let browser: Browser;
let page: Page;
let userWorkflowUrl: string;
let credential: { id: string; name: string };
const troubleshooting = readFileSync(join(projectRoot, 'docs', 'troubleshooting.md'), 'utf8');

beforeAll(async () => {
	await forgetFailure();
	credential = await host.connect();
	browser = await openBrowser();
	page = await browser.newPage({ viewport: { width: 1180, height: 740 }, locale: 'en-US' });
	page.setDefaultTimeout(stepLimitMs);
	await logIn(page, host.n8n.url);
});

afterAll(async () => await browser?.close());

const see = (id: string) => page.getByTestId(id);
const step = createSteps(() => takeFailure(page));

/** Changes the connected credential as somebody does who mistypes a field. */
async function mistype(fields: Record<string, unknown>): Promise<void> {
	const data = { ...describeCredential(host.sandbox), ...fields };
	await host.client.updateCredential(credential.id, credential.name, credentialType, data);
}

const openDeadAddress = async () => `http://127.0.0.1:${await findClosedPort()}`;

/** What User → Get Current shows for an API base URL. */
const addresses: [string, () => Promise<string> | string, string][] = [
	['with-api-behind-it', () => `${host.sandbox.url}/api`, 'demo@example.com'],
	['https-for-http', () => host.sandbox.url.replace('http:', 'https:'), 'API Base URL'],
	['without-a-scheme', () => host.sandbox.url.replace('http://', ''), 'API Base URL'],
	['of-another-server', () => host.n8n.url, 'does not know this address'],
	['of-a-dead-port', openDeadAddress, 'ECONNREFUSED'],
];

step('User → Get Current is prepared', async () => {
	const user = createNode('Get User', 'n8n-nodes-voice-agent.voiceAgent', 1, {
		resource: 'user',
		operation: 'getCurrent',
	});
	const manual = createNode('Start', 'n8n-nodes-base.manualTrigger', 1);
	const { id } = await host.client.createWorkflow(
		attachCredential(chainNodes([manual, user]), credential),
	);
	userWorkflowUrl = `${host.n8n.url}/workflow/${id}`;
});

for (const [name, address, shown] of addresses) {
	step(`an API base URL ${name.replaceAll('-', ' ')}`, async () => {
		await mistype({ apiBaseUrl: await address() });
		await page.goto('about:blank');
		await page.goto(userWorkflowUrl);
		await see('canvas-node').filter({ hasText: 'Get User' }).dblclick();
		await see('node-execute-button').click();
		await see('output-panel').getByText(shown).first().waitFor();
	});
}

/** The window that Connect opens for a credential with such fields. */
async function openSignIn(name: string, fields: Record<string, unknown>): Promise<Page> {
	const data = { ...describeCredential(host.sandbox), ...fields };
	const id = await host.client.createCredential(name, credentialType, data);
	await page.goto(`${host.n8n.url}/home/credentials/${id}`);
	const [popUp] = await Promise.all([
		page.waitForEvent('popup'),
		see('oauth-not-connected-banner').getByRole('button', { name: 'Connect' }).click(),
	]);
	return popUp;
}

/** What the sign-in window shows. The page on troubleshooting explains the words in quotes. */
const signIns: [
	string,
	(sandbox: Sandbox) => Record<string, unknown> | Promise<Record<string, unknown>>,
	string,
][] = [
	[
		'at-a-dead-port',
		async () => ({ identityServerUrl: `${await openDeadAddress()}/realms/voice-agent` }),
		'ERR_CONNECTION_REFUSED',
	],
	[
		'without-a-realm',
		({ identityServerUrl }) => ({ identityServerUrl: new URL(identityServerUrl).origin }),
		'Not Found',
	],
	['with-another-client-id', () => ({ clientId: 'mistyped' }), 'invalid_client'],
	[
		'with-another-client-secret',
		({ clients }) => ({
			applicationType: 'confidential',
			clientId: clients.confidential.clientId,
			clientSecret: 'mistyped',
		}),
		'Client authentication failed',
	],
];

for (const [name, mistake, shown] of signIns) {
	step(`the sign-in window ${name.replaceAll('-', ' ')}`, async () => {
		expect(troubleshooting).toContain(`"${shown}"`);
		const popUp = await openSignIn(name, await mistake(host.sandbox));
		await popUp.getByText(shown).or(popUp.locator('#username')).first().waitFor();
		if (await popUp.locator('#username').isVisible()) {
			await popUp.locator('#username').fill(host.sandbox.user.username);
			await popUp.locator('#password').fill(host.sandbox.user.password);
			await popUp.locator('button[type=submit]').click();
		}
		await popUp.getByText(shown).first().waitFor();
		await popUp.close();
	});
}

step(
	'the sign-in window at the address of another server shows a page of that server',
	async () => {
		const popUp = await openSignIn('another server', { identityServerUrl: host.n8n.url });
		await popUp.waitForURL(`${host.n8n.url}/protocol/openid-connect/auth?*`);
		await popUp.waitForFunction(() => document.title.includes('n8n'));
		await popUp.close();
	},
);

step('an identity server URL that is none opens no window', async () => {
	const shown = 'OAuth url is not a valid URL.';
	expect(troubleshooting).toContain(`"${shown}"`);
	const data = { ...describeCredential(host.sandbox), identityServerUrl: 'not an address' };
	const id = await host.client.createCredential('no address', credentialType, data);
	await page.goto(`${host.n8n.url}/home/credentials/${id}`);
	await see('oauth-not-connected-banner').getByRole('button', { name: 'Connect' }).click();
	await page.getByText(shown).first().waitFor();
});
