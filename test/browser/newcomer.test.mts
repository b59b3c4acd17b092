import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { createClient } from '../../host/n8n/n8n-client.mts';
import { readItems } from '../../host/n8n/n8n-workflow-types.mts';
import { openSession } from '../../host/n8n/n8n-session.mts';
import { startN8n, type RunningN8n } from '../../host/n8n/start-n8n.mts';
import { startSandbox } from '../../sandbox/start-sandbox.mts';
import type { Sandbox } from '../../sandbox/types.mts';
import { chainNodes, createTrigger } from '../support/n8n/trigger-scene.mts';
import { createSteps } from './create-steps.mts';
import {
	drag,
	field,
	fillIn,
	findNode,
	logIn,
	openContext,
	owner,
	select,
	setUpOwner,
} from './editor-page.mts';
import { openBrowser, waitForValue } from '../support/open-browser.mts';
import { readReadme } from './read-readme.mts';
import {
	forDocs,
	forgetFailure,
	pictureForDocs,
	pictureExamples,
	pictureForFilm,
	writeFilm,
} from './take-picture.mts';

jest.setTimeout(600_000);

// A newcomer's way through n8n's own editor, from an empty n8n and a clean profile to the first
// conversation in production. Each step goes on where the one before it ended.
let dataFolder: string;
let n8n: RunningN8n;
let sandbox: Sandbox;
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
	await forgetFailure();
	dataFolder = await mkdtemp(join(tmpdir(), 'voice-agent-browser-'));
	n8n = await startN8n({ dataFolder, port: forDocs ? 5678 : undefined });
	sandbox = await startSandbox({
		port: forDocs ? 4010 : undefined,
		redirectUris: [`${n8n.url}/rest/oauth2-credential/callback`],
	});
	browser = await openBrowser();
	context = await openContext(browser);
	page = await context.newPage();
	await setUpOwner(page, n8n.url);
});

afterAll(async () => {
	await browser?.close();
	await n8n?.stop();
	await sandbox?.close();
	await rm(dataFolder, { recursive: true, force: true });
});

const see = (id: string) => page.getByTestId(id);
const step = createSteps(() => page);

/** Finishes a conversation on the sandbox's page once it lists the webhook; gives its id. */
async function finishConversation(webhookPath: string, { isInFilm = false } = {}): Promise<string> {
	const sandboxPage = await context.newPage();
	await sandboxPage.goto(sandbox.url);
	const known = sandbox.deliveries.length;
	await sandboxPage.locator('#registrations').getByText(webhookPath).waitFor();
	await sandboxPage.getByRole('button', { name: 'Finish conversation' }).click();
	const row = sandboxPage.locator('#deliveries li').filter({ hasText: webhookPath }).first();
	await row.getByText('delivered').waitFor();
	await row.getByText('"accepted"').waitFor();
	if (isInFilm) await pictureForFilm(sandboxPage);
	await sandboxPage.close();
	return sandbox.deliveries[known]?.conversationId ?? '';
}

step('behind a trigger alone, three clicks give fields to map', async () => {
	const client = createClient(await openSession(n8n.url, owner));
	const { id } = await client.createWorkflow(chainNodes([createTrigger()]));
	const editor = await context.newPage();
	const shown = (testId: string) => editor.getByTestId(testId);
	await editor.goto(`${n8n.url}/workflow/${id}`);
	// The three clicks that the trigger's panel names.
	await shown('canvas-handle-plus').click();
	await (await findNode(editor, 'voice agent', 'Voice Agent')).click();
	await editor.getByText('Create sample conversation', { exact: true }).click();
	await shown('ndv-close-button').click();
	// Until n8n has drawn the connection, the trigger shows its plus as well.
	const sample = editor.getByRole('group').filter({ hasText: 'Create sample' });
	await sample.getByTestId('canvas-handle-plus').click();
	await (await findNode(editor, 'edit fields', 'Edit Fields \\(Set\\)')).click();
	await shown('assignment-collection-drop-area').waitFor();
	await drag(editor, 'customer_number', 'assignment-collection-drop-area');
	await editor.mouse.up();
	await shown('assignment-value').getByText('$json.customer_number').waitFor();
	await editor.close();
	await client.deleteWorkflow(id);
});

// README's steps under "Sign in", followed literally: what is looked for is what its bold words say.
const signInSteps = readReadme('### Sign in');
// A required field has a star behind its name.
const seeInForm = (word: string) =>
	see('editCredential-modal')
		.getByText(new RegExp(`^\\s*${word}\\s*\\*?\\s*$`))
		.first()
		.waitFor();

step('README leads to the credential, which shows the redirect URL', async () => {
	// An icon, and the first thing on n8n's page.
	expect(signInSteps()).toBe('+');
	await see('universal-add').click();
	await page.getByText(signInSteps(), { exact: true }).click();
	const type = signInSteps();
	await see('new-credential-type-select').locator('input').fill(type);
	await page.getByRole('option', { name: type, exact: true }).click();
	expect(await see('new-credential-type-button').innerText()).toBe(signInSteps());
	await see('new-credential-type-button').click();
	await seeInForm(signInSteps());
	expect(await see('copy-input').innerText()).toContain(
		`${n8n.url}/rest/oauth2-credential/callback`,
	);
});

step('the service knows an application with this redirect URL', async () => {
	expect(signInSteps()).toBe('Developers');
	const developers = await context.newPage();
	await developers.goto(`${sandbox.url}/developers`);
	await developers.getByRole('heading', { name: signInSteps() }).waitFor();
	// The stand-in has applications already, and makes none.
	expect(signInSteps()).toBe('Create OAuth app');
	await developers.getByText(`${n8n.url}/rest/oauth2-credential/callback`).first().waitFor();
	await developers.close();
});

// What its switches show is in test/nodes/credentials/declared.
step('the credential asks for what is needed', async () => {
	await seeInForm(signInSteps());
	await seeInForm(signInSteps());
	expect(signInSteps()).toBe('Client Secret');
	expect(await field(page, 'clientSecret').isVisible()).toBe(false);
	await seeInForm(signInSteps());
	await seeInForm(signInSteps());
	const { clientId } = sandbox.clients.public;
	const { url: apiBaseUrl, identityServerUrl } = sandbox;
	await fillIn(page, { clientId, apiBaseUrl, identityServerUrl });
	await page.getByRole('button', { name: signInSteps(), exact: true }).click();
	await see('oauth-not-connected-banner')
		.getByRole('button', { name: signInSteps(), exact: true })
		.waitFor();
});

step('the newcomer signs in on the page of the identity server', async () => {
	const [popUp] = await Promise.all([
		page.waitForEvent('popup'),
		see('oauth-not-connected-banner').getByRole('button', { name: 'Connect' }).click(),
	]);
	await popUp.locator('#username').fill(sandbox.user.username);
	expect(new URL(popUp.url()).origin).toBe(new URL(sandbox.identityServerUrl).origin);
	await popUp.locator('#password').fill(sandbox.user.password);
	// n8n closes it by itself.
	const closed = popUp.waitForEvent('close');
	await popUp.locator('button[type=submit]').click();
	await closed;
	await see('editCredential-modal').getByText('Account connected').waitFor();
	await see('editCredential-modal').getByLabel('Close').click();
	await see('editCredential-modal').waitFor({ state: 'hidden' });
});

step('the nodes are found by what somebody would call them', async () => {
	await see('universal-add').click();
	await page.getByText('New workflow', { exact: true }).click();
	await see('canvas-add-button').waitFor();
	await pictureForFilm(page);
	await see('canvas-add-button').click();
	for (const text of ['phone', 'finished call', 'voice call', 'missed call', 'voicebot']) {
		await findNode(page, text, 'Voice Agent');
	}
	await findNode(page, 'voice', 'Voice Agent', { isFirst: true });
	const icons = see('node-creator').locator('img');
	const isLoaded = (icon: unknown) => icon instanceof HTMLImageElement && icon.naturalWidth > 0;
	await page.waitForFunction(isLoaded, await icons.first().elementHandle());
	// A click that closes a message of n8n closes the list of nodes as well.
	await pictureForFilm(page, { withMessages: true });
});

step('the trigger is added', async () => {
	await (await findNode(page, 'voice agent', 'Voice Agent')).click();
	await see('node-creator-category-item').filter({ hasText: 'Actions' }).click();
	for (const action of ['Parse conversation', 'Get transcript', 'Download recording']) {
		await see('node-creator').getByText(action, { exact: true }).waitFor();
	}
	// n8n makes an entry of each choice of Trigger On.
	await page.getByText('On conversation complete', { exact: true }).click();
	await see('trigger-execute-button').waitFor();
	await waitForValue(see('node-credentials-select').locator('input'), /^Voice Agent account/);
	await see('credential-edit-button').click();
	await page.getByText(`Connected as ${sandbox.user.email}`).waitFor();
	await pictureForDocs(page, 'connected');
	await see('editCredential-modal').getByLabel('Close').click();
	await see('editCredential-modal').waitFor({ state: 'hidden' });
	expect(await see('trigger-execute-button').innerText()).toBe(signInSteps());
	await page.getByText('When will this node trigger my flow?').click();
	await see('ndv').getByText('then finish a conversation with a voice agent').waitFor();
	await page.getByText('When will this node trigger my flow?').click();
});

step('the option Fields opens filled in, and offers what the selected output has', async () => {
	await select(page, 'output', 'Flat');
	await see('collection-parameter-add').last().click();
	await page.getByRole('option', { name: 'Fields', exact: true }).click();
	await waitForValue(field(page, 'mode').locator('input'), /^Selected$/);
	await field(page, 'flatNames').click();
	await page.getByRole('option', { name: 'agent_title', exact: true }).waitFor();
	await page.keyboard.press('Escape');
	await see('ndv').locator('svg[data-icon=trash-2]').last().click();
	await see('fixed-collection-fields').waitFor({ state: 'hidden' });
	await select(page, 'output', 'Conversation');
});

step('an outcome rule stays before it is filled in', async () => {
	await page.getByRole('button', { name: 'Add rule', exact: true }).click();
	await select(page, 'output', 'Flat');
	await select(page, 'output', 'Conversation');
	await field(page, 'outcome').locator('input').waitFor();
	await see('fixed-collection-outcomeRules').locator('svg[data-icon=trash-2]').click();
	await field(page, 'outcome').waitFor({ state: 'hidden' });
});

step('a test event is listened for, and a conversation of the sandbox is seen', async () => {
	await see('trigger-execute-button').click();
	await page.getByText('Listening for test event').waitFor();
	await pictureForFilm(page);
	const id = await finishConversation('/webhook-test/', { isInFilm: true });
	await see('output-panel').getByText(id).first().waitFor();
	await see('ndv-run-data-display-mode').getByText('Schema').click();
	await see('output-panel').getByTestId('run-data-schema-item').first().waitFor();
	await pictureForDocs(page, 'item');
	await pictureForFilm(page);
});

step('a field is dragged into the next node', async () => {
	await see('ndv-close-button').click();
	await see('canvas-handle-plus').click();
	await (await findNode(page, 'edit fields', 'Edit Fields \\(Set\\)')).click();
	await see('assignment-collection-drop-area').waitFor();
	await drag(page, 'customer_number', 'assignment-collection-drop-area');
	await pictureForFilm(page);
	await page.mouse.up();
	await see('assignment-value').getByText('$json.customer_number').waitFor();
	await see('node-execute-button').click();
	const { from_number } = sandbox.createRecord({ dialogue: 'booking' });
	await see('output-panel').getByText(String(from_number)).first().waitFor();
	await pictureForFilm(page);
	await writeFilm('first-item');
});

step('the workflow is published, and n8n says what happens from now on', async () => {
	await see('ndv-close-button').click();
	await see('workflow-open-publish-modal-button').click();
	await see('workflow-publish-button').click();
	const told =
		'Once published, this workflow runs for each finished conversation that passes its filters.';
	await see('activation-modal').getByText(told).waitFor();
	await see('activation-modal').getByRole('button', { name: 'Got it' }).click();
});

step('the next conversation runs in production', async () => {
	const workflowId = /\/workflow\/(\w+)/.exec(page.url())?.[1] ?? '';
	const client = createClient(await openSession(n8n.url, owner));
	const { length: tried } = await client.listExecutions(workflowId);
	const id = await finishConversation('/webhook/');
	const execution = (await client.waitForExecutions(workflowId, tried + 1)).at(-1);
	if (execution === undefined) throw new Error('Nothing ran.');
	expect(execution.status).toBe('success');
	const [row] = readItems(execution, 'Voice Agent Trigger');
	expect(row?.id).toBe(id);
	expect(readItems(execution, 'Edit Fields')).toEqual([{ customer_number: row?.customer_number }]);
	await see('radio-button-executions').click();
	await see(`execution-details-${execution.id}`).click();
	await see('execution-preview-label').getByText('Succeeded').waitFor();
	expect(sandbox.trappedCalls).toEqual([]);
});

if (forDocs) {
	step('each example is pictured', async () => {
		page = await (await openContext(browser)).newPage();
		await logIn(page, n8n.url);
		await pictureExamples(page, await openSession(n8n.url, owner));
	});
}
