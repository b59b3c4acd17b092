import { packLocal } from './pack-local.mts';
import { handOver } from './run-process.mjs';
import { runN8nSuite } from './run-n8n-suite.mts';
import { build } from './run-script.mts';
import { runSoak } from './run-soak.mts';
import { runSuite } from './run-suite.mts';
import { runTests } from './run-tests.mts';
import { runVersions } from './run-versions.mts';

/** Takes what follows the command's name; resolves with the exit code. */
type Command = (argv: string[]) => Promise<number>;

// Each is a jest project that drives a real n8n, and a script `test:<name>` in package.json.
const n8nSuites = ['e2e', 'examples', 'browser', 'queue', 'hostile'];

// Each is bench/<name>.mts and a script `bench:<name>`. Measuring deliveries takes minutes, so
// `npm run bench` leaves it out.
const benches = ['records', 'token', 'outputs', 'hostile', 'load'];

const commands = new Map<string, Command>([
	['start', buildAndHandOver('host/start.mts')],
	['sandbox', (argv) => handOver('node', ['sandbox/cli.mts', ...argv])],
	['test', runTests],
	...n8nSuites.map((suite): [string, Command] => [
		`test:${suite}`,
		(argv) => runN8nSuite(suite, argv),
	]),
	['pack:local', packLocal],
	['docs:screenshots', takeScreenshots],
	['test:faults', runSuite('faults')],
	['test:keycloak', testKeycloak],
	['test:versions', runVersions],
	['soak', runSoak],
	['bench:delivery', buildAndRunOnSources('bench/delivery.mts')],
	...benches.map((name): [string, Command] => [
		`bench:${name}`,
		buildAndRunOnSources(`bench/${name}.mts`),
	]),
	['bench', runBenches],
]);

// The pictures of the docs are made by the test that goes the newcomer's way.
function takeScreenshots(argv: string[]): Promise<number> {
	process.env.DOCS_SCREENSHOTS = '1';
	return runN8nSuite('browser', ['newcomer', ...argv]);
}

/** Installs the pinned Keycloak if it is missing: its progress is seen, and no test has to wait for it. */
async function testKeycloak(argv: string[]): Promise<number> {
	const installed = await handOver('node', ['host/keycloak/install-cli.mts', ...argv]);
	return installed === 0 ? runN8nSuite('keycloak', argv) : installed;
}

async function runBenches(argv: string[]): Promise<number> {
	const built = await build(argv);
	if (built !== 0) return built;
	for (const name of benches) {
		const code = await runOnSources(`bench/${name}.mts`, argv);
		if (code !== 0) return code;
	}
	return 0;
}

function buildAndRunOnSources(file: string): Command {
	return async (argv) => {
		const built = await build(argv);
		return built === 0 ? runOnSources(file, argv) : built;
	};
}

/** Runs a script that imports files of core or nodes as they are. */
function runOnSources(file: string, argv: string[]): Promise<number> {
	const withSources = ['--import', './scripts/resolve-sources.mjs'];
	const quiet = '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON';
	return handOver('node', [quiet, ...withSources, file, ...argv]);
}

function buildAndHandOver(file: string): Command {
	return async (argv) => {
		const built = await build(argv);
		return built === 0 ? handOver('node', [file, ...argv]) : built;
	};
}

/**
 * `--n8n <version>` holds for everything that the command starts, and is handed on by the environment.
 * Gives the rest.
 */
function takeVersion(argv: string[]): string[] {
	const at = argv.indexOf('--n8n');
	if (at === -1) return argv;
	const version = argv[at + 1];
	if (version === undefined) throw new Error('--n8n wants a version, such as 2.20.12.');
	process.env.HOST_N8N_VERSION = version;
	return argv.toSpliced(at, 2);
}

const [name = '', ...given] = process.argv.slice(2);
const command = commands.get(name);
if (command === undefined) {
	console.error(`Unknown command "${name}". There are: ${[...commands.keys()].join(', ')}.`);
	process.exitCode = 1;
} else {
	try {
		process.exitCode = await command(takeVersion(given));
	} catch (error) {
		console.error(error instanceof Error ? error.message : error);
		process.exitCode = 1;
	}
}
