import axe from 'axe-core';
import type { Page } from 'playwright-core';
import * as z from 'zod/v4';

const findings = z.object({
	violations: z.array(z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) })),
});

/** What axe finds on a page by WCAG A and AA and by its best practices: each rule, with the places. */
export async function checkAccessibility(page: Page): Promise<string[]> {
	await page.evaluate(axe.source);
	const { violations } = findings.parse(await page.evaluate('axe.run({ preload: false })'));
	return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
