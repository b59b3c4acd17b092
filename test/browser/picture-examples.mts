import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { savedWorkflow } from '../../host/n8n/n8n-workflow-types.mts';
import type { N8nSession } from '../../host/n8n/n8n-session.mts';
import { projectRoot } from '../../scripts/project-paths.mjs';
import { exampleNames, readExampleFile } from '../support/n8n/read-example.mts';

const folder = join(projectRoot, 'docs', 'images', 'examples');

/** Puts a picture of each example's canvas into the docs. */
export async function pictureExamples(page: Page, session: N8nSession): Promise<void> {
	await mkdir(folder, { recursive: true });
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
		await writeFile(join(folder, `${name}.webp`), await encodeWebp(page, png));
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
