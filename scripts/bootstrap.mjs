// The entry of `npm start`, `npm test` and the other commands in commands.mts. On a fresh clone it runs
// on the system's Node and before any dependency is installed. So this file and all that it imports are
// plain JavaScript; everything else runs on the project's own Node 24.
import { existsSync } from 'node:fs';

const oldestMajor = 20;
const neededMajor = 24;
const major = Number.parseInt(process.versions.node, 10);

const startUsage = `npm start -- [--once] [--reset] [--watch] [--verbose] [--data FOLDER] [--n8n VERSION]

  --once     end after the first conversation instead of staying up
  --reset    first delete the n8n of earlier starts, with its workflows and credentials
  --watch    n8n loads each change of a source some seconds later; so does npm run dev
  --verbose  show everything that the tools and n8n write
  --data     folder for what a second start reuses (default: .sandbox in the clone)
  --n8n      another n8n, one of those in host/n8n/versions
  --help     show this`;

/** @param {string[]} argv */
async function run(argv) {
	if (argv[0] === 'start' && (argv.includes('--help') || argv.includes('-h'))) {
		console.log(startUsage);
		return 0;
	}
	const { ensureNodeModules } = await import('./node-modules.mjs');
	const { nodeFolder } = await import('./project-paths.mjs');
	const { handOver } = await import('./run.mjs');
	await ensureNodeModules({ verbose: argv.includes('--verbose') });
	if (!existsSync(nodeFolder) && major < neededMajor) {
		throw new Error(
			`The project brings no Node for this platform: install Node ${neededMajor}, and repeat.`,
		);
	}
	return await handOver('node', ['scripts/commands.mts', ...argv]);
}

try {
	if (major < oldestMajor) {
		throw new Error(
			`Node ${process.versions.node} is too old: this project needs Node ${oldestMajor} or later to begin with (it fetches Node 24 for itself). Install one from https://nodejs.org and repeat.`,
		);
	}
	process.exitCode = await run(process.argv.slice(2));
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
}
