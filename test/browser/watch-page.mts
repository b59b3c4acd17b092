import axe from 'axe-core';
import type { BrowserContext, Page } from 'playwright-core';
import * as z from 'zod/v4';

/** What happened in the pages of a context that nobody asked for. */
export interface Watch {
	/** Errors and warnings on the console, exceptions, dialogs. */
	problems: string[];
	/** Addresses that were asked for outside the servers named. */
	outside: string[];
}

/** Collects both from now on. `origins` are the servers that the pages may call. */
export function watchPages(context: BrowserContext, origins: string[]): Watch {
	const watch: Watch = { problems: [], outside: [] };
	context.on('console', (message) => {
		if (['error', 'warning'].includes(message.type())) watch.problems.push(message.text());
	});
	context.on('weberror', (error) => watch.problems.push(String(error.error())));
	context.on('dialog', (dialog) => {
		watch.problems.push(dialog.message());
		void dialog.dismiss();
	});
	context.on('request', (request) => {
		const { protocol, origin } = new URL(request.url());
		if (/^https?:$/.test(protocol) && !origins.includes(origin)) watch.outside.push(request.url());
	});
	return watch;
}

const findings = z.object({
	violations: z.array(z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) })),
});

/** What axe finds on a page by WCAG A and AA and by its best practices: each rule, with the places. */
export async function checkAccessibility(page: Page): Promise<string[]> {
	await page.evaluate(axe.source);
	const { violations } = findings.parse(await page.evaluate('axe.run({ preload: false })'));
	return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** By how many pixels what a page shows is wider than its window. */
export const measureOverflow = (page: Page): Promise<number> =>
	page.evaluate(() => {
		const { scrollWidth, clientWidth } = document.documentElement;
		return scrollWidth - clientWidth;
	});
