// Run: node scripts/check-address.mts
// Ends with 1 while package.json holds a placeholder: such a package must not be published. Needs no
// dependency.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { isPlaceholder } from './build/documentation-address.cjs';

const manifest = JSON.parse(
	await readFile(fileURLToPath(new URL('../package.json', import.meta.url)), 'utf8'),
);
const addresses: Record<string, string> = {
	homepage: manifest.homepage,
	'repository.url': manifest.repository?.url,
	'author.email': manifest.author?.email,
};
const missing = Object.keys(addresses).filter((name) => isPlaceholder(addresses[name]));
if (missing.length > 0) {
	console.error(
		`package.json holds a placeholder in ${missing.join(', ')}. Set the repository first: ` +
			'node scripts/set-address.mts https://github.com/<owner>/<name> "Name <mail@host>"',
	);
	process.exitCode = 1;
}
