// What loading the package costs n8n at its start: time and memory of each node beside the five
// largest built-in triggers, each in its own process that has n8n-workflow loaded already.
// Run: npm run bench -- load (about a minute; installs n8n if it is missing)
import { execFile } from 'node:child_process';
import { globSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import { ensureN8n } from '../host/n8n/install-n8n.mts';
import { placePackage } from '../host/n8n/place-package.mts';
import { writeTable } from '../scripts/write-table.mts';
import { describeSpread, quantile } from './measure.mts';
import { writeSection } from './write-section.mts';

const run = promisify(execFile);
const rounds = 7;

const script = `
	require('n8n-workflow');
	globalThis.gc();
	const before = process.memoryUsage().heapUsed;
	const start = process.hrtime.bigint();
	const exported = require(process.argv[1]);
	new exported[process.argv[2]]();
	const milliseconds = Number(process.hrtime.bigint() - start) / 1e6;
	globalThis.gc();
	console.log(JSON.stringify([milliseconds, (process.memoryUsage().heapUsed - before) / 1024]));
`;

async function loadOnce(file: string, modules: string): Promise<[number, number]> {
	const { stdout } = await run(
		process.execPath,
		['--expose-gc', '-e', script, file, basename(file, '.node.js')],
		{
			cwd: join(modules, '..'),
			env: { ...process.env, NODE_PATH: modules },
		},
	);
	const [milliseconds, kilobytes]: number[] = JSON.parse(stdout);
	return [milliseconds ?? Number.NaN, kilobytes ?? Number.NaN];
}

const installed = await ensureN8n();
const modules = join(installed.folder, 'node_modules');
const userFolder = await mkdtemp(join(tmpdir(), 'voice-agent-load-'));
// As n8n finds it: beside a link to n8n's own n8n-workflow, which is loaded once.
await placePackage(userFolder, installed);
const placed = join(userFolder, '.n8n/nodes/node_modules/n8n-nodes-voice-agent');
const builtIn = globSync('n8n-nodes-base/dist/nodes/**/*Trigger.node.js', { cwd: modules })
	.map((file) => join(modules, file))
	.toSorted((a, b) => statSync(b).size - statSync(a).size)
	.slice(0, 5);
const ours = ['VoiceAgent', 'VoiceAgentTrigger'].map((name) =>
	join(placed, `dist/nodes/${name}/${name}.node.js`),
);
const subjects = [...ours, ...builtIn].map((file) => ({
	file,
	name: basename(file, '.node.js'),
	milliseconds: new Array<number>(),
	kilobytes: new Array<number>(),
}));
for (let round = 0; round < rounds; round++) {
	for (const subject of round % 2 === 0 ? subjects : subjects.toReversed()) {
		const [milliseconds, kilobytes] = await loadOnce(subject.file, modules);
		subject.milliseconds.push(milliseconds);
		subject.kilobytes.push(kilobytes);
	}
}
const table = writeTable(
	['node', 'load ms (median)', 'spread', 'heap kB (median)'],
	subjects.map(({ name, milliseconds, kilobytes }) => [
		name,
		quantile(milliseconds).toFixed(1),
		describeSpread(milliseconds),
		quantile(kilobytes).toFixed(0),
	]),
);
console.log(table);
writeSection('load', 'npm run bench -- load', table);
await rm(userFolder, { recursive: true, force: true });
