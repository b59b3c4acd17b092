// The names in the examples that their vendors end: models, and versions of APIs. `node scripts/check-names.mts`
// is a step of a release, and fails 30 days before an end. `npm test` warns of the same.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './project-paths.mjs';

/** The names of `scripts/names-in-examples.json`, and the day (ISO 8601) on which their sources were read. */
interface NameList {
	readOn: string;
	names: Name[];
}

/** A name that examples hold or held. */
export interface Name {
	/** A model, or how the addresses of an API's version begin. */
	name: string;
	/** The day on which the name, or its support, ends (ISO 8601), if the vendor announced one: of a month that it named, the first. */
	endsOn: string | null;
	source: string;
}

/** `gpt-5-mini ends on 2026-12-11 (in score-calls): <source>` */
export interface EndingName extends Name {
	examples: string[];
}

const noticeDays = 30;
const dayMs = 86_400_000;

export function readNames(): NameList {
	const file = join(projectRoot, 'scripts', 'names-in-examples.json');
	return JSON.parse(readFileSync(file, 'utf8'));
}

/** The examples by their names, each as its text. */
export function readExampleTexts(): Record<string, string> {
	const folder = join(projectRoot, 'examples');
	const files = readdirSync(folder);
	return Object.fromEntries(
		files.map((file) => [file.replace('.json', ''), readFileSync(join(folder, file), 'utf8')]),
	);
}

/** Names that end within 30 days of a moment, or have ended, with the examples that hold them. */
export function findEndingNames(
	names: Name[],
	texts: Record<string, string>,
	nowMs: number,
): EndingName[] {
	return names
		.filter(({ endsOn }) => endsOn !== null && Date.parse(endsOn) - nowMs <= noticeDays * dayMs)
		.map((one) => ({
			...one,
			examples: Object.keys(texts).filter((example) => holds(texts[example] ?? '', one)),
		}))
		.filter(({ examples }) => examples.length > 0);
}

/** Whether the name is a version of an API. Else it is a model, which an example names only without an end. */
export const isAddress = ({ name }: { name: string }): boolean => name.startsWith('https://');

/** Whether a value of the workflow is the name, or an address begins with it. */
function holds(text: string, one: Name): boolean {
	return text.includes(isAddress(one) ? one.name : `"${one.name}"`);
}

export const describeEndingName = ({ name, endsOn, examples, source }: EndingName): string =>
	`${name} ends on ${endsOn} (in ${examples.join(', ')}). Name another one: ${source}`;

if (import.meta.main) {
	const ending = findEndingNames(readNames().names, readExampleTexts(), Date.now());
	for (const one of ending) console.error(describeEndingName(one));
	if (ending.length > 0) process.exitCode = 1;
}
