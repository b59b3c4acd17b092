// What each output and transcript of a conversation of 20,000 turns costs, beside JSON.parse of its text.
// Run: npm run bench:outputs (under a minute)
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { startSandbox } from '../sandbox/start-sandbox.mts';
import { writeSection } from './write-section.mts';

const rounds = 9;
const turns = 20_000;

async function loadCore(folder: string): Promise<typeof import('../core/index.ts')> {
	const outfile = join(folder, 'core.cjs');
	const entryPoints = [join(import.meta.dirname, '../core/index.ts')];
	await build({ entryPoints, outfile, bundle: true, platform: 'node', format: 'cjs' });
	return createRequire(import.meta.url)(outfile);
}

const folder = await mkdtemp(join(tmpdir(), 'voice-agent-outputs-'));
const sandbox = await startSandbox();
try {
	const core = await loadCore(folder);
	const record = sandbox.createRecord({ shape: 'A', turns });
	const text = JSON.stringify({ event: 'ConversationComplete', data: record });
	const parsed = core.parseDelivery(JSON.parse(text));
	if (!parsed.success) throw new Error(parsed.error.code);
	const { conversation } = parsed;
	const work: Record<string, () => unknown> = {
		'JSON.parse of the text': () => JSON.parse(text),
		...Object.fromEntries(
			core.OUTPUTS.map((output) => [
				`output ${output}`,
				() => core.buildOutputItems(output, conversation, parsed.record),
			]),
		),
		'text transcript': () => core.writeTextTranscript(conversation),
		'Markdown transcript': () => core.writeMarkdownTranscript(conversation),
		WebVTT: () => core.writeWebVtt(conversation),
		SubRip: () => core.writeSubRip(conversation),
		'chat messages': () => core.buildChatMessages(conversation),
	};
	const times = new Map(Object.keys(work).map((name) => [name, new Array<number>()]));
	for (let round = 0; round <= rounds; round++) {
		for (const [name, call] of Object.entries(work)) {
			const start = performance.now();
			call();
			if (round > 0) times.get(name)?.push(performance.now() - start);
		}
	}
	const median = (values: number[]) =>
		values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
	const yardstick = median(times.get('JSON.parse of the text') ?? []);
	const rows = [...times].map(([name, values]) => {
		const spread = `${Math.min(...values).toFixed(1)} to ${Math.max(...values).toFixed(1)}`;
		const middle = median(values);
		return `| ${name} | ${middle.toFixed(1)} | ${spread} | ${(middle / yardstick).toFixed(2)} |`;
	});
	const head = `| ${turns} turns, ${(text.length / 1e6).toFixed(1)} MB | ms (median) | spread | ÷ JSON.parse |`;
	const table = [head, '| --- | --- | --- | --- |', ...rows].join('\n');
	console.log(table);
	await writeSection('outputs', 'npm run bench:outputs', table);
} finally {
	await sandbox.close();
	await rm(folder, { recursive: true, force: true });
}
