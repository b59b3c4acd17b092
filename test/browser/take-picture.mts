import { execFile } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { projectRoot } from '../../scripts/project-paths.mjs';

/** Set by `npm run docs:screenshots`: the pictures of the docs are written anew, with the usual ports. */
export const forDocs = process.env.DOCS_SCREENSHOTS === '1';

const docsFolder = join(projectRoot, 'docs', 'images');
const folder = join(projectRoot, '.sandbox', 'screenshots');
const failure = join(folder, 'failed.png');

export interface PictureOptions {
	/** Name of the picture in `docs/images/`; without it the picture is for a look into a run. */
	docs?: string;
	/** Whether it is a picture of the film. All of them have the size of the window. */
	inFilm?: boolean;
	/** Whether n8n's own messages are what is to be seen. Default: they are closed. */
	withMessages?: boolean;
	/** The page down to its end, instead of what fits into the window. */
	isWholePage?: boolean;
	/** Height of the window in pixels for this picture, for a list that is longer than the window. */
	height?: number;
}

/** Files of the film's pictures, in the order in which they were taken. */
const film: string[] = [];

/**
 * Keeps a picture of the window in `.sandbox/screenshots/<name>.png`, and in the docs where it belongs
 * there and they are being made. Numbers in the names keep the order of the steps.
 */
export async function takePicture(
	page: Page,
	name: string,
	{ docs, inFilm = false, isWholePage, height, withMessages = false }: PictureOptions = {},
): Promise<void> {
	const path = join(folder, `${name}.png`);
	if (inFilm) film.push(path);
	const paths = [path];
	if (forDocs && docs !== undefined) paths.push(join(docsFolder, `${docs}.png`));
	if (!withMessages) await closeMessages(page);
	const usual = page.viewportSize();
	if (height !== undefined && usual !== null) await page.setViewportSize({ ...usual, height });
	for (const file of paths) {
		await mkdir(join(file, '..'), { recursive: true });
		await page.screenshot({
			path: file,
			animations: 'disabled',
			caret: 'hide',
			fullPage: isWholePage,
		});
	}
	if (height !== undefined && usual !== null) await page.setViewportSize(usual);
}

/** Puts the pictures of the film into one moving picture for the docs, with Debian's package webp. */
export async function writeFilm(name: string): Promise<void> {
	const each = ['-lossless', '-m', '6', '-d', '2500'];
	const target = join(docsFolder, `${name}.webp`);
	await promisify(execFile)('img2webp', [...each, ...film, '-o', target]);
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
