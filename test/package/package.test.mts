import { execFile } from 'node:child_process';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { packProject, projectFolder } from './pack.mts';
import type { PackedPackage } from './pack.mts';
import { scanFolder } from './scan.mts';

const run = promisify(execFile);
let packed: PackedPackage;

beforeAll(async () => {
	packed = await packProject();
}, 60_000);

afterAll(async () => await packed.remove());

const manifest = async () =>
	JSON.parse(await readFile(path.join(packed.folder, 'package.json'), 'utf8'));

test("n8n's scanner finds nothing in the sources", async () => {
	const result = await scanFolder(projectFolder, [
		'package.json',
		'{nodes,credentials}/**/*.{js,ts,json}',
	]);
	expect(result.files).toBeGreaterThan(10);
	expect(result).toMatchObject({ errors: [], warnings: [], passed: true });
}, 120_000);

test("n8n's scanner finds nothing in the packed package", async () => {
	const result = await scanFolder(packed.folder, ['**/*.js', 'package.json']);
	expect(result.files).toBeGreaterThanOrEqual(5);
	expect(result).toMatchObject({ errors: [], warnings: [], passed: true });
}, 120_000);

test('the scanner would find a forbidden global', async () => {
	const folder = path.join(path.dirname(packed.folder), 'spoiled');
	await mkdir(folder, { recursive: true });
	await run('cp', ['-a', `${packed.folder}/.`, folder]);
	await run('sh', ['-c', 'echo "setTimeout(() => {}, 1);" >> dist/core/index.js'], { cwd: folder });
	const result = await scanFolder(folder, ['**/*.js', 'package.json']);
	expect(result.passed).toBe(false);
	expect(result.errors.join()).toContain('no-restricted-globals');
}, 120_000);

test('the package has no dependencies and stays below 400 kB unpacked', async () => {
	expect((await manifest()).dependencies).toBeUndefined();
	expect(packed.unpackedBytes).toBeLessThan(400_000);
});

test('every node and credential that package.json lists is in the package', async () => {
	const { n8n } = await manifest();
	expect(packed.files).toEqual(expect.arrayContaining([...n8n.nodes, ...n8n.credentials]));
});

test('nothing but what n8n needs is in the package', () => {
	const expected = /^(dist\/|index\.js$|package\.json$|README\.md$|LICENSE$|CHANGELOG\.md$)/;
	expect(packed.files.filter((file) => !expected.test(file))).toEqual([]);
	expect(packed.files).toContain('dist/THIRD-PARTY-NOTICES.txt');
});

test('the documentation links lead to the homepage of package.json', async () => {
	const { homepage, n8n } = await manifest();
	for (const file of n8n.credentials) {
		const text = await readFile(path.join(packed.folder, file), 'utf8');
		expect(text).toContain(homepage);
		expect(text).not.toContain('documentation.invalid');
	}
});

/** Runs a script in an empty folder where the packed package and, if asked for, n8n-workflow are installed. */
async function runBeside(modules: string[], script: string): Promise<string> {
	const project = path.join(path.dirname(packed.folder), `project-${modules.length}`);
	const target = path.join(project, 'node_modules');
	await mkdir(target, { recursive: true });
	await run('cp', ['-a', packed.folder, path.join(target, 'n8n-nodes-voice-agent')]);
	for (const name of modules) {
		await symlink(path.join(projectFolder, 'node_modules', name), path.join(target, name));
	}
	const { stdout } = await run(process.execPath, ['-e', script], { cwd: project });
	return stdout;
}

test('the package parses a delivery in plain Node, without n8n', async () => {
	const script = `
		const { parseDelivery } = require('n8n-nodes-voice-agent');
		const good = parseDelivery({ event: 'ConversationComplete', data: { id: 'c-1' } });
		const bad = parseDelivery('no envelope');
		console.log(JSON.stringify([good.success, good.conversation.id, bad.success, typeof bad.error.code]));
	`;
	expect(JSON.parse(await runBeside([], script))).toEqual([true, 'c-1', false, 'string']);
});

test('the package gives its nodes and credentials to plain Node', async () => {
	const script = `
		const exported = require('n8n-nodes-voice-agent');
		console.log(JSON.stringify([
			new exported.VoiceAgent().description.name,
			new exported.VoiceAgentTrigger().description.name,
			new exported.VoiceAgentOAuth2Api().name,
		]));
	`;
	expect(JSON.parse(await runBeside(['n8n-workflow'], script))).toEqual([
		'voiceAgent',
		'voiceAgentTrigger',
		'voiceAgentOAuth2Api',
	]);
});
