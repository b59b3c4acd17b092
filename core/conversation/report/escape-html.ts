import { cleanText } from '../transcript/clean-text';

const ENTITIES = new Map([
	['&', '&amp;'],
	['<', '&lt;'],
	['>', '&gt;'],
	['"', '&quot;'],
	["'", '&#39;'],
]);

/** Text for HTML and SVG, inside elements and inside quoted attributes. */
export function escapeHtml(text: string): string {
	return cleanText(text).replace(/[&<>"']/g, (sign) => ENTITIES.get(sign) ?? sign);
}
