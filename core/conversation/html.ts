import { cleanText } from '../text';

const ENTITIES = new Map([
	['&', '&amp;'],
	['<', '&lt;'],
	['>', '&gt;'],
	['"', '&quot;'],
	["'", '&#39;'],
]);

/** HTML or SVG that is safe to insert: only `html` makes it. */
class Html {
	readonly text: string;

	constructor(text: string) {
		this.text = text;
	}
}
export type { Html };

type HtmlValue = string | number | Html | readonly Html[];

/** Every value is escaped for elements and quoted attributes, unless `html` made it. */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
	return new Html(String.raw({ raw: strings }, ...values.map(render)));
}

export function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (sign) => ENTITIES.get(sign) ?? sign);
}

function render(value: HtmlValue): string {
	if (value instanceof Html) return value.text;
	if (typeof value === 'object') return value.map((part) => part.text).join('');
	return escapeHtml(cleanText(String(value)));
}
