const BEGIN = '<!-- What follows is generated: npm run docs:generate -->';
const END = '<!-- End of what is generated -->';

/** A page with the part between its two marks replaced. A page without them throws, with its name. */
export function replaceGenerated(file: string, page: string, generated: string): string {
	const begin = page.indexOf(BEGIN);
	const end = page.indexOf(END);
	if (begin === -1 || end < begin) throw new Error(`${file} lacks the marks of its generated part`);
	return `${page.slice(0, begin)}${BEGIN}\n\n${generated.trim()}\n\n${page.slice(end)}`;
}
