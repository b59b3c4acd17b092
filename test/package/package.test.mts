import { execFile } from 'node:child_process';
import { appendFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { checkFiles, checkNotices } from '../../scripts/release/check-release.mjs';
import { projectFolder, runBeside, usePackage } from './pack.mts';

const run = promisify(execFile);
const packed = usePackage();

const manifest = async () =>
	JSON.parse(await readFile(path.join(packed.folder, 'package.json'), 'utf8'));

describe("n8n's scanner", () => {
	const anyFile = ['**/*.js', 'package.json'];
	let scans: { files: number; errors: string[]; warnings: string[]; passed: boolean }[];

	beforeAll(async () => {
		const spoiled = path.join(path.dirname(packed.folder), 'spoiled');
		await run('cp', ['-a', packed.folder, spoiled]);
		await appendFile(path.join(spoiled, 'dist/core/index.js'), 'setTimeout(() => {}, 1);');
		const jobs = [
			[projectFolder, ['package.json', '{nodes,credentials}/**/*.{js,ts,json}']],
			[packed.folder, anyFile],
			[spoiled, ['dist/core/index.js', 'package.json']],
		];
		// In one process of its own: it is an ES module, writes to any place, and takes seconds to load.
		const script = path.join(projectFolder, 'test/package/scan-process.mts');
		const { stdout } = await run(process.execPath, [script, JSON.stringify(jobs)], {
			cwd: projectFolder,
			// The linter's rules behave differently under NODE_ENV=test, which jest sets.
			env: { ...process.env, NODE_ENV: 'production' },
			maxBuffer: 32 * 1024 * 1024,
		});
		scans = JSON.parse(stdout.slice(stdout.lastIndexOf('\n[') + 1));
	});

	test.each([
		['sources', 0, 10],
		['packed package', 1, 5],
	])('finds nothing in the %s', (_, index, fewest) => {
		expect(scans[index]?.files).toBeGreaterThanOrEqual(fewest);
		expect(scans[index]).toMatchObject({ errors: [], warnings: [], passed: true });
	});

	test('would find a forbidden global', () => {
		expect(scans[2]?.passed).toBe(false);
		expect(scans[2]?.errors.join()).toContain('no-restricted-globals');
	});
});

test('the package has no dependencies and stays below 660 kB, and 185 kB packed', async () => {
	expect((await manifest()).dependencies).toBeUndefined();
	expect(packed.unpackedBytes).toBeLessThan(660_000);
	expect(packed.packedBytes).toBeLessThan(185_000);
});

test('nothing but what n8n and programs need is in the package', () => {
	expect(checkFiles(projectFolder, packed.files)).toEqual([]);
});

test('the notices hold every licence and notice of what is bundled', async () => {
	const notices = await readFile(path.join(packed.folder, 'dist/THIRD-PARTY-NOTICES.txt'), 'utf8');
	expect(checkNotices(notices, path.join(projectFolder, 'node_modules'))).toEqual([]);
	for (const name of ['ipaddr.js', 'jose', 'libphonenumber-js', 'zod']) {
		expect(notices).toMatch(new RegExp(`^${name} \\d`, 'm'));
	}
	expect(notices).toMatch(/Apache License\s+Version 2\.0/);
});

/** The part of a script that makes the action node read an item: n8n's context, as far as it is asked. */
const contextOf = (json: string) => `
	const parameters = { resource: 'conversation', operation: 'parse', source: 'item', output: 'conversation', options: {} };
	const context = {
		getInputData: () => [{ json: ${json} }],
		getNodeParameter: (name, _index, otherwise) => parameters[name] ?? otherwise,
		getNode: () => ({ name: 'Voice Agent', type: 'voiceAgent', parameters }),
		continueOnFail: () => false,
	};
`;

test("a stack trace names the lines of a node's own functions, which can be read", async () => {
	const script = `
		${contextOf('{}')}
		const { VoiceAgent } = require('n8n-nodes-voice-agent');
		new VoiceAgent().execute.call(context).catch(({ stack }) => console.log(stack));
	`;
	const stack = await runBeside(packed, ['n8n-workflow'], script);
	const frames = [...stack.matchAll(/at (?:\w+\.)?(\w+) \(.*\/(dist\/.*):(\d+):\d+\)/g)];
	expect(frames.map(([, name]) => name)).toEqual(
		expect.arrayContaining(['throwNodeError', 'readItem', 'executeOperation']),
	);
	for (const [index, [, , file = '', line]] of frames.entries()) {
		const source = await readFile(path.join(packed.folder, file), 'utf8');
		const called = frames[index - 1]?.[1] ?? 'NodeOperationError';
		expect(source.split('\n')[Number(line) - 1]).toMatch(new RegExp(`^.{0,100}\\b${called}\\b`));
	}
});

test('links to documentation are shown once there is a public repository, and not before', async () => {
	const script = `
		const { VoiceAgentOAuth2Api, VoiceAgentTokenApi } = require('n8n-nodes-voice-agent');
		console.log(new VoiceAgentOAuth2Api().documentationUrl, new VoiceAgentTokenApi().documentationUrl);
	`;
	const { repository, homepage } = await manifest();
	const link = repository === undefined ? undefined : `${homepage}#sign-in`;
	expect(await runBeside(packed, ['n8n-workflow'], script)).toBe(`${link} ${link}\n`);
	const codexFiles = packed.files.filter((file) => file.endsWith('.node.json'));
	expect(codexFiles).toHaveLength(2);
	for (const file of codexFiles) {
		const codex = JSON.parse(await readFile(path.join(packed.folder, file), 'utf8'));
		// n8n ignores a codex file without resources, its aliases too.
		const shown = link && {
			credentialDocumentation: [{ url: link }],
			primaryDocumentation: expect.any(Array),
		};
		expect(codex.resources).toEqual(shown ?? {});
	}
});

/** Reads a record by parseDelivery and by the action node, and makes everything that n8n makes. */
const exercise = (shape: string) => {
	const file = path.join(projectFolder, `test/fixtures/records/shape-${shape}-full/source.json`);
	return `
		const data = require(${JSON.stringify(file)});
		const event = { event: 'ConversationComplete', data };
		const made = [];
		globalThis.Function = new Proxy(Function, {
			construct(target, args) { made.push(args.length); return Reflect.construct(target, args); },
			apply(target, self, args) { made.push(args.length); return Reflect.apply(target, self, args); },
		});
		const { parseDelivery } = require('n8n-nodes-voice-agent');
		const parsed = parseDelivery(event);
		const madeByCore = made.length;
		const exported = require('n8n-nodes-voice-agent');
		const names = Object.keys(exported).filter((name) => name.startsWith('VoiceAgent'));
		const instances = names.map((name) => new exported[name]());
		${contextOf('event')}
		new exported.VoiceAgent().execute.call(context).then(([[item]]) => {
			let isForbidden = false;
			try { new Function(''); } catch { isForbidden = true; }
			console.log(JSON.stringify({
				isForbidden,
				madeByCore,
				success: parsed.success,
				issues: parsed.conversation.parse_issues,
				turns: parsed.conversation.history.length,
				isSame: JSON.stringify(item.json.statistics) === JSON.stringify(parsed.conversation.statistics),
				described: instances.map(({ description, name }) => description?.name ?? name),
			}));
		});
	`;
};

test.each(['a', 'b'])(
	'the package generates no code (shape %s)',
	async (shape) => {
		const options = ['--disallow-code-generation-from-strings'];
		const output = await runBeside(packed, ['n8n-workflow'], exercise(shape), options);
		expect(JSON.parse(output)).toEqual({
			isForbidden: true,
			madeByCore: 0,
			success: true,
			issues: [],
			turns: expect.any(Number),
			isSame: true,
			described: ['voiceAgent', 'voiceAgentTrigger', 'voiceAgentOAuth2Api', 'voiceAgentTokenApi'],
		});
	},
	60_000,
);

/** The bundles of core that a process has loaded after each of these steps, once both nodes are there. */
async function listLoaded(steps: string[]): Promise<string[][]> {
	const script = `
		const { parseDelivery, VoiceAgent, VoiceAgentTrigger } = require(${JSON.stringify(projectFolder)});
		new VoiceAgent();
		new VoiceAgentTrigger();
		const folder = ${JSON.stringify(path.join(projectFolder, 'dist/core/'))};
		const { isInsecureUrl } = require(folder);
		const readNumber = (from_number) =>
			parseDelivery({ event: 'ConversationComplete', data: { from_number } }).conversation.customer_number_national;
		const listLoaded = () => Object.keys(require.cache)
			.filter((file) => file.startsWith(folder))
			.map((file) => file.slice(folder.length));
		console.log(JSON.stringify([${steps.map((step) => `[${step}, ...listLoaded()]`).join()}]));
	`;
	const { stdout } = await run(process.execPath, ['-e', script], { cwd: projectFolder });
	return JSON.parse(stdout);
}

test('a library that takes long to load is loaded with the first value that needs it', async () => {
	const steps = ['null', '"anonymous"', '"030 12345678"', '"+493012345678"'];
	const calls = [
		...steps.map((number) => `readNumber(${number})`),
		'isInsecureUrl("http://10.0.0.1")',
	];
	const withPhone = ['index.js', 'phone/read-phone-number.js'];
	expect(await listLoaded(calls)).toEqual([
		[null, 'index.js'],
		[null, 'index.js'],
		[null, 'index.js'],
		['030 12345678', ...withPhone],
		[false, ...withPhone, 'net/private-host.js'],
	]);
});
