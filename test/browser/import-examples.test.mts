import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { projectRoot } from '../../scripts/project-paths.mjs';
import { exampleNames, readExampleFile } from '../support/n8n/read-example.mts';
import { useHost } from '../support/n8n/start-host.mts';
import { openBrowser } from '../support/open-browser.mts';
import { logIn, openContext } from './editor-page.mts';
import { forgetFailure, takeFailure } from './take-picture.mts';

// What a user sees after ⋯ → Import → From file: a node with a red mark lacks a credential, or what only the
// user can select.
const host = useHost();
let browser: Browser;
let page: Page;

beforeAll(async () => {
	await forgetFailure();
	browser = await openBrowser();
	page = await (await openContext(browser)).newPage();
	await logIn(page, host.n8n.url);
});

afterAll(async () => await browser?.close());

/** What the mark of a node says when the mouse is over it. */
const missing = /^(?:Issues: )?Credentials for .+ are not set\.$/;

async function readMarks(name: string): Promise<string[]> {
	await page.goto(`${host.n8n.url}/workflow/new`);
	const input = page.getByTestId('workflow-import-input');
	await input.setInputFiles(join(projectRoot, 'examples', `${name}.json`));
	const { nodes } = readExampleFile(name);
	const steps = nodes.filter(({ type }) => type !== 'n8n-nodes-base.stickyNote');
	await page.getByTestId('canvas-node').nth(steps.length - 1).waitFor();
	await page.getByTestId('zoom-to-fit').click();
	const marks = await page.getByTestId('node-issues').all();
	const texts: string[] = [];
	for (const mark of marks) {
		await mark.hover();
		const tooltip = page.getByRole('tooltip').filter({ visible: true }).first();
		texts.push((await tooltip.innerText()).replaceAll(/\s+/g, ' ').trim());
	}
	return texts;
}

test.each(exampleNames)('%s has no red mark but for what the user fills in', async (name) => {
	try {
		const marks = await readMarks(name);
		console.error(name, marks);
		expect(marks.filter((text) => !missing.test(text))).toEqual([]);
	} catch (error) {
		await takeFailure(page);
		throw error;
	}
});
