import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { Browser, Page } from 'playwright-core';

import { buildEventText } from '../../bench/records/build-event-text.mts';
import { writeReport } from '../../core/conversation/report/page.ts';
import { buildSampleRecord } from '../../core/record/sample.ts';
import { parseDelivery } from '../../core/delivery/decide-delivery.ts';
import { openBrowser, stepLimitMs } from '../support/open-browser.mts';
import { pictureForDocs } from './take-picture.mts';
import { checkAccessibility, measureOverflow, watchPages, type Watch } from './watch-page.mts';

jest.setTimeout(600_000);

let browser: Browser;
const folder = mkdtempSync(join(tmpdir(), 'report-'));

beforeAll(async () => {
	browser = await openBrowser();
});

afterAll(async () => {
	await browser.close();
	rmSync(folder, { recursive: true });
});

type View = { width?: number; colorScheme?: 'light' | 'dark' };

/** Opens the report of an event and tells what happened. */
async function open(eventText: string, { width = 1100, colorScheme = 'light' }: View = {}) {
	const parsed = parseDelivery(JSON.parse(eventText));
	if (!parsed.success) throw new Error(parsed.error.code);
	const path = join(folder, 'report.html');
	writeFileSync(path, writeReport(parsed.conversation, { timeZone: 'Europe/Berlin' }));
	const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
	context.setDefaultTimeout(stepLimitMs);
	const watch = watchPages(context, []);
	const page = await context.newPage();
	await page.goto(pathToFileURL(path).href);
	return { page, watch };
}

const quiet: Watch = { problems: [], outside: [] };

/** Labels of charts that are too small, or on one another, as a reader sees them. */
async function findUnreadableLabels(page: Page): Promise<string[]> {
	return await page.evaluate(() =>
		[...document.querySelectorAll('.chart')].flatMap((chart) => {
			const labels = [...chart.querySelectorAll('text, .names span')]
				.filter((label) => label.checkVisibility())
				.map((label) => ({ name: label.textContent, box: label.getBoundingClientRect() }));
			return labels.flatMap(({ name, box }, index) => {
				const covers = labels.slice(index + 1).some((other) => {
					const isBeside = other.box.left >= box.right || other.box.right <= box.left;
					// A box of text is a little higher than its letters.
					return !isBeside && Math.abs(other.box.top - box.top) < box.height * 0.7;
				});
				return [
					...(box.height < 12 ? [`${name} is ${box.height} px high`] : []),
					...(covers ? [`${name} is on another`] : []),
				];
			});
		}),
	);
}

async function expectToBeReadable(page: Page): Promise<void> {
	expect(await measureOverflow(page)).toBe(0);
	expect(await findUnreadableLabels(page)).toEqual([]);
	expect(await checkAccessibility(page)).toEqual([]);
}

const sample = JSON.stringify({
	event: 'ConversationComplete',
	data: buildSampleRecord('A', { test_run_id: '802c132f-b8c9-426d-a5e5-54d2a170eaf0' }),
});

const failed = JSON.stringify({
	event: 'ConversationComplete',
	data: {
		error_message: 'The line was cut.',
		room_metadata: { failed: true, operator_invite: { status: 'Requested' } },
		test_eval_result: { success: false, reasons: ['No date was confirmed.'] },
		language_locale_code: 'ar',
		history: [
			{ role: 'User', content: 'أريد تغيير موعدي (A-2041).', interrupted: true },
			{ tool_name: 'find', tool_arguments_json: '{}', tool_is_error: true },
		],
	},
});

test.each([
	[320, 'dark'],
	[1280, 'light'],
] as const)('at %i px in %s colours everything is readable', async (width, colorScheme) => {
	for (const text of [sample, failed, buildEventText(60, 'missing')]) {
		const { page, watch } = await open(text, { width, colorScheme });
		await expectToBeReadable(page);
		expect(watch).toEqual(quiet);
		await page.close();
	}
});

test('the docs picture the report of the sample', async () => {
	const { page } = await open(sample);
	await page.getByRole('heading', { name: 'Transcript' }).waitFor();
	await pictureForDocs(page, 'report');
	await page.close();
});

/** How many of the page's folds are shut, so that nobody sees what is in them. */
const countShutFolds = (page: Page) =>
	page.locator('details').evaluateAll((folds) => {
		const height = (element: Element | null) => element?.getBoundingClientRect().height ?? 0;
		// A fold that is shut is as high as its row; what it holds would be another line at least.
		return folds.filter((fold) => height(fold) < 1.5 * height(fold.firstElementChild)).length;
	});

test('a mark leads to its turn, which no heading covers', async () => {
	const { page } = await open(buildEventText(200, 'missing'));
	await page.locator('.chart a').last().click();
	const turn = page.locator('.turn:target');
	const heading = page.locator('h3').first();
	const heights = await heading.evaluate((element) => element.getBoundingClientRect().height);
	expect((await turn.boundingBox())?.y).toBeGreaterThanOrEqual(heights);
	await page.close();
});

test('it prints on A4, in light colours, with nothing folded', async () => {
	// What lies between the margins, at 96 pixels an inch.
	const { page } = await open(buildEventText(60, 'missing'), { width: 688, colorScheme: 'dark' });
	expect(await countShutFolds(page)).toBeGreaterThan(0);
	await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
	expect(await countShutFolds(page)).toBe(0);
	await expectToBeReadable(page);
	const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
	expect(paper).toBe('rgb(255, 255, 255)');
	const path = join(folder, 'report.pdf');
	await page.pdf({ path, preferCSSPageSize: true });
	const boxes = [...readFileSync(path, 'latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)];
	// A4 in points.
	const sizes = boxes.map(([, across, down]) => [
		Math.round(Number(across)),
		Math.round(Number(down)),
	]);
	expect(sizes.length).toBeGreaterThan(1);
	expect(new Set(sizes.map(String))).toEqual(new Set(['595,842']));
	await page.close();
});

test('on paper a fold of more than 2,000 characters stays shut and says so', async () => {
	const tool = { tool_name: 'find', tool_arguments_json: 'x '.repeat(2_000) };
	const data = { id: '1', history: [tool, { ...tool, tool_arguments_json: 'x '.repeat(900) }] };
	const { page } = await open(JSON.stringify({ event: 'ConversationComplete', data }));
	await page.emulateMedia({ media: 'print' });
	expect(await countShutFolds(page)).toBe(1);
	const note = await page
		.locator('.long summary')
		.evaluate((summary) => getComputedStyle(summary, '::after').content);
	expect(note).toContain('not printed');
	await page.close();
});

/** The instructions of the agent, which a report shows on request alone. */
const systemTurns = 1;

test.each([5, 2000])('the report of %i turns opens quietly and fits its width', async (turns) => {
	const { page, watch } = await open(buildEventText(turns, 'missing'));
	expect(watch).toEqual(quiet);
	expect(await measureOverflow(page)).toBe(0);
	expect(await page.locator('.turn').count()).toBe(turns - systemTurns);
	await page.close();
});
