const entities = new Map([
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

/** HTML made by `html`, the only way to make one. */
export type Html = Markup;

/** What a template takes: text is escaped, markup and lists of it go in as they are. */
export type HtmlValue = string | number | Html | readonly Html[];

/** A piece of HTML. Every value is escaped for elements and quoted attributes, unless `html` made it. */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
	return new Markup(String.raw({ raw: strings }, ...values.map(render)));
}

/** A whole page. Without an icon in it the browser would ask for one. */
export const renderDocument = (
	{ language = 'en', title, head }: { language?: string; title: string; head: Html },
	body: Html,
): string =>
	html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
${head}
</head>
<body>${body}</body>
</html>
`.text;

function render(value: HtmlValue): string {
	if (value instanceof Markup) return value.text;
	if (typeof value === 'object') return value.map(({ text }) => text).join('');
	return String(value).replace(/[&<>"']/g, (sign) => entities.get(sign) ?? sign);
}
