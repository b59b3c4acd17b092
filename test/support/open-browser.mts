import { chromium, selectors, type Browser, type Locator } from 'playwright-core';
import { waitUntil } from '../../host/wait-until.mts';

/** Where Debian's package puts it. */
const executablePath = '/usr/bin/chromium';

/** How long the page may take for a step: two cores may have much else to do. */
export const stepLimitMs = 120_000;

/** Starts Debian's Chromium without a profile and without anything that calls out by itself. */
export async function openBrowser(): Promise<Browser> {
	// What n8n's editor calls its elements by.
	selectors.setTestIdAttribute('data-test-id');
	return await chromium.launch({
		executablePath,
		timeout: stepLimitMs,
		args: [
			'--no-sandbox',
			'--disable-gpu',
			'--disable-quic',
			'--no-first-run',
			'--disable-background-networking',
			'--disable-component-update',
			'--disable-sync',
		],
	});
}

/** Waits until a page has filled in such a value by itself, and gives it. */
export async function waitForValue(input: Locator, wanted: RegExp): Promise<string> {
	let shown = '';
	const look = async () => {
		shown = await input.inputValue();
		return wanted.test(shown) ? shown : undefined;
	};
	return await waitUntil(look, {
		what: `a value like ${wanted}`,
		explain: () => `It is ${shown}.`,
	});
}
