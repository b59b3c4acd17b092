// Run: node scripts/set-address.mts https://github.com/<owner>/<name> "Name <mail@host>"
// Sets repository, homepage and author in package.json, once they exist. Needs no dependency.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const usage =
	'Usage: node scripts/set-address.mts https://github.com/<owner>/<name> "Name <mail@host>"';

/**
 * The manifest with the repository's address and its author. Throws if the repository is not on
 * GitHub, which npm's provenance requires, or if the author names no mail address.
 */
export function setAddress(manifest: object, repository: string, author: string): object {
	const [, owner, name] =
		/^https:\/\/github\.com\/([\w-]+)\/([\w.-]+?)(?:\.git)?\/?$/.exec(repository) ?? [];
	if (owner === undefined || name === undefined) throw new Error(usage);
	const [, person, email] = /^([^<>]*[^<>\s]) <([^<>@\s]+@[^<>@\s]+)>$/.exec(author) ?? [];
	if (person === undefined || email === undefined) throw new Error(usage);
	const homepage = `https://github.com/${owner}/${name}`;
	return {
		...manifest,
		author: { name: person, email },
		homepage,
		repository: { type: 'git', url: `git+${homepage}.git` },
	};
}

async function changePackageJson([repository = '', author = '']: string[]): Promise<void> {
	const file = fileURLToPath(new URL('../package.json', import.meta.url));
	const manifest = setAddress(JSON.parse(await readFile(file, 'utf8')), repository, author);
	await writeFile(file, `${JSON.stringify(manifest, null, 2)}\n`);
	console.log('package.json names the repository, the homepage and the author.');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	changePackageJson(process.argv.slice(2)).catch((error: unknown) => {
		console.error(error instanceof Error ? error.message : error);
		process.exitCode = 1;
	});
}
