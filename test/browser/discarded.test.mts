import type { Browser, Page } from 'playwright-core';
import type { SavedWorkflow } from '../../host/n8n/n8n-workflow-types.mts';
import { waitUntil } from '../../host/wait-until.mts';
import { attachCredential } from '../../host/n8n/voice-agent-nodes.mts';
import type { CredentialReference } from '../support/n8n/connect-at-sandbox.mts';
import { useHost } from '../support/n8n/start-host.mts';
import {
	chainNodes,
	createNode,
	createTrigger,
	findTestUrl,
} from '../support/n8n/trigger-scene.mts';
import { readDataTable } from '../support/n8n/data-tables.mts';
import { createSteps } from './create-steps.mts';
import { logIn } from './editor-page.mts';
import { openBrowser, stepLimitMs } from '../support/open-browser.mts';
import { forgetFailure, takeFailure } from './take-picture.mts';

// What somebody sees who listens in n8n's own editor while something arrives that starts nothing. A node
// that writes into a table stands behind the trigger: it must not run. The items of other reasons are in
// test/nodes/VoiceAgentTrigger/discarded.
const tableName = 'conversations';
const triggerName = 'Voice Agent Trigger';
const host = useHost();
let browser: Browser;
let page: Page;
let workflow: SavedWorkflow;

beforeAll(async () => {
	await forgetFailure();
	browser = await openBrowser();
	page = await browser.newPage({ viewport: { width: 1180, height: 740 }, locale: 'en-US' });
	page.setDefaultTimeout(stepLimitMs);
});

afterAll(async () => await browser?.close());

const see = (id: string) => page.getByTestId(id);
const step = createSteps(() => takeFailure(page));
const record = { id: 'c-1', agent_title: 'Sales', status: 'Completed' };
const conversation = { event: 'ConversationComplete', data: record };

/** Sends once n8n listens, which it says to a GET by naming the method that it waits for. */
async function sendWhileListening(
	body: unknown,
	headers: Record<string, string> = {},
): Promise<unknown> {
	const url = findTestUrl(host, workflow);
	await waitUntil(
		async () => ((await (await fetch(url)).text()).includes('POST') ? true : undefined),
		{ what: 'n8n to listen for a test event' },
	);
	const answer = await fetch(url, {
		method: 'POST',
		headers: { 'content-type': 'application/json', ...headers },
		body: JSON.stringify(body),
	});
	return { httpStatus: answer.status, ...Object(await answer.json()) };
}

const createTable = async () =>
	await host.session.api('POST', '/data-tables', {
		name: tableName,
		columns: [{ name: 'agent', type: 'string' }],
	});

async function openWorkflow(
	options: Record<string, unknown>,
	parameters: Record<string, unknown> = {},
	credential?: CredentialReference,
): Promise<void> {
	const trigger = createTrigger(
		{
			verifyDeliveries: 'off',
			filters: { agents: 'Support' },
			options: { registration: 'manual', withoutCredential: true, ...options },
			...parameters,
		},
		triggerName,
	);
	const table = createNode('Insert', 'n8n-nodes-base.dataTable', 1.1, {
		resource: 'row',
		operation: 'insert',
		dataTableId: { __rl: true, mode: 'name', value: tableName },
		columns: { mappingMode: 'defineBelow', value: { agent: '={{ $json.agent_title }}' } },
	});
	const nodes = [trigger, { ...table, position: [300, 0] satisfies [number, number] }];
	const file = chainNodes(nodes);
	const saved = credential === undefined ? file : attachCredential(file, credential);
	workflow = await host.client.createWorkflow(saved);
	await page.goto(`${host.n8n.url}/workflow/${workflow.id}`);
	await see('canvas-node').first().waitFor();
}

const openTrigger = () => see('canvas-node').filter({ hasText: triggerName }).dblclick();

step('the owner has a table, and a filter that matches nothing', async () => {
	await logIn(page, host.n8n.url);
	await createTable();
	await openWorkflow({});
});

step('with the panel open its text leads from the empty first tab to the reason', async () => {
	await openTrigger();
	await see('trigger-execute-button').click();
	expect(await sendWhileListening(conversation)).toMatchObject({ reason: 'agent-not-wanted' });
	const output = see('output-panel');
	await output.getByText('No output data in this branch').waitFor();
	const text = see('ndv').getByText('If a call arrives but does not start the workflow');
	expect(await text.first().innerText()).toContain('Discarded Branch');
	await output.getByText('Discarded Branch (1 item)').click();
	await output.getByText('discarded by the filter Agents').first().waitFor();
	await see('ndv-close-button').click();
	expect(await readDataTable(host.session, tableName)).toEqual([]);
});

step('with Execute workflow the tab with the reason opens by itself', async () => {
	await openWorkflow({});
	await see('execute-workflow-button').click();
	await page.getByText('Waiting two minutes for a voice agent').first().waitFor();
	expect(await sendWhileListening(conversation)).toEqual({
		httpStatus: 200,
		status: 'ignored',
		reason: 'agent-not-wanted',
	});
	await see('execute-workflow-button').getByText('Execute workflow').waitFor();
	await openTrigger();
	await see('output-panel').getByText('discarded by the filter Agents').first().waitFor();
	expect(await see('output-panel').getByText('No output data').count()).toBe(0);
	expect(await readDataTable(host.session, tableName)).toEqual([]);
});

step('with Output Discarded Deliveries the second output has its name', async () => {
	await openWorkflow({ outputDiscarded: true });
	await page.getByText('Discarded', { exact: true }).first().waitFor();
	await see('execute-workflow-button').click();
	await sendWhileListening(conversation);
	await see('execute-workflow-button').getByText('Execute workflow').waitFor();
	await openTrigger();
	await see('output-panel').getByText('Discarded').first().waitFor();
	await see('output-panel').getByText('discarded by the filter Agents').first().waitFor();
	expect(await readDataTable(host.session, tableName)).toEqual([]);
});

step('a conversation that the filter lets through is written into the table', async () => {
	await see('ndv-close-button').click();
	await see('execute-workflow-button').click();
	const wanted = { ...conversation, data: { ...record, agent_title: 'Support' } };
	expect(await sendWhileListening(wanted)).toMatchObject({ status: 'accepted' });
	const rows = await waitUntil(
		async () => {
			const found = await readDataTable(host.session, tableName);
			return found.length > 0 ? found : undefined;
		},
		{ what: 'a row in the table' },
	);
	expect(rows).toMatchObject([{ agent: 'Support' }]);
});

step('a token of another issuer is named in the panel, beside the expected issuer', async () => {
	const { signJwt } = host.sandbox.identity;
	const iss = 'https://id.example.org/realms/agents';
	const token = await signJwt({ iss, sub: 'service', azp: 'service' });
	await openWorkflow(
		{ withoutCredential: false },
		{ verifyDeliveries: 'require' },
		await host.connect(),
	);
	await see('execute-workflow-button').click();
	await sendWhileListening(conversation, { authorization: `Bearer ${token}` });
	await see('execute-workflow-button').getByText('Execute workflow').waitFor();
	await openTrigger();
	const output = see('output-panel');
	await output.getByText('issuer-mismatch').first().waitFor();
	const { identityServerUrl } = host.sandbox;
	const shown = `It names "${iss}", but "${identityServerUrl}" is expected.`;
	await output.getByText(shown).first().waitFor();
});
