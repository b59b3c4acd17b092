import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { savedWorkflow } from '../../host/n8n/n8n-workflow-types.mts';
import type { N8nSession } from '../../host/n8n/n8n-session.mts';
import { projectRoot } from '../../scripts/project-paths.mjs';
import { exampleNames, readExampleFile } from '../support/n8n/read-example.mts';
import { isWriting } from '../support/observations.mts';

/** Set by `npm run test:browser -- newcomer --write`: the pictures of the docs are written anew, with the usual ports. */
export const forDocs = isWriting;

const docsFolder = join(projectRoot, 'docs', 'images');
const folder = join(projectRoot, '.sandbox', 'screenshots');
const failure = join(folder, 'failed.png');

/** Files of the film's pictures, in the order in which they were taken. */
const film: string[] = [];

/** Puts a picture of the window into the docs, if they are being made. */
export const pictureForDocs = (page: Page, name: string): Promise<void> =>
	takePicture(page, join(docsFolder, `${name}.png`));

/** Takes the next picture of the film, if the docs are being made. All of them have the window's size. */
export async function pictureForFilm(page: Page, { withMessages = false } = {}): Promise<void> {
	const file = join(folder, `film-${film.length}.png`);
	film.push(file);
	await takePicture(page, file, withMessages);
}

/** Puts the pictures of the film into one moving picture for the docs, with Debian's package webp. */
export async function writeFilm(name: string): Promise<void> {
	if (!forDocs) return;
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

async function takePicture(page: Page, file: string, withMessages = false): Promise<void> {
	if (!forDocs) return;
	if (!withMessages) await closeMessages(page);
	await mkdir(dirname(file), { recursive: true });
	await page.screenshot({ path: file, animations: 'disabled', caret: 'hide' });
}

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

/** Puts a picture of each example's canvas into the docs. */
export async function pictureExamples(page: Page, session: N8nSession): Promise<void> {
	const examplesFolder = join(docsFolder, 'examples');
	await mkdir(examplesFolder, { recursive: true });
	await page.setViewportSize({ width: 1600, height: 900 });
	for (const name of exampleNames) {
		const saved = await session.rest('POST', '/workflows', readExampleFile(name));
		await page.goto(`${session.url}/workflow/${savedWorkflow.parse(saved).id}`);
		await page.getByTestId('canvas-node').first().waitFor();
		await page.getByTestId('zoom-to-fit').click();
		const canvas = page.getByTestId('canvas');
		// n8n moves there, and draws what was out of sight.
		await canvas.evaluate(async (element) => {
			const state = () =>
				element.querySelector('.vue-flow__transformationpane')?.getAttribute('style');
			for (let before; before !== state(); ) {
				before = state();
				await new Promise((resolve) => setTimeout(resolve, 500));
			}
		});
		const png = await canvas.screenshot({
			animations: 'disabled',
			// n8n's tabs lie over the upper edge.
			style: '.tab-bar-container { visibility: hidden }',
		});
		await writeFile(join(examplesFolder, `${name}.webp`), await encodeWebp(page, png));
	}
}

/** The picture in a form that takes a tenth of the bytes; the browser itself knows it. */
async function encodeWebp(page: Page, png: Buffer): Promise<Buffer> {
	const encoded = await page.evaluate(
		async (source) => {
			const image = new Image();
			image.src = source;
			await image.decode();
			const canvas = document.createElement('canvas');
			canvas.width = image.width;
			canvas.height = image.height;
			canvas.getContext('2d')?.drawImage(image, 0, 0);
			return canvas.toDataURL('image/webp', 0.35);
		},
		`data:image/png;base64,${png.toString('base64')}`,
	);
	return Buffer.from(encoded.split(',')[1] ?? '', 'base64');
}
