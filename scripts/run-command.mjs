import { ensureNodeModules } from './ensure-node-modules.mjs';
import { handOver } from './run-process.mjs';
import { runN8nSuite } from './run-n8n-suite.mjs';
import { runSoak } from './run-soak.mjs';
import { runStep } from './show-progress.mjs';
import { runTests } from './run-tests.mjs';
import { runScript } from './run-script.mjs';
import { runSuite } from './run-suite.mjs';

// Each is a jest project that drives a real n8n, and a script `test:<name>` in package.json.
const n8nSuites = ['e2e', 'examples', 'browser', 'queue'];

// Each is bench/<name>.mts and a script `bench:<name>`. Measuring deliveries takes minutes, so that
// `npm run bench` leaves it out.
const benches = ['records', 'token', 'outputs', 'load'];

const commands = {
	start: buildAndHandOver('host/start.mts'),
	sandbox: (argv) => handOver('node', ['sandbox/cli.mts', ...argv]),
	test: runTests,
	...Object.fromEntries(
		n8nSuites.map((suite) => [`test:${suite}`, (argv) => runN8nSuite(suite, argv)]),
	),
	'docs:screenshots': takeScreenshots,
	'test:faults': runSuite('faults'),
	soak: runSoak,
	'bench:delivery': buildAndHandOver('bench/delivery.mts'),
	...Object.fromEntries(
		benches.map((name) => [`bench:${name}`, buildAndHandOver(`bench/${name}.mts`)]),
	),
	bench: runBenches,
};

// The pictures of the docs are made by the test that goes the newcomer's way.
function takeScreenshots(argv) {
	process.env.DOCS_SCREENSHOTS = '1';
	return runN8nSuite('browser', ['newcomer', ...argv]);
}

async function runBenches(argv) {
	const build = await runStep('build', () => runScript('build', argv));
	if (build.code !== 0) return build.code;
	for (const name of benches) {
		const code = await handOver('node', [`bench/${name}.mts`, ...argv]);
		if (code !== 0) return code;
	}
	return 0;
}

function buildAndHandOver(file) {
	return async (argv) => {
		const { code, output } = await runStep('build', () => runScript('build', argv));
		if (code !== 0) {
			console.error(output);
			return code;
		}
		return handOver('node', [file, ...argv]);
	};
}

/**
 * Makes sure that the dependencies and Node 24 are there, then runs one command under Node 24.
 * Everything behind the command's name is passed on. Returns the exit code.
 */
export async function runCommand([name, ...argv]) {
	const command = Object.hasOwn(commands, name ?? '') ? commands[name] : undefined;
	if (command === undefined) {
		console.error(
			`Unknown command "${name ?? ''}". There are: ${Object.keys(commands).join(', ')}.`,
		);
		return 1;
	}
	await ensureNodeModules({ verbose: argv.includes('--verbose') });
	return command(argv);
}
