// The entry of `npm start`, `npm test`, `npm run sandbox` and the other commands in run-command.mts.
// On a fresh clone it runs on the system's Node and before any dependency is installed. So this file
// and all that it imports are plain JavaScript; everything else runs on the project's own Node 24.
const oldestMajor = 20;
const major = Number(process.versions.node.split('.')[0]);

/** @param {string[]} argv */
async function run(argv) {
	const [command] = argv;
	if (command === 'start' && argv.some((word) => word === '--help' || word === '-h')) {
		const { startUsage } = await import('./start-usage.mjs');
		console.log(startUsage);
		return 0;
	}
	const { ensureNodeModules } = await import('./ensure-node-modules.mjs');
	const { handOver } = await import('./run-process.mjs');
	await ensureNodeModules({ verbose: argv.includes('--verbose') });
	return await handOver('node', ['scripts/run-command.mts', ...argv]);
}

if (major < oldestMajor) {
	console.error(
		`Node ${process.versions.node} is too old: this project needs Node ${oldestMajor} or later ` +
			'to begin with (it fetches Node 24 for itself). Install one from https://nodejs.org and repeat.',
	);
	process.exit(1);
} else {
	run(process.argv.slice(2)).then(
		(exitCode) => {
			process.exitCode = exitCode;
		},
		(error) => {
			console.error(error instanceof Error ? error.message : error);
			process.exitCode = 1;
		},
	);
}
