import type { Page } from 'playwright-core';
import type { Sandbox } from '../../sandbox/types.mts';

/** Presses Connect in n8n's open credential and gives the pop-up once it shows the sign-in page. */
export async function openSignIn(page: Page): Promise<Page> {
	const [popUp] = await Promise.all([
		page.waitForEvent('popup'),
		page.getByTestId('oauth-not-connected-banner').getByRole('button', { name: 'Connect' }).click(),
	]);
	await popUp.locator('form').waitFor();
	return popUp;
}

/** Signs in as the sandbox's user; n8n closes the pop-up by itself when it is done. */
export async function signIn(popUp: Page, { user }: Sandbox): Promise<void> {
	await popUp.locator('#username').fill(user.username);
	await popUp.locator('#password').fill(user.password);
	const closed = popUp.waitForEvent('close');
	await popUp.locator('button[type=submit]').click();
	await closed;
}
