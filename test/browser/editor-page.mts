import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { stepLimitMs } from '../support/open-browser.mts';

/** A clean profile, with a window as large as the docs' pictures. */
export async function openContext(browser: Browser): Promise<BrowserContext> {
	const context = await browser.newContext({
		viewport: { width: 1180, height: 740 },
		locale: 'en-US',
		timezoneId: 'UTC',
	});
	context.setDefaultTimeout(stepLimitMs);
	return context;
}

/** The owner whom the newcomer makes of themselves. */
export const owner = {
	email: 'owner@example.com',
	firstName: 'Nora',
	lastName: 'Newcomer',
	password: 'Sandbox-e2e-1',
};

/** Fills in n8n's very first page. */
export async function setUpOwner(page: Page, n8nUrl: string): Promise<void> {
	await page.goto(n8nUrl);
	for (const [field, value] of Object.entries(owner)) {
		await page.locator(`input[name=${field}]`).fill(value);
	}
	await page.getByTestId('form-submit-button').click();
	await page.getByTestId('project-home-menu-item').waitFor();
}

/** Logs in as the owner in a profile that does not know n8n yet. */
export async function logIn(page: Page, n8nUrl: string): Promise<void> {
	await page.goto(`${n8nUrl}/signin`);
	await page.locator('input[autocomplete=email], input[name=emailOrLdapLoginId]').fill(owner.email);
	await page.locator('input[type=password]').fill(owner.password);
	await page.getByTestId('form-submit-button').click();
	await page.getByTestId('project-home-menu-item').waitFor();
}

/** The field of n8n's forms that holds the parameter of this name. */
export const field = (page: Page, parameter: string) =>
	page.getByTestId(`parameter-input-${parameter}`).last();

/** Selects an option of a list by the name that the user reads. */
export async function select(page: Page, parameter: string, name: string): Promise<void> {
	await field(page, parameter).click();
	await page
		.getByRole('option')
		.filter({ visible: true })
		.filter({ has: page.getByText(name, { exact: true }) })
		.click();
}

/** Fills in the text fields of n8n's open form. */
export async function fillIn(page: Page, values: Record<string, string>): Promise<void> {
	for (const [parameter, value] of Object.entries(values)) {
		await field(page, parameter).locator('input').fill(value);
	}
}

/** Searches the open node panel. Resolves with the entry of this name once it is found. */
export async function findNode(
	page: Page,
	text: string,
	name: string,
	{ isFirst = false } = {},
): Promise<Locator> {
	await page.getByTestId('node-creator-search-bar').fill(text);
	const names = page.getByTestId('node-creator').getByTestId('node-creator-item-name');
	const found = (isFirst ? names.first() : names).filter({
		hasText: new RegExp(`^\\s*${name}\\s*$`),
	});
	await found.waitFor();
	return found;
}

/** Drags what `from` shows onto `to`, in steps as a hand does it: n8n follows the movement. */
export async function drag(page: Page, from: string, to: string): Promise<void> {
	const pill = page
		.getByTestId('run-data-schema-node-name')
		.filter({ hasText: new RegExp(`^\\s*${from}\\s*$`) })
		.first();
	const target = await page.getByTestId(to).boundingBox();
	if (target === null) throw new Error(`${to} is not to be seen.`);
	const middle = { x: target.x + target.width / 2, y: target.y + target.height / 2 };
	await pill.hover();
	await page.mouse.down();
	await page.mouse.move(middle.x, middle.y - 20, { steps: 10 });
	await page.mouse.move(middle.x, middle.y, { steps: 5 });
}
