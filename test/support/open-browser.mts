import { chromium, selectors, type Browser } from 'playwright-core';

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
