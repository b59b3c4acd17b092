// The entry of `npm start`, `npm test`, `npm run test:e2e` and `npm run sandbox`. On a fresh clone
// it runs on whatever Node is installed and before any dependency is, so it stays plain: it looks at
// the version and only then loads the rest, whose syntax an old Node might not even parse.
const oldestMajor = 20;
const major = Number(process.versions.node.split('.')[0]);

if (major < oldestMajor) {
	console.error(
		`Node ${process.versions.node} is too old: this project needs Node ${oldestMajor} or later ` +
			'to begin with (it fetches Node 24 for itself). Install one from https://nodejs.org and repeat.',
	);
	process.exit(1);
} else {
	import('./run-command.mjs')
		.then((module) => module.runCommand(process.argv.slice(2)))
		.then((exitCode) => {
			process.exitCode = exitCode;
		})
		.catch((error) => {
			console.error(error instanceof Error ? error.message : error);
			process.exitCode = 1;
		});
}
