import type { Browser, BrowserContext, Page } from 'playwright-core';
import { startSandbox } from '../../sandbox/start-sandbox.mts';
import type { Sandbox } from '../../sandbox/types.mts';
import { getCurrentUser, bearer, register } from '../support/servers/call-api.mts';
import { startReceiver, type Receiver } from '../support/servers/start-receiver.mts';
import { openBrowser, stepLimitMs } from '../support/open-browser.mts';
import { checkAccessibility, measureOverflow, watchPages, type Watch } from './watch-page.mts';

jest.setTimeout(600_000);

let browser: Browser;
let sandbox: Sandbox;
let receiver: Receiver;
let context: BrowserContext;
let page: Page;
let watch: Watch;

beforeAll(async () => {
	browser = await openBrowser();
	sandbox = await startSandbox({ retryDelaysMs: [] });
	receiver = await startReceiver({ status: 200, body: '{"status":"accepted"}' });
});

afterAll(async () => {
	await browser?.close();
	await sandbox?.close();
	await receiver?.close();
});

async function openPage(): Promise<void> {
	context = await browser.newContext({ viewport: { width: 1100, height: 900 } });
	context.setDefaultTimeout(stepLimitMs);
	watch = watchPages(context, [sandbox.url, new URL(sandbox.identityServerUrl).origin]);
	page = await context.newPage();
	await page.goto(sandbox.url);
	await page.locator('#registrations li').first().waitFor();
}

beforeEach(async () => {
	receiver.received.length = 0;
	await sandbox.reset();
	await register(sandbox, { url: receiver.url });
});

// Whatever a test does, the page says nothing on the console and asks nobody else.
afterEach(async () => {
	await context.close();
	expect(watch).toEqual({ problems: [], outside: [] });
});

const rows = () => page.locator('#deliveries li');
const dialogue = () => page.getByRole('combobox', { name: 'Conversation' });
/** A conversation that is made up has fields of its own. */
const madeUp = 'Made up, of any length';

test('it lists the registered webhooks, also one that comes later', async () => {
	await openPage();
	await page.locator('#registrations').getByText(receiver.url, { exact: true }).waitFor();
	await register(sandbox, { url: 'http://127.0.0.1:9/later' });
	await page.locator('#registrations').getByText('http://127.0.0.1:9/later').waitFor();
});

test('it takes a webhook URL that somebody pastes', async () => {
	await openPage();
	await page.getByLabel('Webhook URL').fill('http://127.0.0.1:9/pasted');
	await page.getByRole('button', { name: 'Add webhook' }).click();
	await page.locator('#registrations').getByText('http://127.0.0.1:9/pasted').waitFor();
	await page.getByText('is a webhook now').waitFor();
	expect(await page.getByLabel('Webhook URL').inputValue()).toBe('');
});

test('it finishes the conversation that was asked for, and follows its delivery', async () => {
	await openPage();
	expect(await page.getByLabel('Turns').isVisible()).toBe(false);
	await dialogue().selectOption(madeUp);
	await page.getByRole('combobox', { name: 'Record' }).selectOption('Short');
	await page.getByLabel('Turns').fill('3');
	await page.getByLabel('Outcome').selectOption('Failed');
	await page.getByRole('button', { name: 'Finish conversation' }).click();

	await rows().getByText('delivered', { exact: true }).waitFor();
	const [delivery] = sandbox.deliveries;
	expect(delivery).toMatchObject({ shape: 'B', state: 'delivered' });
	await page
		.getByRole('status')
		.getByText(`Conversation ${delivery?.conversationId} is finished and on its way to 1 URL.`)
		.waitFor();
	await rows().getByText('{"status":"accepted"}').waitFor();
	await page.getByRole('status').getByText(`${receiver.url}: delivered (200).`).waitFor();
	await rows().getByText('Made up: failed').waitFor();

	const { event, data } = JSON.parse(receiver.received[0]?.body ?? '');
	expect({ event, id: data.session_id }).toEqual({
		event: 'ConversationComplete',
		id: delivery?.conversationId,
	});
	expect(data.history).toHaveLength(3);
	expect(data.status).toMatch(/fail|error/i);
});

test('what n8n asks for is copied', async () => {
	await openPage();
	await context.grantPermissions(['clipboard-read', 'clipboard-write']);
	await page.getByText('Copy These into n8n').click();
	const copied: string[] = [];
	for (const name of ['API Base URL', 'Identity Server URL', 'Password']) {
		await page.getByRole('button', { name: `Copy ${name}` }).click();
		await page.getByRole('status').getByText(`${name} is copied.`).waitFor();
		copied.push(await page.evaluate(() => navigator.clipboard.readText()));
	}
	expect(copied).toEqual([sandbox.url, sandbox.identityServerUrl, sandbox.user.password]);
});

test.each([
	[320, 'dark'],
	[1100, 'light'],
] as const)('at %i px in %s colours axe finds nothing', async (width, colorScheme) => {
	await openPage();
	await page.setViewportSize({ width, height: 900 });
	await page.emulateMedia({ colorScheme });
	await page.getByRole('button', { name: 'Finish conversation' }).click();
	await rows().getByText('delivered', { exact: true }).waitFor();
	for (const name of ['Copy These into n8n', 'Faults'])
		await page.getByText(name, { exact: true }).click();
	expect(await checkAccessibility(page)).toEqual([]);
	expect(await measureOverflow(page)).toBe(0);
});

test('a webhook is disabled, enabled and deleted', async () => {
	await openPage();
	await page.getByRole('button', { name: `Disable ${receiver.url}` }).press('Enter');
	await page.locator('#registrations').getByText('disabled', { exact: true }).waitFor();
	await page.locator('button:focus').getByText('Enable', { exact: true }).waitFor();
	await page.getByRole('button', { name: 'Finish conversation' }).click();
	await page.getByRole('status').getByText('no webhook is enabled').waitFor();
	await page.getByRole('button', { name: `Enable ${receiver.url}` }).click();
	await page.getByRole('status').getByText('The webhook is enabled.').waitFor();
	await page.getByRole('button', { name: `Delete ${receiver.url}` }).click();
	await page.getByRole('status').getByText('raise Register Again').waitFor();
	await page.locator('#registrations:focus').waitFor();
	expect(sandbox.registrations).toEqual([]);
});

test('a delivery that is rejected is shown as failed, with the answer', async () => {
	const rejecting = await startReceiver({ status: 401, body: `not you${'!'.repeat(300)}` });
	await register(sandbox, { url: rejecting.url });
	await openPage();
	await page.getByRole('button', { name: 'Finish conversation' }).click();
	const row = rows().filter({ hasText: rejecting.url });
	await row.getByText('failed', { exact: true }).waitFor();
	expect(await row.innerText()).toMatch(/401[\s\S]*not you!+…/);
	await rejecting.close();
});

test('a fault is switched on, met, and switched off again', async () => {
	await openPage();
	expect(await page.getByLabel('Where').isVisible()).toBe(false);
	await page.getByText('Faults', { exact: true }).click();
	await page.getByRole('combobox', { name: 'Fault', exact: true }).selectOption('status');
	await page.getByLabel('Where').selectOption('users-me');
	await page.getByLabel('Status', { exact: true }).fill('503');
	await page.getByRole('button', { name: 'Switch on' }).click();
	await page.locator('#faults').getByText('status, users-me, until switched off').waitFor();
	const authorization = await bearer(sandbox);
	expect((await getCurrentUser(sandbox, authorization)).status).toBe(503);

	await page.getByRole('button', { name: 'Switch all off' }).click();
	await page.locator('#faults').getByText('None is switched on.').waitFor();
	expect((await getCurrentUser(sandbox, authorization)).status).toBe(200);
});

test('what the sandbox rejects is said, with the field', async () => {
	await openPage();
	await dialogue().selectOption(madeUp);
	// The browser's own check of the form would stop it before.
	await page.locator('#finish').evaluate((form) => form.setAttribute('novalidate', ''));
	await page.getByLabel('Turns').fill('20001');
	await page.getByRole('button', { name: 'Finish conversation' }).click();
	await page.getByRole('status').getByText('The field turns').waitFor();
	expect(sandbox.deliveries).toEqual([]);
	// Chromium itself reports an answer of 400.
	expect(watch.problems.splice(0)).toEqual([expect.stringContaining('400')]);
});

test('a new sandbox begins with what n8n asks for', async () => {
	sandbox.registrations.length = 0;
	await openPage();
	await page.getByText(sandbox.identityServerUrl, { exact: true }).waitFor();
	await page.goto(new URL('/protocol/openid-connect/auth', sandbox.identityServerUrl).href);
	await page.getByText('/realms/voice-agent', { exact: true }).waitFor();
	// Chromium itself reports an answer of 404.
	expect(watch.problems.splice(0)).toEqual([expect.stringContaining('404')]);
});
