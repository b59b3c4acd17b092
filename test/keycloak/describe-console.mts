import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, stepLimitMs, waitForValue } from '../support/open-browser.mts';
import { audience, password } from './describe-realm.mts';
import { getCurrent } from './operations.mts';
import { readTokens } from './read-tokens.mts';
import type { Stage, Suite } from './start-suite.mts';

const page = path.join(import.meta.dirname, '../../docs/connect.md');
/** The section Keycloak of the page. */
const guide = /^## Keycloak\n[^]*?(?=^## )/m.exec(readFileSync(page, 'utf8'))?.[0] ?? '';

/** What the console calls something, and the guide as well. */
function named(name: string): { name: string; exact: true } {
	expect(guide).toContain(name);
	return { name, exact: true };
}

/** Signs in to the console, at the clients of the realm. */
async function openConsole(browser: Browser, suite: Suite, stage: Stage): Promise<Page> {
	const { url, admin } = suite.keycloak;
	const page = await browser.newPage();
	page.setDefaultTimeout(stepLimitMs);
	const realm = stage.identityServerUrl.split('/').at(-1);
	await page.goto(`${url}/admin/master/console/#/${realm}/clients`);
	await page.locator('#username').fill(admin.username);
	await page.locator('#password').fill(admin.password);
	await page.locator('#kc-login').click();
	return page;
}

/** Switches are drawn over the boxes that they are. */
const switchOn = (page: Page, name: string) =>
	page.getByRole('checkbox', named(name)).check({ force: true });

/** The console shows a form before it fills it in. */
const waitForSwitch = (page: Page, name: string, checked: boolean) =>
	page.getByRole('checkbox', { ...named(name), checked }).waitFor({ state: 'attached' });

/** Gives the secret. */
async function createClient(page: Page, clientId: string, redirectUri: string): Promise<string> {
	await page.getByRole('link', named('Create client')).click();
	await page.getByRole('textbox', { name: 'Client ID' }).fill(clientId);
	await page.getByRole('button', { name: 'Next' }).click();
	await waitForSwitch(page, 'Standard flow', true);
	await switchOn(page, 'Client authentication');
	await switchOn(page, 'Require PKCE');
	await page.getByRole('button', named('PKCE Method')).getByText('S256').waitFor();
	await page.getByRole('button', { name: 'Next' }).click();
	await page.getByRole('textbox', named('Valid redirect URIs')).fill(redirectUri);
	await page.getByRole('button', { name: 'Save' }).click();
	await page.getByRole('tab', named('Credentials')).click();
	return await waitForValue(page.getByRole('textbox', { name: 'Client Secret' }), /\S/);
}

async function addAudience(page: Page, clientId: string): Promise<void> {
	await page.getByRole('tab', named('Client scopes')).click();
	for (const scope of ['profile', 'email', 'offline_access']) {
		await page.getByRole('gridcell', named(scope)).waitFor();
	}
	expect(guide).toContain('<client ID>-dedicated');
	await page.getByRole('link', { name: `${clientId}-dedicated` }).click();
	await page.getByRole('button', named('Configure a new mapper')).click();
	await page.getByRole('listitem', named('Audience')).click();
	await page.getByRole('textbox', named('Name')).fill('the API');
	await page.getByRole('textbox', named('Included Custom Audience')).fill(audience);
	await page.getByRole('button', { name: 'Save' }).click();
	await page.getByText('Mapping successfully created').waitFor();
}

async function allowReuse(page: Page): Promise<void> {
	await page.getByRole('link', named('Realm settings')).click();
	await page.getByRole('tab', named('Sessions')).click();
	await page.getByText(named('Offline Session Idle').name, { exact: true }).waitFor();
	await page.getByRole('tab', named('Tokens')).click();
	await switchOn(page, 'Revoke Refresh Token');
	await page.getByText(named('Refresh Token Max Reuse').name).waitFor();
	await page.getByRole('spinbutton', { name: 'Input' }).last().fill('1');
	await page.getByRole('button', { name: 'Save' }).click();
	await page.getByText('Realm successfully updated').waitFor();
}

async function lookAtAdvanced(page: Page, clientId: string): Promise<void> {
	await page.getByRole('link', named('Clients')).click();
	await page.getByRole('link', { name: clientId, exact: true }).click();
	await page.getByRole('tab', named('Advanced')).click();
	await waitForSwitch(page, 'Use refresh tokens', true);
	await waitForSwitch(page, 'Always use lightweight access token', false);
}

/** The way that docs/connect.md shows through Keycloak's admin console, in a browser. */
export function describeConsole(useSuite: () => Suite): void {
	describe('the admin console', () => {
		let browser: Browser;
		beforeAll(async () => {
			browser = await openBrowser();
		});
		afterAll(() => browser.close());

		test('makes a client that connects and stays signed in, for a new user too', async () => {
			const clientId = 'made-in-the-console';
			const stage = await useSuite().openStage();
			await stage.admin('PUT', '', { revokeRefreshToken: false });
			const page = await openConsole(browser, useSuite(), stage);
			const clientSecret = await createClient(page, clientId, stage.callback);
			await addAudience(page, clientId);
			await allowReuse(page);
			await lookAtAdvanced(page, clientId);
			expect(await stage.admin('GET', '')).toMatchObject({
				revokeRefreshToken: true,
				refreshTokenMaxReuse: 1,
				offlineSessionIdleTimeout: 30 * 86_400,
			});

			await stage.admin('POST', '/users', {
				username: 'newcomer',
				enabled: true,
				email: 'newcomer@example.com',
				firstName: 'Nora',
				lastName: 'Newcomer',
				credentials: [{ type: 'password', value: password, temporary: false }],
			});
			const fields = { applicationType: 'confidential', clientSecret };
			const credential = await stage.connect(clientId, { username: 'newcomer', fields });
			expect((await credential.run(getCurrent)).item).toMatchObject({ username: 'newcomer' });
			expect(readTokens(stage)).toMatchObject({
				refresh_expires_in: 0,
				scope: expect.stringContaining('offline_access'),
			});
		});
	});
}
