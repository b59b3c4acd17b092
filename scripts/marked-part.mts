import { readFileSync, writeFileSync } from 'node:fs';

/** The part of a page that a program writes; people write the rest. */
export interface MarkedPart {
	file: string;
	/** The line before it. */
	begin: string;
	/** The line after it. */
	end: string;
}

/** The page, split around the part. Throws if the page lacks one of the marks. */
function splitPage({ file, begin, end }: MarkedPart): [string, string, string] {
	const page = readFileSync(file, 'utf8');
	const [from, to] = [page.indexOf(begin), page.indexOf(end, page.indexOf(begin))];
	if (from === -1 || to === -1) throw new Error(`${file} lacks "${begin}" or "${end}".`);
	return [page.slice(0, from), page.slice(from + begin.length, to).trim(), page.slice(to)];
}

/** Without the blank lines around it. */
export const readPart = (part: MarkedPart): string => splitPage(part)[1];

/** The page with this text in the part. */
export function fillPart(part: MarkedPart, text: string): string {
	const [before, , after] = splitPage(part);
	return `${before}${part.begin}\n\n${text}\n\n${after}`;
}

/** Puts a text into the page and leaves the rest alone. */
export const replacePart = (part: MarkedPart, text: string): void =>
	writeFileSync(part.file, fillPart(part, text));
