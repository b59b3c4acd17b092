import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { SavedWorkflow } from '../../host/n8n/n8n-workflow-types.mts';
import {
	attachCredential,
	credentialType,
	describeCredential,
} from '../../host/n8n/voice-agent-nodes.mts';
import { waitUntil } from '../../host/wait-until.mts';
import { projectRoot } from '../../scripts/project-paths.mjs';
import { createDataTable, readDataTable } from '../support/n8n/data-tables.mts';
import { chainByHand } from '../support/n8n/run-by-hand.mts';
import { useHost } from '../support/n8n/start-host.mts';
import {
	chainNodes,
	createAction,
	createNode,
	createTrigger,
	findTestUrl,
	postEvent,
	waitUntilListening,
} from '../support/n8n/trigger-scene.mts';
import { openBrowser } from '../support/open-browser.mts';
import { findClosedPort } from '../support/servers/wrong-servers.mts';
import { createSteps } from './create-steps.mts';
import { logIn, openContext } from './editor-page.mts';
import { forgetFailure } from './take-picture.mts';

// What somebody sees in n8n's own editor when something arrives that starts nothing, and after a typical mistake
// in a credential. The items of other reasons are in test/nodes/VoiceAgentTrigger/discarded, other messages in
// test/nodes/shared, and what the window of a real Keycloak shows in test/keycloak.
const host = useHost();
let browser: Browser;
let page: Page;

beforeAll(async () => {
	await forgetFailure();
	browser = await openBrowser();
	page = await (await openContext(browser)).newPage();
	await logIn(page, host.n8n.url);
});

afterAll(async () => await browser?.close());

const see = (id: string) => page.getByTestId(id);

describe('listening for what starts nothing', () => {
	const step = createSteps(() => page);
	// A node that writes into a table stands behind the trigger: it must not run.
	const tableName = 'conversations';
	const triggerName = 'Voice Agent Trigger';
	const record = { id: 'c-1', agent_title: 'Sales', status: 'Completed' };
	let workflow: SavedWorkflow;

	async function sendWhileListening(data: Record<string, unknown>) {
		await waitUntilListening(host, workflow);
		return await postEvent(findTestUrl(host, workflow), data);
	}

	async function openWorkflow(options: Record<string, unknown>): Promise<void> {
		const parameters = {
			verifyDeliveries: 'off',
			filters: { agents: 'Support' },
			options: { registration: 'manual', withoutCredential: true, ...options },
		};
		const table = createNode('Insert', 'n8n-nodes-base.dataTable', 1.1, {
			resource: 'row',
			operation: 'insert',
			dataTableId: { __rl: true, mode: 'name', value: tableName },
			columns: { mappingMode: 'defineBelow', value: { agent: '={{ $json.agent_title }}' } },
		});
		table.position = [300, 0];
		workflow = await host.client.createWorkflow(
			chainNodes([createTrigger(parameters, triggerName), table]),
		);
		await page.goto(`${host.n8n.url}/workflow/${workflow.id}`);
		await see('canvas-node').first().waitFor();
	}

	const openTrigger = () => see('canvas-node').filter({ hasText: triggerName }).dblclick();
	const readTable = () => readDataTable(host.session, tableName);

	beforeAll(() => createDataTable(host.session, tableName, 'agent'));

	step('with the panel open its text leads from the empty first tab to the reason', async () => {
		await openWorkflow({});
		await openTrigger();
		await see('trigger-execute-button').click();
		expect(await sendWhileListening(record)).toMatchObject({
			body: { reason: 'agent-not-wanted' },
		});
		const output = see('output-panel');
		await output.getByText('No output data in this branch').waitFor();
		const text = see('ndv').getByText('If a call arrives but does not start the workflow');
		expect(await text.first().innerText()).toContain('Discarded Branch');
		await output.getByText('Discarded Branch (1 item)').click();
		await output.getByText('discarded by the filter Agents').first().waitFor();
		expect(await readTable()).toEqual([]);
	});

	step('with Execute workflow the tab with the reason opens by itself', async () => {
		await openWorkflow({});
		await see('execute-workflow-button').click();
		await page.getByText('Waiting two minutes for a voice agent').first().waitFor();
		expect(await sendWhileListening(record)).toEqual({
			httpStatus: 200,
			retryAfter: null,
			body: { status: 'ignored', reason: 'agent-not-wanted' },
		});
		await see('execute-workflow-button').getByText('Execute workflow').waitFor();
		await openTrigger();
		await see('output-panel').getByText('discarded by the filter Agents').first().waitFor();
		expect(await see('output-panel').getByText('No output data').count()).toBe(0);
		expect(await readTable()).toEqual([]);
	});

	step('with Output Discarded Deliveries the second output has its name', async () => {
		await openWorkflow({ outputDiscarded: true });
		await page.getByText('Discarded', { exact: true }).first().waitFor();
		await see('execute-workflow-button').click();
		await sendWhileListening(record);
		await see('execute-workflow-button').getByText('Execute workflow').waitFor();
		await openTrigger();
		await see('output-panel').getByText('Discarded').first().waitFor();
		await see('output-panel').getByText('discarded by the filter Agents').first().waitFor();
		expect(await readTable()).toEqual([]);
	});

	step('a conversation that the filter lets through is written into the table', async () => {
		await see('ndv-close-button').click();
		await see('execute-workflow-button').click();
		const wanted = { ...record, agent_title: 'Support' };
		expect(await sendWhileListening(wanted)).toMatchObject({ body: { status: 'accepted' } });
		const findRows = async () => ((await readTable()).length > 0 ? await readTable() : undefined);
		const rows = await waitUntil(findRows, { what: 'a row in the table' });
		expect(rows).toMatchObject([{ agent: 'Support' }]);
	});
});

describe('a mistake in a credential', () => {
	const step = createSteps(() => page);
	const troubleshooting = readFileSync(join(projectRoot, 'docs', 'troubleshooting.md'), 'utf8');

	// n8n shows "Connected" whatever the API base URL is.
	step('an API base URL of another server is told by User → Get Current', async () => {
		const credential = await host.connect();
		const data = { ...describeCredential(host.sandbox), apiBaseUrl: host.n8n.url };
		await host.client.updateCredential(credential.id, credential.name, credentialType, data);
		const file = attachCredential(chainByHand(createAction('user', 'getCurrent')), credential);
		const { id } = await host.client.createWorkflow(file);
		await page.goto(`${host.n8n.url}/workflow/${id}`);
		await see('canvas-node').filter({ hasText: 'user getCurrent' }).dblclick();
		await see('node-execute-button').click();
		await see('output-panel').getByText('does not know this address').first().waitFor();
	});

	/** Opens a credential with such an identity server, and clicks Connect. */
	async function connect(identityServerUrl: string): Promise<void> {
		const data = { ...describeCredential(host.sandbox), identityServerUrl };
		const id = await host.client.createCredential(identityServerUrl, credentialType, data);
		await page.goto(`${host.n8n.url}/home/credentials/${id}`);
		await see('oauth-not-connected-banner').getByRole('button', { name: 'Connect' }).click();
	}

	step('at a dead port the sign-in window has the words of the browser', async () => {
		const shown = 'ERR_CONNECTION_REFUSED';
		expect(troubleshooting).toContain(`"${shown}"`);
		const url = `http://127.0.0.1:${await findClosedPort()}/realms/voice-agent`;
		const [popUp] = await Promise.all([page.waitForEvent('popup'), connect(url)]);
		await popUp.getByText(shown).first().waitFor();
		await popUp.close();
	});

	step('at the address of another server the window shows a page of that server', async () => {
		const [popUp] = await Promise.all([page.waitForEvent('popup'), connect(host.n8n.url)]);
		await popUp.waitForURL(`${host.n8n.url}/protocol/openid-connect/auth?*`);
		await popUp.waitForFunction(() => document.title.includes('n8n'));
		await popUp.close();
	});

	step('an identity server URL that is none opens no window', async () => {
		const shown = 'OAuth url is not a valid URL.';
		expect(troubleshooting).toContain(`"${shown}"`);
		await connect('not an address');
		await page.getByText(shown).first().waitFor();
	});
});
