import { spawnSync } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import getPort from 'get-port';
import * as z from 'zod/v4';
import { ensureN8n } from '../../host/n8n/install-n8n.mts';
import { openSession } from '../../host/n8n/n8n-session.mts';
import { startN8n } from '../../host/n8n/start-n8n.mts';
import { projectRoot, toolEnvironment } from '../../scripts/project-paths.mjs';
import { runProcess } from '../../scripts/run.mjs';

jest.setTimeout(600_000);

const nodeTypes = z.array(z.looseObject({ name: z.string() }));
const foundNodes = z.array(
	z.object({ name: z.string(), builderHintMessage: z.optional(z.string()) }),
);
const ourNodes = ['n8n-nodes-voice-agent.voiceAgent', 'n8n-nodes-voice-agent.voiceAgentTrigger'];
let folder: string;
let tarball: string;
let printed: string;
/** The nodes of that n8n, with ours among them. */
let served: z.infer<typeof nodeTypes>;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'voice-agent-install-'));
	const { code, output } = await runProcess('npm', [
		...['run', '--silent', 'pack:local', '--', '--to', folder],
	]);
	expect({ code, output }).toMatchObject({ code: 0 });
	printed = output;
	tarball = /^Packed: (.+)$/m.exec(output)?.[1] ?? '';
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** The commands below a heading of docs/install.md. */
async function readCommands(heading: string, language: string): Promise<string> {
	const page = await readFile(join(projectRoot, 'docs', 'install.md'), 'utf8');
	const section = page.split(/^## /m).find((text) => text.startsWith(heading)) ?? '';
	return new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'ms').exec(section)?.[1] ?? '';
}

/** The command that an image would run, with the file where the image would have it. */
async function readImageCommand(): Promise<string> {
	const run = /^RUN (.*)$/ms.exec(await readCommands('Docker', 'dockerfile'))?.[1] ?? '';
	return run.replace(`/tmp/${basename(tarball)}`, `'${tarball}'`);
}

/** The lines that `npm run pack:local` prints for the user to copy: they are indented. */
function readPrintedCommands(): string {
	const [, next = ''] = printed.split('\nNext');
	return (next.match(/^ {2}.*$/gm) ?? []).join('\n');
}

/** Runs commands as a user would whose home folder holds the file. Returns that folder. */
async function install(script: string): Promise<string> {
	const home = await mkdtemp(join(folder, 'home-'));
	await copyFile(tarball, join(home, basename(tarball)));
	// Many homes have one: npm would install there.
	await mkdir(join(home, 'node_modules'));
	expect(script).toContain('n8n-nodes-voice-agent');
	const { code, output } = await runProcess('sh', ['-e', '-c', script], {
		cwd: home,
		env: { ...toolEnvironment(), HOME: home },
	});
	expect({ code, output }).toMatchObject({ code: 0 });
	return home;
}

/** Another package in the same folder, as a user adds it later: npm then drops what nothing names. */
async function installAnother(home: string): Promise<void> {
	const other = await mkdtemp(join(folder, 'other-'));
	const manifest = JSON.stringify({ name: 'n8n-nodes-other', version: '1.0.0' });
	await writeFile(join(other, 'package.json'), manifest);
	const { code, output } = await runProcess('npm', ['install', '--prefix', '.', other], {
		cwd: join(home, '.n8n', 'nodes'),
		env: { ...toolEnvironment(), HOME: home },
	});
	expect({ code, output }).toMatchObject({ code: 0 });
}

const listInstalled = async (home: string): Promise<string[]> => {
	const modules = join(home, '.n8n', 'nodes', 'node_modules');
	const files = await readdir(modules, { recursive: true });
	// What npm writes down for itself.
	return files.filter((file) => !file.startsWith('.')).toSorted();
};

/** Asks n8n for the account of its owner, as a stranger would, until `isUp`; gives the responses of its API. */
async function askForAccount(port: number, isUp: () => boolean): Promise<Set<string>> {
	const account = { email: 'stranger@example.com', password: 'Stranger-1' };
	const body = JSON.stringify({ ...account, firstName: 'A', lastName: 'B' });
	const headers = { 'content-type': 'application/json' };
	const outcomes = new Set<string>();
	while (!isUp()) {
		await fetch(`http://127.0.0.1:${port}/rest/owner/setup`, {
			method: 'POST',
			headers,
			body,
		}).then(
			({ status, headers: answered }) => outcomes.add(`${status} ${answered.get('content-type')}`),
			() => outcomes.add('no answer'),
		);
	}
	// While n8n starts, it answers with a page.
	return new Set([...outcomes].filter((outcome) => outcome.includes('json')));
}

let installed: string[];

test('npm installs the package in an n8n, and no stranger can take the account while that starts', async () => {
	const home = await install(await readCommands('With npm', 'sh'));
	installed = await listInstalled(home);
	expect(installed.length).toBeGreaterThan(20);
	await installAnother(home);
	const port = await getPort();
	const owner = { email: 'owner@example.com', password: 'Sandbox-install-1' };
	let isUp = false;
	const asking = askForAccount(port, () => isUp);
	const n8n = await startN8n({ dataFolder: home, isInstalled: true, port, owner }).finally(
		() => (isUp = true),
	);
	try {
		expect([...(await asking)]).toEqual([expect.stringMatching(/^400 /)]);
		const session = await openSession(n8n.url, owner);
		const types = nodeTypes.parse(JSON.parse(await session.page(`${n8n.url}/types/nodes.json`)));
		expect(types.map(({ name }) => name)).toEqual(expect.arrayContaining(ourNodes));
		served = types;
	} finally {
		await n8n.stop();
	}
	expect(await listInstalled(home)).not.toContain('n8n-workflow');
});

test("n8n's own search for an AI builder finds both nodes by what somebody would call them", async () => {
	const words = ['call', 'phone', 'transcript', 'voice agent', 'recording', 'missed call'];
	const { folder: n8nFolder } = await ensureN8n();
	const builder = createRequire(
		join(n8nFolder, 'node_modules', '@n8n', 'ai-workflow-builder', 'package.json'),
	);
	const script = `
		const { NodeSearchEngine } = require(${JSON.stringify(builder.resolve('@n8n/ai-utilities/node-catalog'))});
		const engine = new NodeSearchEngine(JSON.parse(require('node:fs').readFileSync(0, 'utf8')));
		const [, ...words] = process.argv;
		console.log(JSON.stringify(words.map((each) => [each, engine.searchByName(each, 10)])));
	`;
	const { stdout } = spawnSync(process.execPath, ['-e', script, ...words], {
		encoding: 'utf8',
		input: JSON.stringify(served),
		maxBuffer: 100_000_000,
	});
	const found = z.array(z.tuple([z.string(), foundNodes])).parse(JSON.parse(stdout));
	expect(found.map(([word]) => word)).toEqual(words);
	const hint = { builderHintMessage: expect.stringMatching(/finished phone call/) };
	for (const [, nodes] of found) {
		const ours = ourNodes.map((name) => expect.objectContaining({ name, ...hint }));
		expect(nodes).toEqual(expect.arrayContaining(ours));
	}
});

test.each([
	['tar', () => readCommands('Without npm', 'sh')],
	['what `npm run pack:local` prints', readPrintedCommands],
	['the command of an image', readImageCommand],
])('%s installs the same files, which stay when another package is installed', async (_, read) => {
	const home = await install(await read());
	expect(await listInstalled(home)).toEqual(installed);
	await installAnother(home);
	const left = await listInstalled(home);
	expect(left.filter((file) => !file.startsWith('n8n-nodes-other'))).toEqual(installed);
});
