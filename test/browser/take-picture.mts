import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { projectRoot } from '../../scripts/project-paths.mjs';

/** Set by `npm run docs:screenshots`: the pictures of the docs are written anew, with the usual ports. */
export const forDocs = process.env.DOCS_SCREENSHOTS === '1';

export interface PictureOptions {
	/** Name of the picture in `docs/images/`; without it the picture is for whoever looks into a run. */
	docs?: string;
	/** Default: the whole window. */
	clip?: { x: number; y: number; width: number; height: number };
}

/**
 * Keeps a picture of the window in `.sandbox/screenshots/<name>.png`, and in the docs where it belongs
 * there and they are being made. Numbers in the names keep the order of the steps.
 */
export async function takePicture(
	page: Page,
	name: string,
	{ docs, clip }: PictureOptions = {},
): Promise<void> {
	const paths = [join(projectRoot, '.sandbox', 'screenshots', `${name}.png`)];
	if (forDocs && docs !== undefined) paths.push(join(projectRoot, 'docs', 'images', `${docs}.png`));
	await closeMessages(page);
	for (const path of paths) {
		await mkdir(join(path, '..'), { recursive: true });
		await page.screenshot({ path, clip, animations: 'disabled', caret: 'hide' });
	}
}

/** n8n's own messages come and go by the clock and would cover what is to be seen. */
async function closeMessages(page: Page): Promise<void> {
	await page.evaluate(() => {
		for (const button of document.querySelectorAll('.el-notification__closeBtn')) {
			button.dispatchEvent(new MouseEvent('click', { bubbles: true }));
		}
	});
	await page.locator('.el-notification').first().waitFor({ state: 'detached' });
}
