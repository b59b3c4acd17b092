// node scripts/rehearse-release.mjs [--repository <address>] [--name <name>] [--author <name>] [--email <mailbox>]
//                                   [--to <folder>]
// The first release without publishing: fills in what docs/engineering/releasing.md lists, in a temporary clone
// of the last commit, builds, packs, and ends with 1 at what would be wrong on npm. `--to` keeps the filled
// clone and the package.
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureNodeModules } from './node-modules.mjs';
import { projectRoot, toolEnvironment } from './project-paths.mjs';
import { checkFiles, checkNotices, checkSources } from './release/check-release.mjs';
import { fillIn } from './release/fill-in.mjs';
import { runProcess, runStep } from './run.mjs';

const { values } = parseArgs({
	options: {
		repository: { type: 'string', default: 'https://github.com/acme/n8n-nodes-voice-agent' },
		name: { type: 'string', default: 'n8n-nodes-voice-agent' },
		author: { type: 'string', default: 'Acme' },
		email: { type: 'string', default: 'nodes@acme.test' },
		to: { type: 'string' },
	},
});
const folder = values.to ? resolve(values.to) : mkdtempSync(join(tmpdir(), 'voice-agent-release-'));
const modules = join(projectRoot, 'node_modules');

/** @type {(cwd: string, program: string, ...argv: string[]) => Promise<string>} */
async function run(cwd, program, ...argv) {
	// With the NODE_ENV of a test runner, the linter would apply other rules.
	const env = { ...toolEnvironment(), NODE_ENV: 'production' };
	const { code, output } = await runProcess(program, argv, { cwd, env });
	if (code !== 0) throw new Error(`${program} ${argv.join(' ')} failed:\n${output}`);
	return output;
}

async function pack() {
	const output = await run(folder, 'npm', 'pack', '--json', '--ignore-scripts');
	const [packed] = Object.values(JSON.parse(output.slice(output.search(/^[[{]/m))));
	const tarball = join(folder, packed.filename);
	await run(folder, 'tar', '-xzf', tarball);
	return { tarball, files: packed.files.map((/** @type {{ path: string }} */ file) => file.path) };
}

/** What n8n's scanner finds in the unpacked package, errors and warnings. */
async function scan() {
	const jobs = JSON.stringify([[join(folder, 'package'), ['**/*.js', 'package.json']]]);
	const script = join(projectRoot, 'test/package/scan-process.mts');
	const output = await run(projectRoot, 'node', script, jobs);
	const [{ errors, warnings, passed }] = JSON.parse(output.slice(output.lastIndexOf('\n[') + 1));
	const found = [...errors, ...warnings];
	return passed || found.length > 0 ? found : ["n8n's scanner rejects the package."];
}

try {
	await ensureNodeModules();
	await runStep('fill in a clone', async () => {
		await run(projectRoot, 'git', 'clone', '--quiet', projectRoot, folder);
		await run(folder, 'git', 'remote', 'set-url', 'origin', `${values.repository}.git`);
		fillIn(folder, { ...values, date: new Date().toISOString().slice(0, 10) });
		symlinkSync(modules, join(folder, 'node_modules'), 'junction');
	});
	const problems = checkSources(folder);
	await runStep('build', () => run(folder, 'gulp', 'build', '--silent'));
	const { tarball, files } = await runStep('pack', pack);
	const notices = readFileSync(join(folder, 'package/dist/THIRD-PARTY-NOTICES.txt'), 'utf8');
	problems.push(...checkFiles(folder, files), ...checkNotices(notices, modules));
	problems.push(...(await runStep("n8n's scanner", scan)));
	for (const problem of problems) console.error(problem);
	if (problems.length > 0) process.exitCode = 1;
	else
		console.log(
			values.to ? `Ready: ${tarball}` : `Ready: ${files.length} files. Nothing was published.`,
		);
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
} finally {
	if (!values.to) rmSync(folder, { recursive: true, force: true });
}
