import type { Page } from 'playwright-core';

/** What WCAG 2.1 asks of text of the usual size (AA, 1.4.3). */
const leastContrast = 4.5;

/** The texts of a page whose colour stands out too little from what lies behind them, with the ratio. */
export async function findFaintTexts(page: Page): Promise<string[]> {
	return await page.evaluate((least) => {
		const parse = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number);
		const luminance = (color: number[]) => {
			const [red = 0, green = 0, blue = 0] = color.map((part) => {
				const share = part / 255;
				return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
			});
			return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
		};
		const groundOf = (element: Element): number[] => {
			for (let at: Element | null = element; at !== null; at = at.parentElement) {
				const [red = 0, green = 0, blue = 0, alpha = 1] = parse(
					getComputedStyle(at).backgroundColor,
				);
				if (alpha > 0) return [red, green, blue];
			}
			return [255, 255, 255];
		};
		const showsText = (element: Element) =>
			element.matches('input:not([type=checkbox]), select, textarea') ||
			[...element.childNodes].some(
				(node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
			);
		return [...document.body.querySelectorAll('*')]
			.filter((element) => showsText(element) && element.checkVisibility())
			.map((element) => {
				const ink = luminance(parse(getComputedStyle(element).color).slice(0, 3));
				const ground = luminance(groundOf(element));
				const ratio = (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05);
				return { ratio, text: `${ratio.toFixed(1)}: ${element.textContent?.trim()}` };
			})
			.filter(({ ratio }) => ratio < least)
			.map(({ text }) => text);
	}, leastContrast);
}
