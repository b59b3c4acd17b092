import path from 'node:path';
import { listVersions } from '../host/n8n/n8n-versions.mts';
import { packLocal } from './pack-local.mts';
import { asTest, atOnce, each, inTurn, jest, program, script, type Step } from './steps.mts';

const build = script('build');

const test = each(
	// None of them uses more than one core.
	atOnce(...['format:check', 'types', 'lint', 'check:imports', 'build'].map(script)),
	jest('tests', ['unit', 'sandbox', 'nodes', 'second-service', 'package']),
);

/** A suite that drives a real n8n, one file at a time. n8n is installed first if it is missing. */
function n8nSuite(project: string, name = `test:${project}`, files = '--runInBand'): Step {
	// If n8n does not become ready, what was started beside it is never closed. It ends with the runner,
	// which must not wait for it.
	const flags = [files, '--forceExit'];
	return inTurn(build, program('host/n8n/install-cli.mts'), jest(name, [project], ...flags));
}

/** The same for files that have each an n8n of their own and measure nothing: two at a time. */
const n8nSuiteByTwo = (project: string): Step => n8nSuite(project, undefined, '--maxWorkers=2');

/** The pictures of the docs are made by the test that goes the newcomer's way. */
const takeScreenshots: Step = (call) => {
	process.env.DOCS_SCREENSHOTS = '1';
	return n8nSuite('browser')({ ...call, argv: ['newcomer', ...call.argv] });
};

/** What every n8n must do: in the version that `--n8n` names, or else in the oldest. */
const testVersions: Step = (call) => {
	const version = (process.env.HOST_N8N_VERSION ??= listVersions()[0]);
	return n8nSuite('versions', `test:versions ${version}`)(call);
};

/** A program that imports files of core or nodes as they are. */
const onSources = (file: string): Step =>
	program(
		file,
		'--disable-warning=MODULE_TYPELESS_PACKAGE_JSON',
		...['--import', './scripts/resolve-sources.mjs'],
	);

// Each is bench/<name>.mts. Measuring deliveries takes minutes, so `npm run bench` leaves it out.
const benches = ['records', 'token', 'outputs', 'hostile', 'load'];

/** What the scripts of package.json run through bootstrap.mjs, on the project's own Node. */
const commands: Readonly<Record<string, Step>> = {
	start: inTurn(build, program('host/start.mts')),
	sandbox: program('sandbox/cli.mts'),
	test,
	'test:faults': jest('test:faults', ['faults']),
	'test:hostile': n8nSuite('hostile'),
	'test:clone': n8nSuite('clone'),
	'test:e2e': n8nSuiteByTwo('e2e'),
	'test:examples': n8nSuite('examples'),
	'test:browser': n8nSuiteByTwo('browser'),
	'test:queue': n8nSuite('queue'),
	'test:keycloak': inTurn(program('host/keycloak/install-cli.mts'), n8nSuite('keycloak')),
	'test:versions': testVersions,
	soak: asTest('soak', inTurn(build, program('bench/soak.mts'))),
	'docs:screenshots': takeScreenshots,
	'pack:local': inTurn(build, packLocal),
	bench: inTurn(build, ...benches.map((name) => onSources(`bench/${name}.mts`))),
	...Object.fromEntries(
		[...benches, 'delivery'].map((name) => [
			`bench:${name}`,
			inTurn(build, onSources(`bench/${name}.mts`)),
		]),
	),
};

/** Takes an option and its value out of what was given. */
function takeOption(argv: string[], option: string): string | undefined {
	const at = argv.indexOf(option);
	if (at === -1) return undefined;
	const [, value] = argv.splice(at, 2);
	if (value === undefined) throw new Error(`${option} needs a value.`);
	return value;
}

const [name = '', ...argv] = process.argv.slice(2);
const command = commands[name];
if (command === undefined) {
	console.error(`Unknown command "${name}". There are: ${Object.keys(commands).join(', ')}.`);
	process.exitCode = 1;
} else {
	try {
		// Holds for everything that the command starts, and is handed on by the environment.
		const version = takeOption(argv, '--n8n');
		if (version !== undefined) process.env.HOST_N8N_VERSION = version;
		const results = takeOption(argv, '--results');
		process.exitCode = await command({ argv, results: results && path.resolve(results) });
	} catch (error) {
		console.error(error instanceof Error ? error.message : error);
		process.exitCode = 1;
	}
}
