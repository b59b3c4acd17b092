import { buildChatMessages } from '../../core/conversation/transcript/chat-messages.ts';
import { parseRecord } from '../../core/record/parse-record.ts';
import {
	writeMarkdownTranscript,
	writeTextTranscript,
} from '../../core/conversation/transcript/transcript.ts';
import { writeReport } from '../../core/conversation/report/page.ts';
import { writeSubRip, writeWebVtt } from '../../core/conversation/transcript/subtitles.ts';

const MAX_RATIO = 8;
/** What a page holds even of an empty conversation: its styles, above all. */
const OWN_BYTES = 32_000;

const COUNT = 5_000;
const fill = (build: (index: number) => object) =>
	Array.from({ length: COUNT }, (_, i) => build(i));
const at = (second: number) => new Date(Date.UTC(2026, 10, 3, 9, 0, second)).toISOString();
const day = { started_speaking_at: at(0), stopped_speaking_at: at(86_400) };

/** What stands again and again in a report or a transcript, or is written with more characters. */
const records: [string, object][] = [
	[
		'a long role that speaks for a day',
		{ history: [{ role: 'R'.repeat(50_000), content: 'a', metrics: day }] },
	],
	[
		'many who speak for a day',
		{ history: fill(() => ({ role: 'User', content: 'a', metrics: day })) },
	],
	[
		'many roles that speak for a day',
		{ history: fill((i) => ({ role: `R${i}`, content: 'a', metrics: day })) },
	],
	['many moments', { history: fill((i) => ({ content: 'a', created_at: at(i) })) }],
	['turns of one letter', { history: fill(() => ({ content: 'a' })) }],
	['calls of tools', { history: fill(() => ({ tool_name: 'a' })) }],
	['outputs of tools', { history: fill(() => ({ tool_output: 'a' })) }],
	['calls of tools by id alone', { history: fill(() => ({ tool_call_id: 'a' })) }],
	[
		'calls of tools with moments',
		{ history: fill((i) => ({ tool_name: 'a', created_at: at(i) })) },
	],
	['handoffs', { history: fill(() => ({ handoff_to_agent_id: 'a' })) }],
	['latencies', { history: fill((i) => ({ metrics: { e2e_latency: i } })) }],
	['signs of HTML', { history: [{ content: `<&"'`.repeat(100_000) }] }],
	['signs of Markdown', { history: [{ content: '*_['.repeat(100_000) }] }],
	['addresses', { history: [{ content: 'a@b.cc '.repeat(50_000) }] }],
	['lines', { history: [{ content: 'a\n'.repeat(100_000) }] }],
	['arrows', { history: [{ role: '-->', content: '-->'.repeat(100_000) }] }],
	[
		'URL parameters',
		{ url_parameters: Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`a${i}`, '&'])) },
	],
	['issues', { history: fill(() => ({ id: 1, role: 2, content: 3 })) }],
];

const everything = { includeSystemTurns: true, includeToolCalls: true, includeTimes: true };

test.each(records)('%s: the report and every transcript stay within bounds', (_, record) => {
	const parsed = parseRecord(record);
	if (!parsed.success) throw new Error(parsed.error.code);
	const { conversation } = parsed;
	const written = {
		report: writeReport(conversation),
		text: writeTextTranscript(conversation, everything),
		markdown: writeMarkdownTranscript(conversation, everything),
		vtt: writeWebVtt(conversation),
		srt: writeSubRip(conversation),
		messages: JSON.stringify(buildChatMessages(conversation, everything)),
	};
	const most = MAX_RATIO * Buffer.byteLength(JSON.stringify(conversation)) + OWN_BYTES;
	const tooLarge = Object.entries(written)
		.map(([name, text]): [string, number] => [name, Buffer.byteLength(text)])
		.filter(([, bytes]) => bytes > most);
	expect(tooLarge).toEqual([]);
});
