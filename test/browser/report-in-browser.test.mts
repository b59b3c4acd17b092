import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { Browser } from 'playwright-core';

import { buildEventText } from '../../bench/records/build-event-text.mts';
import { writeReport } from '../../core/conversation/report/write-report.ts';
import { parseDelivery } from '../../core/delivery/parse-delivery.ts';
import { openBrowser } from './open-browser.mts';

let browser: Browser;
const folder = mkdtempSync(join(tmpdir(), 'report-'));

beforeAll(async () => {
	browser = await openBrowser();
});

afterAll(async () => {
	await browser.close();
	rmSync(folder, { recursive: true });
});

/** Opens the report of an event and tells what happened. */
async function open(eventText: string) {
	const parsed = parseDelivery(JSON.parse(eventText));
	if (!parsed.success) throw new Error(parsed.error.code);
	const path = join(folder, 'report.html');
	writeFileSync(path, writeReport(parsed.conversation));
	const page = await browser.newPage({ viewport: { width: 1100, height: 900 } });
	const requests: string[] = [];
	const problems: string[] = [];
	page.on('request', (request) => requests.push(request.url()));
	page.on('console', (message) => problems.push(message.text()));
	page.on('pageerror', (error) => problems.push(String(error)));
	page.on('dialog', (dialog) => problems.push(dialog.message()));
	const url = pathToFileURL(path).href;
	await page.goto(url);
	return { page, problems, outside: requests.filter((request) => request !== url) };
}

test.each([5, 2000])('the report of %i turns opens quietly and fits its width', async (turns) => {
	const { page, problems, outside } = await open(buildEventText(turns, 'missing'));
	expect(problems).toEqual([]);
	expect(outside).toEqual([]);
	const widths = await page.evaluate(() => ({
		content: document.documentElement.scrollWidth,
		window: document.documentElement.clientWidth,
	}));
	expect(widths.content).toBeLessThanOrEqual(widths.window);
	expect(await page.locator('.turn').count()).toBe(turns);
	await page.close();
});

test('what was said runs nowhere', async () => {
	const hostile = '</title></style></svg><img src=x onerror=alert(1)><script>alert(1)</script>';
	const text = JSON.stringify({
		event: 'ConversationComplete',
		data: { agent_title: hostile, history: [{ role: hostile, content: hostile }] },
	});
	const { page, problems, outside } = await open(text);
	expect(problems).toEqual([]);
	expect(outside).toEqual([]);
	expect(await page.title()).toBe(hostile);
	expect(await page.locator('.text').textContent()).toBe(hostile);
	expect(await page.locator('script, img').count()).toBe(0);
	await page.close();
});
