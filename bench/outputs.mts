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
import { writeTable } from '../scripts/write-table.mts';
import { measureInTurn, type Candidates } from './measure-in-turn.mts';
import { describeSpread, quantile } from './quantile.mts';
import { writeSection } from './write-section.mts';
import { buildOutputItems } from '../test/support/records/read-fixture.mts';

const turns = 20_000;

const sandbox = await startSandbox();
try {
	const record = sandbox.createRecord({ shape: 'A', turns });
	const text = JSON.stringify({ event: 'ConversationComplete', data: record });
	const parsed = parseDelivery(JSON.parse(text));
	if (!parsed.success) throw new Error(parsed.error.code);
	const { conversation } = parsed;
	const work: Candidates = {
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
	const times = await measureInTurn(work, { rounds: 9 });
	const yardstick = quantile(times['JSON.parse of the text'] ?? []);
	const table = writeTable(
		[
			`${turns} turns, ${(text.length / 1e6).toFixed(1)} MB`,
			'ms (median)',
			'spread',
			'÷ JSON.parse',
		],
		Object.entries(times).map(([name, values]) => [
			name,
			quantile(values).toFixed(1),
			describeSpread(values),
			(quantile(values) / yardstick).toFixed(2),
		]),
	);
	console.log(table);
	writeSection('outputs', 'npm run bench -- outputs', table);
} finally {
	await sandbox.close();
}
