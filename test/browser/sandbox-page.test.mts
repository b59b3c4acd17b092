import type { Browser, BrowserContext, Page } from 'playwright-core';
import { startSandbox } from '../../sandbox/start-sandbox.mts';
import type { Sandbox } from '../../sandbox/types.mts';
import { getCurrentUser, bearer, register } from '../sandbox/call-api.mts';
import { startReceiver, type Receiver } from '../sandbox/start-receiver.mts';
import { findFaintTexts } from './find-faint-texts.mts';
import { openBrowser, stepLimitMs } from './open-browser.mts';
import { takePicture } from './take-picture.mts';
import { watchPages, type Watch } from './watch-page.mts';

jest.setTimeout(120_000);

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

async function openPage(colorScheme: 'light' | 'dark' = 'light'): Promise<void> {
	context = await browser.newContext({ viewport: { width: 1100, height: 900 }, colorScheme });
	context.setDefaultTimeout(stepLimitMs);
	watch = watchPages(context, [sandbox.url]);
	page = await context.newPage();
	await page.goto(sandbox.url);
	await page.locator('#registrations td').first().waitFor();
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

const rows = () => page.locator('#deliveries tr');

test('it lists the registered webhooks, also one that comes later', async () => {
	await openPage();
	await page.locator('#registrations').getByText(receiver.url, { exact: true }).waitFor();
	await register(sandbox, { url: 'http://127.0.0.1:9/later' });
	await page.locator('#registrations').getByText('http://127.0.0.1:9/later').waitFor();
});

test('it finishes the conversation that was asked for, and follows its delivery', async () => {
	await openPage();
	await page.getByLabel('Shape').selectOption({ label: 'B (smaller)' });
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

	const { event, data } = JSON.parse(receiver.received[0]?.body ?? '');
	expect({ event, id: data.session_id }).toEqual({
		event: 'ConversationComplete',
		id: delivery?.conversationId,
	});
	expect(data.history).toHaveLength(3);
	expect(data.status).toMatch(/fail|error/i);
	await takePicture(page, 'sandbox-light');
});

test('a delivery that is refused is shown as failed, with the answer', async () => {
	const refusing = await startReceiver({ status: 401, body: 'not you' });
	await register(sandbox, { url: refusing.url });
	await openPage();
	await page.getByRole('button', { name: 'Finish conversation' }).click();
	const row = rows().filter({ hasText: refusing.url });
	await row.getByText('failed', { exact: true }).waitFor();
	expect(await row.innerText()).toMatch(/401[\s\S]*not you/);
	await refusing.close();
});

test('a fault is switched on, met, and switched off again', async () => {
	await openPage();
	await page.getByRole('combobox', { name: 'Fault', exact: true }).selectOption('status');
	await page.getByLabel('Where').selectOption('users-me');
	await page.getByLabel('Status', { exact: true }).fill('503');
	await page.getByRole('button', { name: 'Switch on' }).click();
	await page.locator('#faults').getByText('status, users-me, until switched off').waitFor();
	const authorization = await bearer(sandbox);
	expect((await getCurrentUser(sandbox, authorization)).status).toBe(503);

	await page.getByRole('button', { name: 'Switch all off' }).click();
	await page.locator('#faults').getByText('None.').waitFor();
	expect((await getCurrentUser(sandbox, authorization)).status).toBe(200);
});

test('what the sandbox refuses is said, with the field', async () => {
	await openPage();
	// The browser's own check of the form would stop it before.
	await page.locator('#finish').evaluate((form) => form.setAttribute('novalidate', ''));
	await page.getByLabel('Turns').fill('20001');
	await page.getByRole('button', { name: 'Finish conversation' }).click();
	await page.getByRole('status').getByText('The field turns').waitFor();
	expect(sandbox.deliveries).toEqual([]);
	// Chromium itself reports an answer of 400.
	expect(watch.problems.splice(0)).toEqual([expect.stringContaining('400')]);
});

/** Tabs on until the element of this name has the focus. */
async function tabTo(role: 'button' | 'checkbox' | 'combobox' | 'spinbutton', name: string) {
	const wanted = page.getByRole(role, { name, exact: true });
	for (let presses = 0; presses < 60; presses += 1) {
		if (await wanted.evaluate((element) => element === document.activeElement)) return wanted;
		await page.keyboard.press('Tab');
	}
	throw new Error(`Nobody comes to ${name} by the keyboard.`);
}

test('everything can be done by the keyboard, and the focus is seen', async () => {
	await openPage();
	await tabTo('combobox', 'Shape');
	await page.keyboard.press('ArrowDown');
	await tabTo('spinbutton', 'Turns');
	await page.keyboard.press('ControlOrMeta+a');
	await page.keyboard.type('2');
	const handoff = await tabTo('checkbox', 'a handoff');
	await page.keyboard.press('Space');
	expect(await handoff.isChecked()).toBe(true);
	const finish = await tabTo('button', 'Finish conversation');
	const outline = await finish.evaluate((element) => getComputedStyle(element).outlineStyle);
	expect(outline).toBe('solid');
	await page.keyboard.press('Enter');
	await rows().getByText('delivered', { exact: true }).waitFor();
	expect(sandbox.deliveries[0]).toMatchObject({ shape: 'B' });

	await tabTo('combobox', 'Fault');
	await page.keyboard.type('delay');
	await tabTo('button', 'Switch on');
	await page.keyboard.press('Enter');
	await page.locator('#faults').getByText('delay, everywhere').waitFor();
	await tabTo('button', 'Switch all off');
	await page.keyboard.press('Enter');
	await page.locator('#faults').getByText('None.').waitFor();
});

describe.each(['light', 'dark'] as const)('in %s mode', (colorScheme) => {
	test.each(['/', '/developers', '/token'])('%s is readable', async (path) => {
		await openPage(colorScheme);
		await page.getByRole('button', { name: 'Finish conversation' }).click();
		await rows().getByText('delivered', { exact: true }).waitFor();
		if (path !== '/') await page.goto(`${sandbox.url}${path}`);
		expect(await findFaintTexts(page)).toEqual([]);
		const isDark = await page.evaluate(() => {
			const [red = 255] = getComputedStyle(document.body).backgroundColor.match(/\d+/g) ?? [];
			return Number(red) < 128;
		});
		expect(isDark).toBe(colorScheme === 'dark');
		await takePicture(page, `sandbox-${colorScheme}${path.replace('/', '-')}`);
	});
});

test('it fits a narrow window', async () => {
	await openPage();
	await page.setViewportSize({ width: 375, height: 700 });
	const widths = await page.evaluate(() => [
		document.documentElement.scrollWidth,
		document.documentElement.clientWidth,
	]);
	expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0);
	await takePicture(page, 'sandbox-narrow');
});
