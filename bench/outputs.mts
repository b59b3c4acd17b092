// What each output and transcript of a conversation of 20,000 turns costs, beside JSON.parse of its text.
// Run: npm run bench -- outputs (under a minute)
import { OUTPUTS } from '../core/conversation/outputs.ts';
import { buildChatMessages } from '../core/conversation/transcript/chat-messages.ts';
import { writeSubRip, writeWebVtt } from '../core/conversation/transcript/subtitles.ts';
import {
	writeMarkdownTranscript,
	writeTextTranscript,
} from '../core/conversation/transcript/transcript.ts';
import { parseDelivery } from '../core/delivery/decide-delivery.ts';
import { startSandbox } from '../sandbox/start-sandbox.mts';
import { writeSection } from './write-section.mts';
import { buildOutputItems } from '../test/support/records/read-fixture.mts';

const rounds = 9;
const turns = 20_000;

const sandbox = await startSandbox();
try {
	const record = sandbox.createRecord({ shape: 'A', turns });
	const text = JSON.stringify({ event: 'ConversationComplete', data: record });
	const parsed = parseDelivery(JSON.parse(text));
	if (!parsed.success) throw new Error(parsed.error.code);
	const { conversation } = parsed;
	const work: Record<string, () => unknown> = {
		'JSON.parse of the text': () => JSON.parse(text),
		...Object.fromEntries(
			OUTPUTS.map((output) => [
				`output ${output}`,
				() => buildOutputItems(output, conversation, parsed.record),
			]),
		),
		'text transcript': () => writeTextTranscript(conversation),
		'Markdown transcript': () => writeMarkdownTranscript(conversation),
		WebVTT: () => writeWebVtt(conversation),
		SubRip: () => writeSubRip(conversation),
		'chat messages': () => buildChatMessages(conversation),
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
	writeSection('outputs', 'npm run bench -- outputs', table);
} finally {
	await sandbox.close();
}
