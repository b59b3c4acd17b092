import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectRoot, toolEnvironment } from './project-paths.mjs';
import { handOver, runProcess } from './run-process.mjs';
import { runStep } from './show-progress.mjs';

/** How a command was called. */
export interface Call {
	/** What follows the command's name, without `--results` and `--n8n`. */
	argv: string[];
	/** The file of `--results`: each suite adds a line `N passed, N failed: <name>`, each check that failed too. */
	results: string | undefined;
}

/** A part of a command. Resolves with the exit code. */
export type Step = (call: Call) => Promise<number>;

/** Ends with the first step that fails. */
export function inTurn(...steps: Step[]): Step {
	return async (call) => {
		for (const step of steps) {
			const code = await step(call);
			if (code !== 0) return code;
		}
		return 0;
	};
}

/** Goes on behind a failure, so one run tells all. */
export function each(...steps: Step[]): Step {
	return async (call) => {
		const codes: number[] = [];
		for (const step of steps) codes.push(await step(call));
		return Math.max(...codes);
	};
}

export function atOnce(...steps: Step[]): Step {
	return async (call) => Math.max(...(await Promise.all(steps.map((step) => step(call)))));
}

/** Runs a script of package.json without npm in between. Its output is shown if it fails. */
export function script(name: string): Step {
	return async (call) => {
		const manifest = await readFile(path.join(projectRoot, 'package.json'), 'utf8');
		const command: unknown = JSON.parse(manifest).scripts[name];
		if (typeof command !== 'string') throw new Error(`package.json has no script "${name}".`);
		const verbose = isVerbose(call);
		const run = () => runProcess(command, [], { shell: true, verbose });
		const { code, output } = await runStep(name, run);
		if (code !== 0) await addCount(call, name, { passed: 0, failed: 1 });
		if (code !== 0 && !verbose) console.log(output);
		return code;
	};
}

/** Gives the terminal to a program, with what follows the command's name. */
export function program(file: string, ...flags: string[]): Step {
	return ({ argv }) => handOver('node', [...flags, file, ...argv]);
}

/** Lets a step count as one test. */
export function asTest(name: string, step: Step): Step {
	return async (call) => {
		const code = await step(call);
		await addCount(call, name, code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });
		return code;
	};
}

/**
 * Runs these projects of jest, only the files that the command names if it names any. `--write` lets a
 * suite write what it observed into its results in place of comparing both. What a suite leaves in the
 * file SUITE_NOTE is shown at its end; jest's own output only if something failed.
 */
export function jest(name: string, projects: string[], ...flags: string[]): Step {
	return async (call) => {
		const folder = await mkdtemp(path.join(tmpdir(), 'voice-agent-results-'));
		const file = path.join(folder, 'jest.json');
		const note = path.join(folder, 'note.txt');
		const patterns = call.argv.filter((part) => !part.startsWith('--'));
		const argv = ['--selectProjects', ...projects, ...flags, '--json', `--outputFile=${file}`];
		const env = { ...toolEnvironment(), SUITE_NOTE: note };
		if (call.argv.includes('--write')) Object.assign(env, { WRITE_OBSERVED: '1' });
		const run = async () => {
			const shell = process.platform === 'win32';
			const verbose = isVerbose(call);
			const result = await runProcess('jest', [...argv, ...patterns], { env, shell, verbose });
			return { ...result, counts: await readCounts(file, result.code) };
		};
		const { code, output, counts } = await runStep(
			name,
			run,
			(result) => `${result.counts.passed} passed, ${result.counts.failed} failed`,
		);
		await addCount(call, name, counts);
		if (code !== 0 && !isVerbose(call)) console.log(output);
		const text = await readFile(note, 'utf8').catch(() => '');
		if (text !== '') console.log(text.trimEnd());
		await rm(folder, { recursive: true, force: true });
		return counts.failed === 0 ? 0 : 1;
	};
}

export interface Counts {
	passed: number;
	failed: number;
}

/**
 * Reads jest's own JSON: its tests, and one failure for each file of tests that did not run. A test that
 * was skipped has shown nothing and counts as failed, and so does a jest that failed without a count.
 */
export async function readCounts(file: string, code: number): Promise<Counts> {
	// If it is not there, jest ended before it had counted anything; its output says why.
	const text = await readFile(file, 'utf8').catch(() => '{}');
	const result: Record<string, number> = JSON.parse(text);
	const sum = (...names: string[]) => names.reduce((total, name) => total + (result[name] ?? 0), 0);
	const passed = sum('numPassedTests');
	const failed = sum(
		'numFailedTests',
		'numPendingTests',
		'numTodoTests',
		'numRuntimeErrorTestSuites',
	);
	const isUncounted = failed === 0 && (code !== 0 || passed === 0);
	return { passed, failed: isUncounted ? 1 : failed };
}

async function addCount({ results }: Call, name: string, { passed, failed }: Counts) {
	if (results !== undefined) {
		await appendFile(results, `${passed} passed, ${failed} failed: ${name}\n`);
	}
}

const isVerbose = ({ argv }: Call): boolean => argv.includes('--verbose');
