import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { dialogueNames } from '../../sandbox/dialogues/dialogues.mts';
import { startSandbox } from '../../sandbox/start-sandbox.mts';
import type { Sandbox } from '../../sandbox/types.mts';
import { getCurrentUser, bearer, register } from '../support/servers/call-api.mts';
import { startReceiver, type Receiver } from '../support/servers/start-receiver.mts';
import { findFaintTexts } from './find-faint-texts.mts';
import { openBrowser, stepLimitMs } from '../support/open-browser.mts';
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

	const { event, data } = JSON.parse(receiver.received[0]?.body ?? '');
	expect({ event, id: data.session_id }).toEqual({
		event: 'ConversationComplete',
		id: delivery?.conversationId,
	});
	expect(data.history).toHaveLength(3);
	expect(data.status).toMatch(/fail|error/i);
});

test('a written conversation arrives as it was written', async () => {
	await openPage();
	await dialogue().selectOption('Voicemail: its greeting is heard, and a message is left');
	await page.getByRole('button', { name: 'Finish conversation' }).click();
	await rows().getByText('Check-Up Reminders').waitFor();
	// The row is there as soon as the delivery begins.
	await rows().getByText('delivered', { exact: true }).waitFor();
	expect(receiver.received[0]?.body).toContain('Please leave a message after the tone.');
});

test('its lists of terms hold terms and their descriptions alone, as HTML wants it', async () => {
	await openPage();
	const others = page.locator('dl > :not(dt, dd, div), dl > div > :not(dt, dd)');
	expect(await others.allInnerTexts()).toEqual([]);
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

test('a webhook is disabled, enabled and deleted', async () => {
	await openPage();
	await page.getByRole('button', { name: `Disable ${receiver.url}` }).press('Enter');
	await page.locator('#registrations').getByText('disabled', { exact: true }).waitFor();
	await page.locator('button:focus').getByText('Enable', { exact: true }).waitFor();
	await page.getByRole('button', { name: 'Finish conversation' }).click();
	await page.getByRole('status').getByText('on its way to 0 URLs').waitFor();
	await page.getByRole('button', { name: `Enable ${receiver.url}` }).click();
	await page.getByRole('status').getByText('The webhook is enabled.').waitFor();
	await page.getByRole('button', { name: `Delete ${receiver.url}` }).click();
	await page.getByRole('status').getByText('raise Register Again').waitFor();
	expect(sandbox.registrations).toEqual([]);
});

test('a delivery that is rejected is shown as failed, with the answer', async () => {
	const rejecting = await startReceiver({ status: 401, body: 'not you' });
	await register(sandbox, { url: rejecting.url });
	await openPage();
	await page.getByRole('button', { name: 'Finish conversation' }).click();
	const row = rows().filter({ hasText: rejecting.url });
	await row.getByText('failed', { exact: true }).waitFor();
	expect(await row.innerText()).toMatch(/401[\s\S]*not you/);
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

/** Tabs on until the element of this name has the focus. */
async function tabTo(role: 'button' | 'checkbox' | 'combobox' | 'spinbutton', name: string) {
	return await tabToElement(page.getByRole(role, { name, exact: true }), name);
}

async function tabToElement(wanted: Locator, name: string) {
	for (let presses = 0; presses < 60; presses += 1) {
		if (await wanted.evaluate((element) => element === document.activeElement)) return wanted;
		await page.keyboard.press('Tab');
	}
	throw new Error(`Nobody comes to ${name} by the keyboard.`);
}

test('everything can be done by the keyboard, and the focus is seen', async () => {
	await openPage();
	await tabTo('combobox', 'Conversation');
	await page.keyboard.type('Made');
	await tabTo('combobox', 'Record');
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

	await tabToElement(page.locator('summary', { hasText: 'Faults' }), 'Faults');
	await page.keyboard.press('Enter');
	await tabTo('combobox', 'Fault');
	await page.keyboard.type('delay');
	await tabTo('button', 'Switch on');
	await page.keyboard.press('Enter');
	await page.locator('#faults').getByText('delay, everywhere').waitFor();
	await tabTo('button', 'Switch all off');
	await page.keyboard.press('Enter');
	await page.locator('#faults').getByText('None is switched on.').waitFor();
});

/** The texts that something else lies on, as far as the window shows them. */
const findCoveredTexts = () =>
	page.evaluate(() =>
		[...document.querySelectorAll('h2, p, code, button, label')].flatMap((element) => {
			const { left, top, width, height } = element.getBoundingClientRect();
			const there = document.elementFromPoint(left + width / 2, top + height / 2);
			const isFree = there === null || element.contains(there) || there.contains(element);
			return isFree ? [] : [element.textContent];
		}),
	);

test.each([1280, 400])('at %i px a notice stands below what it is about', async (width) => {
	await openPage();
	await page.setViewportSize({ width, height: 500 });
	await page.getByText('Copy These into n8n').click();
	for (const [section, button, notice] of [
		['Finish a Conversation', 'Finish conversation', 'is finished'],
		['Registered Webhooks', `Disable ${receiver.url}`, 'is disabled'],
		['Copy These into n8n', `Copy API Base URL ${sandbox.url}`, 'copied|copy it'],
	] as const) {
		await page.getByRole('button', { name: button }).click();
		const region = page.getByRole('region', { name: section });
		await region.getByRole('status').getByText(new RegExp(notice)).waitFor();
		expect(await findCoveredTexts()).toEqual([]);
	}
});

test('it begins with a conversation to be finished', async () => {
	await openPage();
	expect(await page.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual([
		'Finish a Conversation',
		'Deliveries',
		'Registered Webhooks',
		'Copy These into n8n',
		'Faults',
	]);
});

test('workflows are named, and what started none looks different from what did', async () => {
	for (const status of ['ignored', 'duplicate']) {
		const other = await startReceiver({ status: 200, body: JSON.stringify({ status }) });
		await register(sandbox, { url: other.url, description: `Calls that are ${status}` });
		await sandbox.finishConversation({ dialogue: 'booking' });
		await other.close();
		sandbox.registrations.pop();
	}
	await register(sandbox, { url: 'http://127.0.0.1:9/', description: 'Calls to CRM' });
	await sandbox.finishConversation({ dialogue: 'booking' });
	await openPage();
	await page.locator('#registrations').getByText('Calls to CRM', { exact: true }).waitFor();
	await rows().getByText('to Calls to CRM').waitFor();
	const colours = new Set<string>();
	for (const state of ['delivered', 'failed', 'ignored', 'duplicate']) {
		const shown = rows().getByText(state, { exact: true }).first();
		colours.add(await shown.evaluate((element) => getComputedStyle(element).color));
	}
	expect(colours.size).toBe(4);
});

/** Deliveries that were accepted and rejected, and to a test URL at which nobody listens. */
async function deliverAll(): Promise<void> {
	const rejecting = await startReceiver({ status: 401, body: '{"status":"rejected"}' });
	const unheard = await startReceiver({ status: 404 });
	await register(sandbox, { url: rejecting.url, event_types: ['ConversationComplete'] });
	await register(sandbox, { url: new URL('/webhook-test/a', unheard.url).href, enabled: true });
	for (const name of dialogueNames) await sandbox.finishConversation({ dialogue: name });
	await Promise.all([rejecting.close(), unheard.close()]);
}

const isDark = () =>
	page.evaluate(() => {
		const [red = 255] = getComputedStyle(document.body).backgroundColor.match(/\d+/g) ?? [];
		return Number(red) < 128;
	});

/** Width and height of the page, and the width of the window. */
const measure = () =>
	page.evaluate(() => {
		const { scrollWidth, scrollHeight, clientWidth } = document.documentElement;
		return { scrollWidth, scrollHeight, clientWidth };
	});

test.each(['light', 'dark'] as const)(
	'it is readable in %s mode, wide and narrow',
	async (scheme) => {
		await deliverAll();
		await openPage(scheme);
		await rows().nth(4).waitFor();
		expect(await page.locator('#unheard').innerText()).toContain(
			`${dialogueNames.length} deliveries to a test URL`,
		);
		await page.getByText('Copy These into n8n').click();
		for (const width of [1280, 400]) {
			await page.setViewportSize({ width, height: 900 });
			expect(await findFaintTexts(page)).toEqual([]);
			const { scrollWidth, scrollHeight, clientWidth } = await measure();
			expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
			expect(scrollHeight).toBeLessThan(4000);
			await takePicture(page, `sandbox-${scheme}-${width}`, { isWholePage: true });
		}
		expect(await isDark()).toBe(scheme === 'dark');
		for (const path of ['/developers', '/token']) {
			await page.goto(`${sandbox.url}${path}`);
			expect(await findFaintTexts(page)).toEqual([]);
			expect(await isDark()).toBe(scheme === 'dark');
			const { scrollWidth, clientWidth } = await measure();
			expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
			await takePicture(page, `sandbox-${scheme}${path.replace('/', '-')}`);
		}
	},
);

test('a new sandbox begins with what n8n asks for', async () => {
	sandbox.registrations.length = 0;
	await openPage();
	await page.getByText(sandbox.identityServerUrl, { exact: true }).waitFor();
	await page.goto(new URL('/protocol/openid-connect/auth', sandbox.identityServerUrl).href);
	await page.getByText('/realms/voice-agent', { exact: true }).waitFor();
	await takePicture(page, 'sandbox-realm-missing');
	// Chromium itself reports an answer of 404.
	expect(watch.problems.splice(0)).toEqual([expect.stringContaining('404')]);
});
