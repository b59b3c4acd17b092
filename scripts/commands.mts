import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { listVersions } from '../host/n8n/n8n-versions.mts';
import { projectRoot, toolEnvironment } from './project-paths.mjs';
import {
	describeEndingName,
	findEndingNames,
	readExampleTexts,
	readNames,
} from './check-names.mts';
import { readCounts, readFailures, type Counts } from './read-results.mts';
import { handOver, runProcess, runStep } from './run.mjs';

/** How a command was called. */
interface Call {
	/** What follows the command's name, without `--results` and `--n8n`. */
	argv: string[];
	verbose: boolean;
	/**
	 * The file of `--results`: each suite adds a line `N passed, N failed: <name>`, each check that failed
	 * too. Indented lines under it say what failed.
	 */
	results: string | undefined;
}

/** A command, or a part of one. Throws if it fails. */
type Step = (call: Call) => Promise<void>;

const build = script('build');

/** A suite that drives a real n8n, one file at a time. n8n is installed first if it is missing. */
function n8nSuite(project: string, files = '--runInBand'): Step {
	return async (call) => {
		// Side by side, suites share what was built before: a second build would empty `dist` under the first.
		if (process.env.KEEP_BUILD === undefined) await build(call);
		await program('host/n8n/install-n8n.mts')(call);
		// If n8n does not become ready, what was started beside it is never closed. It ends with the
		// runner, which must not wait for it.
		await jest(`test:${project}`, [project], files, '--forceExit')(call);
	};
}

/** The same for files that have each an n8n of their own and measure nothing. */
const twoAtATime = '--maxWorkers=2';

/** `npm run bench -- <name>`. Each imports the sources, measures what was built and writes its table. */
const benches: Readonly<Record<string, string>> = {
	records: 'reading a record, beside JSON.parse',
	token: 'checking a token, beside its signature alone',
	load: 'loading the package, beside the largest nodes of n8n',
	many: "many published workflows, beside as many with n8n's Webhook node; 10 minutes",
	delivery: 'deliveries through a real n8n, beside what else begins a workflow; 10 minutes',
};

/** What the scripts of package.json run through bootstrap.mjs, on the project's own Node. */
const commands: Readonly<Record<string, Step>> = {
	start: inTurn(build, program('host/start.mts')),
	sandbox: program('sandbox/cli.mts'),
	test: async (call) => {
		const checks = [
			check('format', 'prettier --check --cache .'),
			...['types', 'lint', 'check:imports', 'build'].map(script),
			// The rules of `lint` once more, without a cache, by n8n's own command: it also checks that n8n's config
			// is untouched.
			...(process.env.CI === undefined ? [] : [check('n8n-node lint', 'n8n-node lint')]),
		];
		// None of them uses more than one core. The tests run too if one of them fails: one run tells all.
		const ended = await Promise.allSettled(checks.map((run) => run(call)));
		await jest('tests', ['unit', 'sandbox', 'nodes', 'dialects', 'package'])(call);
		const ending = findEndingNames(readNames().names, readExampleTexts(), Date.now());
		for (const one of ending) console.log(`  warning: ${describeEndingName(one)}`);
		const failed = ended.find((check) => check.status === 'rejected');
		if (failed !== undefined) throw failed.reason;
	},
	'test:faults': jest('test:faults', ['faults']),
	// Without this, a choice of the dialects is tried.
	'test:dialects': (call) => {
		process.env.DIALECTS = 'all';
		return jest('test:dialects', ['dialects'])(call);
	},
	'test:hostile': n8nSuite('hostile'),
	'test:clone': n8nSuite('clone'),
	'test:e2e': n8nSuite('e2e', twoAtATime),
	'test:examples': n8nSuite('examples', twoAtATime),
	'test:bad-days': n8nSuite('bad-days'),
	'test:browser': n8nSuite('browser', twoAtATime),
	'test:queue': n8nSuite('queue'),
	'test:keycloak': inTurn(program('host/keycloak/install-keycloak.mts'), n8nSuite('keycloak')),
	// What every n8n must do: in the version that `--n8n` names, or else in the oldest.
	'test:versions': (call) => {
		process.env.HOST_N8N_VERSION ??= listVersions()[0];
		return n8nSuite('versions')(call);
	},
	'pack:local': inTurn(build, packLocal),
	bench: async (call) => {
		const [name = '', ...argv] = call.argv;
		if (!(name in benches)) {
			const lines = Object.entries(benches).map(([known, text]) => `  ${known.padEnd(10)}${text}`);
			console.log(['npm run bench -- <name>', '', ...lines].join('\n'));
			if (name !== '') throw new Error(`\nThere is no bench "${name}".`);
			return;
		}
		await build(call);
		const sources = ['--import', './scripts/resolve-sources.mjs'];
		const quiet = '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON';
		await program(`bench/${name}.mts`, quiet, ...sources)({ ...call, argv });
	},
};

function inTurn(...steps: Step[]): Step {
	return async (call) => {
		for (const step of steps) await step(call);
	};
}

/** What a user has already read on the terminal. */
class ShownFailure extends Error {}

/** Gives the terminal to a program, with what follows the command's name. */
function program(file: string, ...flags: string[]): Step {
	return async ({ argv }) => {
		if ((await handOver('node', [...flags, file, ...argv])) !== 0) throw new ShownFailure(file);
	};
}

/** Runs a script of package.json without npm in between. */
function script(name: string): Step {
	return async (call) => {
		const manifest = await readFile(path.join(projectRoot, 'package.json'), 'utf8');
		const command: unknown = JSON.parse(manifest).scripts[name];
		if (typeof command !== 'string') throw new Error(`package.json has no script "${name}".`);
		await check(name, command)(call);
	};
}

/** Runs a command line. It counts if it fails. */
function check(name: string, command: string): Step {
	return async (call) => {
		try {
			await runQuietly(call, name, command, [], { shell: true });
		} catch (error) {
			await addCount(call, name, { passed: 0, failed: 1 });
			throw error;
		}
	};
}

/** Runs a program whose output is shown if it fails, or with `--verbose`. */
async function runQuietly(
	{ verbose }: Call,
	name: string,
	command: string,
	argv: string[],
	options: { shell: boolean; env?: NodeJS.ProcessEnv },
): Promise<void> {
	let shown = '';
	try {
		await runStep(name, async () => {
			const { code, output } = await runProcess(command, argv, { ...options, verbose });
			if (!verbose) shown = output;
			if (code !== 0) throw new ShownFailure(name);
		});
	} catch (error) {
		if (shown !== '') console.log(shown);
		throw error;
	}
}

/**
 * Runs these projects of jest, only the files that the command names if it names any, and of these only
 * the tests whose name has the text behind `-t`. `--write` lets a suite write what it observed into its
 * results in place of comparing both. What a suite leaves in the file SUITE_NOTE is shown at its end.
 */
function jest(name: string, projects: string[], ...flags: string[]): Step {
	return async (call) => {
		const folder = await mkdtemp(path.join(tmpdir(), 'voice-agent-results-'));
		const file = path.join(folder, 'jest.json');
		const note = path.join(folder, 'note.txt');
		const patterns = call.argv.filter((part) => !part.startsWith('--'));
		const section = takeOption(patterns, '-t');
		const argv = ['--selectProjects', ...projects, ...flags, '--json', `--outputFile=${file}`];
		// Nobody sees what n8n logs in a test, unless a test fails: then it hides what failed.
		if (!call.verbose) argv.push('--silent');
		if (section !== undefined) argv.push(`--testNamePattern=${section}`);
		const env = { ...toolEnvironment(), SUITE_NOTE: note };
		if (call.argv.includes('--write')) Object.assign(env, { WRITE_OBSERVED: '1' });
		const options = { shell: process.platform === 'win32', env };
		const [run] = await Promise.allSettled([
			runQuietly(call, name, 'jest', [...argv, ...patterns], options),
		]);
		const counts = await readCounts(file, {
			hasPassed: run.status === 'fulfilled',
			isPart: section !== undefined,
		});
		const failures = await readFailures(file);
		await addCount(call, name, counts, failures);
		for (const failure of failures) console.log(failure);
		console.log(`  ${name}: ${counts.passed} passed, ${counts.failed} failed`);
		const text = await readFile(note, 'utf8').catch(() => '');
		if (text !== '') console.log(text.trimEnd());
		await rm(folder, { recursive: true, force: true });
		if (run.status === 'rejected') throw run.reason;
		if (counts.failed > 0) throw new ShownFailure(name);
	};
}

async function addCount(
	{ results }: Call,
	name: string,
	{ passed, failed }: Counts,
	failures: string[] = [],
): Promise<void> {
	if (results === undefined) return;
	const lines = [`${passed} passed, ${failed} failed: ${name}`, ...failures];
	await appendFile(results, `${lines.join('\n')}\n`);
}

/**
 * Packs the built package as npm would publish it, and prints how to install it in a self-hosted n8n.
 * `--to` names another folder for the tarball than the clone.
 */
async function packLocal({ argv }: Call): Promise<void> {
	const { values } = parseArgs({
		args: argv,
		options: { to: { type: 'string', default: projectRoot }, verbose: { type: 'boolean' } },
	});
	const folder = path.resolve(values.to);
	const { code, output } = await runProcess('npm', ['pack', '--pack-destination', folder]);
	if (code !== 0) throw new Error(output);
	const { name, version } = JSON.parse(
		await readFile(path.join(projectRoot, 'package.json'), 'utf8'),
	);
	const tarball = path.join(folder, `${name}-${version}.tgz`);
	console.log(`Packed: ${tarball}

Next, on the machine of your n8n:

  mkdir -p ~/.n8n/nodes && cp ${tarball} ~/.n8n/nodes && cd ~/.n8n/nodes
  printf '%s\\n' 'omit[]=peer' 'legacy-peer-deps=true' >> .npmrc
  npm install --prefix . ./${path.basename(tarball)}

Then restart n8n. Other ways to install it: docs/install.md`);
}

/** Takes an option and its value out of what was given. */
function takeOption(argv: string[], option: string): string | undefined {
	const at = argv.indexOf(option);
	if (at === -1) return undefined;
	const [, value] = argv.splice(at, 2);
	if (value === undefined) throw new Error(`${option} needs a value.`);
	return value;
}

try {
	const [name = '', ...argv] = process.argv.slice(2);
	const command = commands[name];
	if (command === undefined) {
		throw new Error(`Unknown command "${name}". There are: ${Object.keys(commands).join(', ')}.`);
	}
	// Holds for everything that the command starts, and is handed on by the environment.
	const version = takeOption(argv, '--n8n');
	if (version !== undefined) process.env.HOST_N8N_VERSION = version;
	const results = takeOption(argv, '--results');
	await command({
		argv,
		verbose: argv.includes('--verbose'),
		results: results && path.resolve(results),
	});
} catch (error) {
	if (!(error instanceof ShownFailure)) {
		console.error(error instanceof Error ? error.message : error);
	}
	process.exitCode = 1;
}
