// Runs before scripts that need a newer Node than a fresh machine has; `npm test` installs one itself.
import { readFileSync } from 'node:fs';

const { devDependencies } = JSON.parse(
	readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
);
const wanted = Number.parseInt(devDependencies.node.replace(/\D*/, ''), 10);
const found = process.versions.node;
if (Number.parseInt(found, 10) < wanted) {
	console.error(
		`This script needs Node ${wanted} and runs on ${found}: install Node ${wanted}, or run "npm test" once and put node_modules/node/bin in front of your PATH.`,
	);
	process.exit(1);
}
