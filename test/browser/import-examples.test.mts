import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { triggerType } from '../../host/n8n/voice-agent-nodes.mts';
import { projectRoot } from '../../scripts/project-paths.mjs';
import { exampleNames, readExampleFile } from '../support/n8n/read-example.mts';
import { useHost } from '../support/n8n/start-host.mts';
import { openBrowser } from '../support/open-browser.mts';
import { logIn, openContext } from './editor-page.mts';
import { forgetFailure, takeFailure } from './take-picture.mts';

// What a user sees after ⋯ → Import → From file: a node has a red mark where its credential is to be selected,
// and nowhere else.
const host = useHost();
let browser: Browser;
let page: Page;

beforeAll(async () => {
	await forgetFailure();
	browser = await openBrowser();
	page = await (await openContext(browser)).newPage();
	await page.setViewportSize({ width: 1900, height: 1000 });
	await logIn(page, host.n8n.url);
});

afterAll(async () => await browser?.close());

/** All that a mark may say. */
const missing = /^Issues:?(?:[ -]+Credentials for .+? are not set\.)+$/;

/** What the red marks say when the mouse is over them. */
async function readMarks(): Promise<string[]> {
	const texts: string[] = [];
	const shown = page.locator('.titled-list').filter({ visible: true });
	// On a small canvas a handle of another node may lie over a mark.
	await page.addStyleTag({ content: '[data-handleid] { pointer-events: none !important }' });
	for (const mark of await page.getByTestId('node-issues').all()) {
		await mark.hover();
		texts.push((await shown.innerText()).replaceAll(/\s+/g, ' ').trim());
		await page.mouse.move(600, 960);
		await shown.waitFor({ state: 'hidden' });
	}
	return texts;
}

test.each(exampleNames)('%s lacks nothing but credentials', async (name) => {
	try {
		await page.goto(`${host.n8n.url}/workflow/new`);
		const file = join(projectRoot, 'examples', `${name}.json`);
		await page.getByTestId('workflow-import-input').setInputFiles(file);
		const { nodes } = readExampleFile(name);
		const steps = nodes.filter(({ type }) => type !== 'n8n-nodes-base.stickyNote');
		await page
			.getByTestId('canvas-node')
			.nth(steps.length - 1)
			.waitFor();
		const marks = await readMarks();
		expect(marks.filter((text) => !missing.test(text))).toEqual([]);
		const isOurs = steps.some(({ type }) => type === triggerType);
		expect(marks.some((text) => text.includes('Voice Agent Trigger'))).toBe(isOurs);
	} catch (error) {
		await takeFailure(page);
		throw error;
	}
});
