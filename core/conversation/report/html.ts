import { cleanText } from '../transcript/clean-text';

const ENTITIES = new Map([
	['&', '&amp;'],
	['<', '&lt;'],
	['>', '&gt;'],
	['"', '&quot;'],
	["'", '&#39;'],
]);

class Markup {
	readonly text: string;

	constructor(text: string) {
		this.text = text;
	}
}

/** HTML or SVG made by `html`, the only way to make one. */
export type Html = Markup;

/** What a template takes: text is escaped, markup and lists of it go in as they are. */
export type HtmlValue = string | number | Html | readonly Html[];

/** A piece of HTML or SVG. Every value is escaped for elements and quoted attributes, unless `html` made it. */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
	let text = strings[0] ?? '';
	values.forEach((value, index) => {
		text += render(value) + (strings[index + 1] ?? '');
	});
	return new Markup(text);
}

function render(value: HtmlValue): string {
	if (value instanceof Markup) return value.text;
	if (typeof value === 'object') return value.map((part) => part.text).join('');
	return cleanText(String(value)).replace(/[&<>"']/g, (sign) => ENTITIES.get(sign) ?? sign);
}
