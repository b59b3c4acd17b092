import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const projectFolder = path.join(import.meta.dirname, '../..');

export interface Page {
	/** Path from the project's folder. */
	file: string;
	text: string;
}

/** Every page that is written by hand: the root's, those below docs/ and those of a suite. */
export function readPages(): Page[] {
	return globSync(['*.md', 'docs/**/*.md', 'test/*/README.md'], { cwd: projectFolder }).map(
		(file) => ({
			file,
			text: readFileSync(path.join(projectFolder, file), 'utf8'),
		}),
	);
}

/** The fenced blocks of a page in one language. */
export function findBlocks(page: Page, language: string): string[] {
	const fence = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms');
	return [...page.text.matchAll(fence)].map((match) => match[1] ?? '');
}
