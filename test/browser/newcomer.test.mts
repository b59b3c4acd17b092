import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { createClient, type N8nClient } from '../../host/n8n/n8n-client.mts';
import { readItems, savedWorkflow } from '../../host/n8n/n8n-workflow-types.mts';
import { openSession, type N8nSession } from '../../host/n8n/n8n-session.mts';
import { describeCredential } from '../../host/n8n/voice-agent-nodes.mts';
import { startN8n, type RunningN8n } from '../../host/n8n/start-n8n.mts';
import { startSandbox } from '../../sandbox/start-sandbox.mts';
import type { Sandbox } from '../../sandbox/types.mts';
import { chainNodes, createTrigger } from '../support/n8n/trigger-scene.mts';
import { readExampleFile } from '../support/n8n/read-example.mts';
import { openSignIn, signIn } from './connect-account.mts';
import { createSteps } from './create-steps.mts';
import { select, drag, field, fillIn, findNode, logIn, owner, setUpOwner } from './editor-page.mts';
import { openBrowser, stepLimitMs } from '../support/open-browser.mts';
import { pictureExamples } from './picture-examples.mts';
import { readReadme } from './read-readme.mts';
import {
	forDocs,
	forgetFailure,
	takeFailure,
	takePicture,
	writeFilm,
	type PictureOptions,
} from './take-picture.mts';

jest.setTimeout(240_000);

// A newcomer's way through n8n's own editor, from an empty n8n and a clean profile to the first
// conversation in production. Each step goes on where the one before it ended.
let dataFolder: string;
let n8n: RunningN8n;
let sandbox: Sandbox;
let browser: Browser;
let context: BrowserContext;
let page: Page;

async function openContext(): Promise<BrowserContext> {
	const opened = await browser.newContext({
		viewport: { width: 1180, height: 740 },
		locale: 'en-US',
		timezoneId: 'UTC',
	});
	opened.setDefaultTimeout(stepLimitMs);
	return opened;
}

beforeAll(async () => {
	await forgetFailure();
	dataFolder = await mkdtemp(join(tmpdir(), 'voice-agent-browser-'));
	n8n = await startN8n({ dataFolder, port: forDocs ? 5678 : undefined });
	sandbox = await startSandbox({
		port: forDocs ? 4010 : undefined,
		redirectUris: [`${n8n.url}/rest/oauth2-credential/callback`],
	});
	browser = await openBrowser();
	context = await openContext();
	page = await context.newPage();
});

afterAll(async () => {
	await browser?.close();
	await n8n?.stop();
	await sandbox?.close();
	await rm(dataFolder, { recursive: true, force: true });
});

const see = (id: string) => page.getByTestId(id);
const triggerName = 'Voice Agent Trigger';
const step = createSteps(() => takeFailure(page));

/** Finishes a conversation on the sandbox's page once it lists the webhook; gives its id. */
async function finishConversation(
	webhookPath: string,
	picture: string,
	options?: PictureOptions,
): Promise<string> {
	const sandboxPage = await context.newPage();
	await sandboxPage.goto(sandbox.url);
	const known = sandbox.deliveries.length;
	await sandboxPage.locator('#registrations').getByText(webhookPath).waitFor();
	await sandboxPage.getByRole('button', { name: 'Finish conversation' }).click();
	const row = sandboxPage.locator('#deliveries li').filter({ hasText: webhookPath }).first();
	await row.getByText('delivered').waitFor();
	await row.getByText('"accepted"').waitFor();
	await takePicture(sandboxPage, picture, options);
	await sandboxPage.close();
	return sandbox.deliveries[known]?.conversationId ?? '';
}

/** Imports the first example with its sample data and an Edit Fields node that maps nothing yet. */
async function importSample(
	session: N8nSession,
): Promise<{ id: string; pinned: Record<string, unknown> }> {
	const { nodes, pinData, ...example } = readExampleFile('first-conversation');
	const emptied = nodes.map((node) =>
		node.name === 'Edit Fields' ? { ...node, parameters: { options: {} } } : node,
	);
	const { id } = savedWorkflow.parse(
		await session.rest('POST', '/workflows', { ...example, nodes: emptied, pinData }),
	);
	return { id, pinned: pinData?.[triggerName]?.[0]?.json ?? {} };
}

step('the owner sets up n8n', async () => {
	await setUpOwner(page, n8n.url);
	await takePicture(page, '01-first-page');
});

step('a field is mapped from sample data before any call', async () => {
	const session: N8nSession = await openSession(n8n.url, owner);
	const { id, pinned } = await importSample(session);
	const editor = await context.newPage();
	await editor.goto(`${n8n.url}/workflow/${id}`);
	await editor.getByTestId('canvas-node').filter({ hasText: 'Edit Fields' }).dblclick();
	await editor.getByTestId('assignment-collection-drop-area').waitFor();
	await drag(editor, 'customer_number', 'assignment-collection-drop-area');
	await editor.mouse.up();
	await editor.getByTestId('assignment-value').getByText('$json.customer_number').waitFor();
	await editor.getByTestId('node-execute-button').click();
	await editor.getByTestId('output-panel').getByText(String(pinned.customer_number)).waitFor();
	expect(sandbox.deliveries).toEqual([]);
	await takePicture(editor, '01b-mapped-from-sample');
	await editor.close();
	// The next step begins as an empty n8n shows itself.
	await createClient(session).deleteWorkflow(id);
});

step('behind a trigger alone, three clicks give fields to map', async () => {
	const session = await openSession(n8n.url, owner);
	const { id } = await createClient(session).createWorkflow(chainNodes([createTrigger()]));
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
	await takePicture(editor, '01c-mapped-from-preview');
	await editor.close();
	await createClient(session).deleteWorkflow(id);
});

step(
	'a trigger without a credential is marked on the canvas, unless it works without one',
	async () => {
		const client = createClient(await openSession(n8n.url, owner));
		const without = createTrigger(
			{ options: { registration: 'manual', withoutCredential: true } },
			'Works without',
		);
		const { id } = await client.createWorkflow({
			...chainNodes([]),
			nodes: [createTrigger({}, 'Forgotten'), { ...without, position: [400, 0] }],
		});
		const editor = await context.newPage();
		await editor.goto(`${n8n.url}/workflow/${id}`);
		const node = (name: string) => editor.getByTestId('canvas-node').filter({ hasText: name });
		await node('Forgotten').getByTestId('node-issues').waitFor();
		await node('Works without').waitFor();
		expect(await node('Works without').getByTestId('node-issues').count()).toBe(0);
		await takePicture(editor, '01b-no-credential');
		await editor.close();
		await client.deleteWorkflow(id);
	},
);

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
	await takePicture(page, '01c-add');
	await page.getByText(signInSteps(), { exact: true }).click();
	const type = signInSteps();
	await see('new-credential-type-select').locator('input').fill(type);
	await page.getByRole('option', { name: type, exact: true }).click();
	expect(await see('new-credential-type-button').innerText()).toBe(signInSteps());
	await see('new-credential-type-button').click();
	await seeInForm(signInSteps());
	await takePicture(page, '01d-credential');
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

/** The switches of the credential's form, and what each shows. */
const behindSwitches: ReadonlyArray<readonly [string, readonly string[]]> = [
	['checkSender', ['expectedAudience', 'expectedClient', 'expectedSubject']],
	['advancedSettings', ['webAppUrl', 'signInLanguage', 'languageParameter']],
];

step('the credential asks for what is needed, and for more only when told to', async () => {
	await seeInForm(signInSteps());
	await seeInForm(signInSteps());
	expect(signInSteps()).toBe('Client Secret');
	expect(await field(page, 'clientSecret').isVisible()).toBe(false);
	await seeInForm(signInSteps());
	await seeInForm(signInSteps());
	const { apiBaseUrl, identityServerUrl, clientId } = describeCredential(sandbox);
	await fillIn(page, {
		clientId: String(clientId),
		apiBaseUrl: String(apiBaseUrl),
		identityServerUrl: String(identityServerUrl),
	});
	for (const [index, [name, fields]] of behindSwitches.entries()) {
		for (const hidden of fields) expect(await field(page, hidden).isVisible()).toBe(false);
		const flip = () => field(page, name).locator('.el-switch, [role=switch]').first().click();
		await flip();
		for (const shown of fields) await field(page, shown).locator('input').first().waitFor();
		await takePicture(page, `06-${index}-${name}`, { height: 1_200 });
		await flip();
		for (const hidden of fields) await field(page, hidden).waitFor({ state: 'hidden' });
	}
	await page.getByRole('button', { name: signInSteps(), exact: true }).click();
	await see('oauth-not-connected-banner')
		.getByRole('button', { name: signInSteps(), exact: true })
		.waitFor();
	await takePicture(page, '05-credential');
});

step('the newcomer signs in on the page of the identity server', async () => {
	const popUp = await openSignIn(page);
	expect(new URL(popUp.url()).origin).toBe(new URL(sandbox.identityServerUrl).origin);
	await takePicture(popUp, '07-sign-in');
	await signIn(popUp, sandbox);
	await see('editCredential-modal').getByText('Account connected').waitFor();
	await see('editCredential-modal').getByLabel('Close').click();
	await see('editCredential-modal').waitFor({ state: 'hidden' });
});

step('the nodes are found by what somebody would call them', async () => {
	await see('universal-add').click();
	await page.getByText('New workflow', { exact: true }).click();
	await see('canvas-add-button').waitFor();
	await takePicture(page, '01e-empty-canvas', { inFilm: true });
	await see('canvas-add-button').click();
	for (const text of [
		'phone',
		'call',
		'finished call',
		'phone call',
		'voice call',
		'call ended',
		'missed call',
		'voicebot',
	]) {
		await findNode(page, text, 'Voice Agent');
	}
	await findNode(page, 'voice', 'Voice Agent', { isFirst: true });
	const icons = see('node-creator').locator('img');
	await expect(
		icons.first().evaluate((icon) => icon instanceof HTMLImageElement && icon.naturalWidth > 0),
	).resolves.toBe(true);
	// A click that closes a message of n8n closes the list of nodes as well.
	await takePicture(page, '02-search', { inFilm: true, withMessages: true });
});

step('the trigger is added', async () => {
	await (await findNode(page, 'voice agent', 'Voice Agent')).click();
	await see('node-creator-category-item').filter({ hasText: 'Actions' }).click();
	for (const action of ['Parse conversation', 'Get transcript', 'Download recording']) {
		await see('node-creator').getByText(action, { exact: true }).waitFor();
	}
	await takePicture(page, '03-node-details', { withMessages: true, height: 1_700 });
	// n8n makes an entry of each choice of Trigger On.
	await page.getByText('On conversation complete', { exact: true }).click();
	await see('trigger-execute-button').waitFor();
	expect(await see('node-credentials-select').locator('input').inputValue()).toMatch(
		/^Voice Agent account/,
	);
	await see('credential-edit-button').click();
	await page.getByText(`Connected as ${sandbox.user.email}`).waitFor();
	await takePicture(page, '08-connected', { docs: 'connected' });
	await see('editCredential-modal').getByLabel('Close').click();
	await see('editCredential-modal').waitFor({ state: 'hidden' });
	expect(await see('trigger-execute-button').innerText()).toBe(signInSteps());
	await page.getByText('When will this node trigger my flow?').click();
	const panel = see('ndv');
	await panel.getByText('then finish a conversation with a voice agent').waitFor();
	await takePicture(page, '04-trigger');
	await page.getByText('When will this node trigger my flow?').click();
});

step('the lists of filters and of options are open to see', async () => {
	for (const [index, [picture, entry]] of [
		['04b-filters', 'With Recording'],
		['04c-options', 'Signature Header'],
	].entries()) {
		await see('collection-parameter-add').nth(index).click();
		const last = page.getByRole('option', { name: entry, exact: true });
		await last.waitFor();
		await takePicture(page, `${picture}-begin`);
		await last.scrollIntoViewIfNeeded();
		await takePicture(page, `${picture}-end`);
		await page.keyboard.press('Escape');
	}
});

step('an output is selected', async () => {
	await select(page, 'output', 'Flat');
	expect(await field(page, 'output').locator('input').inputValue()).toBe('Flat');
});

step('the option Fields opens filled in, and offers what the output has', async () => {
	await see('collection-parameter-add').last().click();
	await page.getByRole('option', { name: 'Fields', exact: true }).click();
	expect(await field(page, 'mode').locator('input').inputValue()).toBe('Selected');
	await field(page, 'flatNames').click();
	await page.getByRole('option', { name: 'agent_title', exact: true }).waitFor();
	await takePicture(page, '09-fields');
	await page.keyboard.press('Escape');
	await see('ndv').locator('svg[data-icon=trash-2]').last().click();
	await see('fixed-collection-fields').waitFor({ state: 'hidden' });
	await select(page, 'output', 'Conversation');
});

step('a test event is listened for, and a conversation of the sandbox is seen', async () => {
	await see('trigger-execute-button').click();
	await page.getByText('Listening for test event').waitFor();
	await takePicture(page, '10-listening', { inFilm: true });
	const id = await finishConversation('/webhook-test/', '11-sandbox-test-event', { inFilm: true });
	await see('output-panel').getByText(id).first().waitFor();
	await see('ndv-run-data-display-mode').getByText('Schema').click();
	await see('output-panel').getByTestId('run-data-schema-item').first().waitFor();
	await takePicture(page, '12-item', { docs: 'item', inFilm: true });
});

step('a field is dragged into the next node', async () => {
	await see('ndv-close-button').click();
	await see('canvas-handle-plus').click();
	await (await findNode(page, 'edit fields', 'Edit Fields \\(Set\\)')).click();
	await see('assignment-collection-drop-area').waitFor();
	await drag(page, 'customer_number', 'assignment-collection-drop-area');
	await takePicture(page, '13-drag', { inFilm: true });
	await page.mouse.up();
	await see('assignment-value').getByText('$json.customer_number').waitFor();
	await see('node-execute-button').click();
	const { from_number } = sandbox.createRecord({ dialogue: 'booking' });
	await see('output-panel').getByText(String(from_number)).first().waitFor();
	await takePicture(page, '14-mapped', { inFilm: true });
	if (forDocs) await writeFilm('first-item');
});

step('the workflow is published, and n8n says what happens from now on', async () => {
	await see('ndv-close-button').click();
	await see('workflow-open-publish-modal-button').click();
	await see('workflow-publish-button').click();
	await see('activation-modal')
		.getByText(
			'Once published, this workflow runs for each finished conversation that passes its filters.',
		)
		.waitFor();
	await takePicture(page, '15-published');
	await see('activation-modal').getByRole('button', { name: 'Got it' }).click();
});

step('the next conversation runs in production', async () => {
	const id = await finishConversation('/webhook/', '16-sandbox-production');
	const workflowId = /\/workflow\/(\w+)/.exec(page.url())?.[1] ?? '';
	const session = await openSession(n8n.url, owner);
	const client: N8nClient = createClient(session);
	const executions = await client.waitForExecutions(workflowId, 1, stepLimitMs);
	const execution = executions.find((one) =>
		readItems(one, triggerName).some((item) => item.id === id),
	);
	expect(execution?.status).toBe('success');
	if (execution === undefined) return;
	const [row] = readItems(execution, triggerName);
	expect(readItems(execution, 'Edit Fields')).toEqual([{ customer_number: row?.customer_number }]);
	await see('radio-button-executions').click();
	await see(`execution-details-${execution.id}`).click();
	await see('execution-preview-label').getByText('Succeeded').waitFor();
	await takePicture(page, '17-production');
	expect(sandbox.trappedCalls).toEqual([]);
});

step('the sign-in page comes in the language of the credential', async () => {
	const session: N8nSession = await openSession(n8n.url, owner);
	const data = { ...describeCredential(sandbox), advancedSettings: true, signInLanguage: 'de' };
	const id = await createClient(session).createCredential('Deutsch', 'voiceAgentOAuth2Api', data);
	const clean = await openContext();
	page = await clean.newPage();
	await logIn(page, n8n.url);
	await page.goto(`${n8n.url}/home/credentials/${id}`);
	const popUp = await openSignIn(page);
	expect(await popUp.locator('html').getAttribute('lang')).toBe('de');
	expect(await popUp.getByRole('heading').innerText()).toBe('Anmelden');
	await takePicture(popUp, '18-sign-in-german');
	await signIn(popUp, sandbox);
	await page.getByText('Account connected').waitFor();
	await clean.close();
});

if (forDocs) {
	step('each example is pictured', async () => {
		page = await (await openContext()).newPage();
		await logIn(page, n8n.url);
		await pictureExamples(page, await openSession(n8n.url, owner));
	});
}
