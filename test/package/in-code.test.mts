import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Conversation } from '../../core/conversation/conversation.ts';
import type { parseDelivery } from '../../core/delivery/decide-delivery.ts';
import { VoiceAgentOAuth2Api } from '../../credentials/VoiceAgentOAuth2Api.credentials.ts';
import { VoiceAgentTokenApi } from '../../credentials/VoiceAgentTokenApi.credentials.ts';
import type * as declared from '../../index.d.ts';
import { VoiceAgent } from '../../nodes/VoiceAgent/VoiceAgent.node.ts';
import { VoiceAgentTrigger } from '../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';
import { findBlocks } from '../support/read-docs.mts';
import { createProject, projectFolder, runBeside, usePackage } from './pack.mts';

// The package as a program uses it that is not n8n: index.js, index.d.ts and the JSON Schema.
const run = promisify(execFile);
const packed = usePackage();

type Same<One, Other> =
	(<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;
type Reader = typeof parseDelivery;
type DeclaredReader = typeof declared.parseDelivery;
type Success<Parsed> = Extract<Parsed, { success: true }>;
/** An interface and an intersection with the same fields are no same type. */
type Fits<One, Other> = [One, Other] extends [Other, One] ? true : false;

/** tsc rejects it if index.d.ts says something else than the sources. */
const sources: {
	classes: Omit<typeof declared, 'parseDelivery' | 'default'>;
	agrees: [
		Same<declared.Conversation, Conversation>,
		Same<Parameters<DeclaredReader>[1], Parameters<Reader>[1]>,
		Fits<Success<ReturnType<DeclaredReader>>, Success<ReturnType<Reader>>>,
	];
} = {
	classes: { VoiceAgent, VoiceAgentTrigger, VoiceAgentOAuth2Api, VoiceAgentTokenApi },
	agrees: [true, true, true],
};

const readDeclarations = () => readFile(path.join(packed.folder, 'index.d.ts'), 'utf8');

/** The examples that users read, by file name: those of the page, and that of index.d.ts. */
async function readExamples() {
	const page = await readFile(path.join(projectFolder, 'docs/outputs.md'), 'utf8');
	const comments = (await readDeclarations()).replaceAll(/^ \* ?/gm, '');
	const read = (text: string, language: string) => findBlocks({ file: '', text }, language).join();
	return {
		'page.mts': read(page, 'ts'),
		'declared.mts': read(comments, 'ts'),
		'page.cjs': read(page, 'js'),
	};
}

test('the package exports what index.d.ts declares, which has at most 20 kB and imports nothing', async () => {
	const script = "console.log(Object.keys(require('n8n-nodes-voice-agent')).join())";
	const exported = await runBeside(packed, ['n8n-workflow'], script);
	expect(exported.trim().split(',').toSorted()).toEqual(
		['parseDelivery', ...Object.keys(sources.classes)].toSorted(),
	);
	const declarations = await readDeclarations();
	expect(Buffer.byteLength(declarations)).toBeLessThanOrEqual(20_000);
	const imported = [...declarations.matchAll(/\b(?:from|import|require)\b\s*\(?\s*'(.*?)'/g)];
	// The example in its comments.
	expect(imported.map(([, name]) => name)).toEqual(['n8n-nodes-voice-agent']);
});

test('the examples run without n8n, in TypeScript and JavaScript', async () => {
	const project = await createProject(packed, ['ajv']);
	const printed: Record<string, string> = {};
	for (const [name, source] of Object.entries(await readExamples())) {
		await writeFile(path.join(project, name), source);
		const { stdout, stderr } = await run(process.execPath, [name], { cwd: project });
		printed[name] = stdout + stderr;
	}
	expect(printed).toEqual({
		'page.mts': 'Somebody called Sales\n',
		'declared.mts': 'Sales\n',
		'page.cjs': 'true\n',
	});
});

/** What an ES module reads of the package at import, and what it has loaded of `dist` after each step. */
const importing = `
	import { createRequire } from 'node:module';
	import * as all from 'n8n-nodes-voice-agent';
	const { cache } = createRequire(import.meta.url);
	const listLoaded = () => Object.keys(cache).filter((file) => file.includes('/dist/')).length;
	const steps = [listLoaded()];
	all.parseDelivery({});
	steps.push(listLoaded());
	const say = (make) => {
		try {
			return make().name ?? 'made';
		} catch (error) {
			return error.message;
		}
	};
	console.log(JSON.stringify([steps, say(() => new all.VoiceAgentTokenApi()), say(() => new all.VoiceAgent())]));
`;

test('an import loads nothing until something is used, and a node without n8n-workflow says what it needs', async () => {
	const project = await createProject(packed, []);
	await writeFile(path.join(project, 'importing.mjs'), importing);
	const { stdout } = await run(process.execPath, ['importing.mjs'], { cwd: project });
	expect(JSON.parse(stdout)).toEqual([
		[0, 1],
		'voiceAgentTokenApi',
		'VoiceAgent needs the package n8n-workflow: install n8n-workflow beside n8n-nodes-voice-agent. parseDelivery works without n8n-workflow.',
	]);
});

test('an instance is one of the exported class, and of the class that n8n loads', async () => {
	const script = `
		const { VoiceAgent, VoiceAgentTrigger } = require('n8n-nodes-voice-agent');
		const { n8n } = require('n8n-nodes-voice-agent/package.json');
		const { VoiceAgent: Loaded } = require('n8n-nodes-voice-agent/' + n8n.nodes[0]);
		const node = new VoiceAgent();
		console.log(node instanceof VoiceAgent, node instanceof Loaded, node instanceof VoiceAgentTrigger);
	`;
	expect(await runBeside(packed, ['n8n-workflow'], script)).toBe('true true false\n');
});

/** What must not compile: that it fails shows that the names have types. */
const wrongUses = `
import { parseDelivery, VoiceAgentTrigger, type Turn } from 'n8n-nodes-voice-agent';
import schema from 'n8n-nodes-voice-agent/conversation.schema.json' with { type: 'json' };

const parsed = parseDelivery(new Uint8Array());
// @ts-expect-error only a success has a conversation
parsed.conversation;
// @ts-expect-error no such code
if (!parsed.success && parsed.error.code === 'unheard-of') throw new Error();
// @ts-expect-error a field may be null
if (parsed.success) parsed.conversation.id.length;
// @ts-expect-error no such outcome
if (parsed.success && parsed.conversation.outcome === 'faild') throw new Error();
// What a record always gives is never null.
if (parsed.success && parsed.conversation.parse_issues.length > 0) throw new Error();
const shape: 'A' | 'B' | false = parsed.success && parsed.conversation.shape;
// @ts-expect-error every turn has metrics
const turn: Turn = { role: 'User' };
// @ts-expect-error n8n alone looks into a node
const { description }: { description: string } = new VoiceAgentTrigger();
// @ts-expect-error no such field
schema.properties.unheard_of;
export { description, shape, turn };
`;

test('a strict project without n8n and zod compiles the examples, as ES modules and as CommonJS', async () => {
	const project = await createProject(packed, []);
	const { 'page.mts': page, 'declared.mts': declaredExample } = await readExamples();
	const files = {
		'page.mts': page,
		'declared.mts': declaredExample,
		'page.cts': page,
		'wrong.mts': wrongUses,
	};
	for (const [name, source] of Object.entries(files)) {
		await writeFile(path.join(project, name), `${source}export {};\n`);
	}
	const compilerOptions = {
		strict: true,
		exactOptionalPropertyTypes: true,
		noUncheckedIndexedAccess: true,
		skipLibCheck: false,
		preserveSymlinks: true,
		noEmit: true,
		module: 'nodenext',
		target: 'es2023',
		resolveJsonModule: true,
		typeRoots: [path.join(projectFolder, 'node_modules/@types')],
		types: ['node'],
	};
	const settings = JSON.stringify({ compilerOptions, files: Object.keys(files) });
	await writeFile(path.join(project, 'tsconfig.json'), settings);
	const compiler = path.join(projectFolder, 'node_modules/typescript/bin/tsc');
	const compile = run(process.execPath, [compiler, '--pretty', 'false'], { cwd: project });
	await compile.catch((error) => {
		throw new Error(error.stdout || error.message);
	});
});
