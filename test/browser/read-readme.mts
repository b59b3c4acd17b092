import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../scripts/project-paths.mjs';

/**
 * Reads the steps of a section of README word by word: each call gives the next of its bold words, which
 * are what somebody looks for on the screen. **A → B** is two words. Throws at the end of the section.
 */
export function readReadme(heading: string): () => string {
	const page = readFileSync(join(projectRoot, 'README.md'), 'utf8');
	const [, section = ''] = page.split(`${heading}\n`);
	const [steps = ''] = section.split(/^#/m);
	const words = [...steps.matchAll(/\*\*(.+?)\*\*/g)].flatMap(([, bold = '']) => bold.split(' → '));
	return () => {
		const word = words.shift();
		if (word === undefined) throw new Error(`README says no more under "${heading}".`);
		return word;
	};
}
