// How many deliberate mistakes do the tests see? Changes one place of core or nodes at a time, in a copy of
// the clone, and runs the tests nearest to it, then the others that reach it. Prints the share that made a
// test fail, by folder, each change that only a far test saw, and each that no test saw.
//
//   npm run test:mutation -- --seed 1 --count 300 --folder core/token --output result.json
import { spawn } from 'node:child_process';
import {
	cpSync,
	globSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createTestFinder } from './find-tests.mts';
import { listMutations, rank, type Mutation } from './list-mutations.mts';

/** Every folder gives at least as many, if it has them. */
const LEAST_IN_FOLDER = 30;
/** Test files that count as near: those that name what the file exports come first. */
const NEAR_TEST_FILES = 8;
/** The slowest tests take 40 s; a change may make a loop endless. */
const TIME_LIMIT_MS = 120_000;
/** All tests once, first with nothing changed: else every mutation would seem to fall. */
const ALL_TESTS_LIMIT_MS = 600_000;

type Verdict = 'fell' | 'fell far away' | 'survived' | 'untested';
type Result = Mutation & { folder: string; verdict: Verdict };

const { values } = parseArgs({
	options: {
		seed: { type: 'string', default: String(Math.floor(Math.random() * 1e6)) },
		count: { type: 'string', default: '300' },
		folder: { type: 'string' },
		output: { type: 'string' },
		verbose: { type: 'boolean', default: false },
		workers: { type: 'string', default: String(availableParallelism()) },
	},
});
const seed = Number(values.seed);
const root = process.cwd();
const findTests = createTestFinder(root);
const selected = select(Number(values.count));
console.log(`Seed ${seed}: ${selected.length} mutations.`);

const results: Result[] = [];
const waiting = [...selected];
await Promise.all(Array.from({ length: Number(values.workers) }, work));
report();

/** Folder of core or of nodes; a file right inside one counts for it. */
function folderOf(file: string): string {
	const [layer = '', folder = ''] = file.split('/');
	return folder.endsWith('.ts') ? layer : `${layer}/${folder}`;
}

function select(count: number): Mutation[] {
	const files = globSync('{core,nodes}/**/*.ts', { cwd: root });
	const all = files
		.flatMap((file) => listMutations(file, readFileSync(join(root, file), 'utf8')))
		.filter(({ file }) => values.folder === undefined || folderOf(file) === values.folder)
		.map((mutation) => ({ mutation, key: rank(seed, mutation) }))
		.sort((a, b) => (a.key < b.key ? -1 : 1))
		.map(({ mutation }) => mutation);
	const taken = new Map<string, number>();
	const first = all.filter(({ file }) => {
		const folder = folderOf(file);
		taken.set(folder, (taken.get(folder) ?? 0) + 1);
		return (taken.get(folder) ?? 0) <= LEAST_IN_FOLDER;
	});
	const others = all.filter((mutation) => !first.includes(mutation));
	return [...first, ...others.slice(0, Math.max(0, count - first.length))];
}

async function work(): Promise<void> {
	const copy = mkdtempSync(join(tmpdir(), 'mutation-'));
	cpSync(root, copy, {
		recursive: true,
		filter: (path) => !/[\\/](node_modules|\.git|dist|\.sandbox)$/.test(path),
	});
	symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
	try {
		const tests = new Set(selected.flatMap(({ file }) => findTests(file)));
		if (!(await pass(copy, [...tests], ALL_TESTS_LIMIT_MS))) {
			throw new Error('The tests fail without any mutation.');
		}
		for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
			const verdict = await tryMutation(copy, next);
			results.push({ ...next, folder: folderOf(next.file), verdict });
			const { file, line, change } = next;
			console.log(`${results.length}/${selected.length} ${verdict}: ${file}:${line} ${change}`);
		}
	} finally {
		rmSync(copy, { recursive: true, force: true });
	}
}

async function tryMutation(copy: string, mutation: Mutation): Promise<Verdict> {
	const tests = findTests(mutation.file);
	if (tests.length === 0) return 'untested';
	const near = tests.slice(0, NEAR_TEST_FILES);
	const far = tests.slice(NEAR_TEST_FILES);
	const file = join(copy, mutation.file);
	const text = readFileSync(join(root, mutation.file), 'utf8');
	writeFileSync(
		file,
		text.slice(0, mutation.start) + mutation.replacement + text.slice(mutation.end),
	);
	try {
		if (!(await pass(copy, near, TIME_LIMIT_MS))) return 'fell';
		return far.length === 0 || (await pass(copy, far, ALL_TESTS_LIMIT_MS))
			? 'survived'
			: 'fell far away';
	} finally {
		writeFileSync(file, text);
	}
}

async function pass(copy: string, tests: string[], limitMs: number): Promise<boolean> {
	const jest = join('node_modules', 'jest', 'bin', 'jest.js');
	const options = ['--runInBand', '--bail', '--silent', '--forceExit', '--runTestsByPath'];
	const runner = spawn(process.execPath, [jest, ...options, ...tests], {
		cwd: copy,
		stdio: ['ignore', 'ignore', values.verbose ? 'inherit' : 'ignore'],
		timeout: limitMs,
		killSignal: 'SIGKILL',
	});
	const code = await new Promise((resolve, reject) => {
		runner.once('exit', resolve);
		runner.once('error', reject);
	});
	return code === 0;
}

function report(): void {
	const folders = [...new Set(results.map(({ folder }) => folder))].sort();
	for (const folder of folders)
		printShare(
			folder,
			results.filter((one) => one.folder === folder),
		);
	printShare('all', results);
	console.log('\nNo near test saw:');
	for (const { verdict, file, line, change } of results) {
		if (verdict !== 'fell') console.log(`  ${verdict}: ${file}:${line} ${change}`);
	}
	if (values.output !== undefined)
		writeFileSync(values.output, JSON.stringify(results, null, '\t'));
}

function printShare(name: string, of: Result[]): void {
	const fell = of.filter(({ verdict }) => verdict.startsWith('fell')).length;
	console.log(`${name}: ${fell} of ${of.length} fell (${Math.round((100 * fell) / of.length)} %)`);
}
