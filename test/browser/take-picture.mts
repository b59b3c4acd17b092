import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { projectRoot } from '../../scripts/project-paths.mjs';

/** Set by `npm run docs:screenshots`: the pictures of the docs are written anew, with the usual ports. */
export const forDocs = process.env.DOCS_SCREENSHOTS === '1';

const folder = join(projectRoot, '.sandbox', 'screenshots');
const failure = join(folder, 'failed.png');

export interface PictureOptions {
	/** Name of the picture in `docs/images/`; without it the picture is for whoever looks into a run. */
	docs?: string;
	/** Whether n8n's own messages are what is to be seen. Default: they are closed. */
	withMessages?: boolean;
	/** The page down to its end, instead of what fits into the window. */
	isWholePage?: boolean;
	/** Height of the window in pixels for this picture, for a list that is longer than the window. */
	height?: number;
}

/**
 * Keeps a picture of the window in `.sandbox/screenshots/<name>.png`, and in the docs where it belongs
 * there and they are being made. Numbers in the names keep the order of the steps.
 */
export async function takePicture(
	page: Page,
	name: string,
	{ docs, isWholePage, height, withMessages = false }: PictureOptions = {},
): Promise<void> {
	const paths = [join(folder, `${name}.png`)];
	if (forDocs && docs !== undefined) paths.push(join(projectRoot, 'docs', 'images', `${docs}.png`));
	if (!withMessages) await closeMessages(page);
	const usual = page.viewportSize();
	if (height !== undefined && usual !== null) await page.setViewportSize({ ...usual, height });
	for (const path of paths) {
		await mkdir(join(path, '..'), { recursive: true });
		await page.screenshot({
			path,
			animations: 'disabled',
			caret: 'hide',
			fullPage: isWholePage,
		});
	}
	if (height !== undefined && usual !== null) await page.setViewportSize(usual);
}

/** Keeps what the window shows where a step failed, with whatever covers it. */
export async function takeFailure(page: Page): Promise<void> {
	await mkdir(folder, { recursive: true });
	await page.screenshot({ path: failure, animations: 'disabled' });
}

/** Removes what an earlier run that failed has left. */
export const forgetFailure = (): Promise<void> => rm(failure, { force: true });

/**
 * n8n's own messages come and go by the clock and would cover what is to be seen. One that comes while
 * another closes is closed as well: that of an error stays until somebody closes it.
 */
async function closeMessages(page: Page): Promise<void> {
	await page.waitForFunction(
		() => {
			for (const button of document.querySelectorAll('.el-notification__closeBtn')) {
				button.dispatchEvent(new MouseEvent('click', { bubbles: true }));
			}
			return document.querySelector('.el-notification') === null;
		},
		undefined,
		{ polling: 100 },
	);
}
