import type { Conversation } from '../../../core/conversation/conversation.ts';
import { writeReport } from '../../../core/conversation/report/page.ts';
import { buildChatMessages } from '../../../core/conversation/transcript/chat-messages.ts';
import { writeHtmlNote, writeNote } from '../../../core/conversation/transcript/note.ts';
import {
	writeMarkdownTranscript,
	writeTextTranscript,
} from '../../../core/conversation/transcript/transcript.ts';
import { writeSubRip, writeWebVtt } from '../../../core/conversation/transcript/subtitles.ts';
import places from '../../fixtures/long-texts.json' with { type: 'json' };
import type { JsonRecord } from '../../support/interface/build-sample.mts';
import { convert } from '../../support/records/read-fixture.mts';

/** What is written of a conversation is at most so many times as long as the conversation as JSON. */
const MOST_TIMES = 8;

const everything = { includeSystemTurns: true, includeToolCalls: true, includeTimes: true };
const WRITERS: Record<string, (conversation: Conversation) => string> = {
	report: (conversation) => writeReport(conversation, everything),
	text: (conversation) => writeTextTranscript(conversation, everything),
	Markdown: (conversation) => writeMarkdownTranscript(conversation, everything),
	note: (conversation) => writeNote(conversation, everything),
	'note in HTML': (conversation) => writeHtmlNote(conversation, everything),
	SubRip: writeSubRip,
	WebVTT: writeWebVtt,
	'chat messages': (conversation) => JSON.stringify(buildChatMessages(conversation, everything)),
};

const at = (second: number) => new Date(Date.UTC(2026, 10, 3) + second * 1000).toISOString();
const repeat = (count: number, build: (index: number) => JsonRecord): JsonRecord => ({
	history: Array.from({ length: count }, (_, index) => build(index)),
});

/** Conversations of many small turns, each of a kind that takes much to write. */
const SMALL_TURNS: Record<string, JsonRecord> = {
	'of one letter': repeat(1_000, () => ({ content: 'x' })),
	'of the system': repeat(1_000, () => ({ role: 'system', content: 'x' })),
	'with a moment': repeat(1_000, (index) => ({ content: 'x', created_at: at(index) })),
	'spoken over one another and interrupted': repeat(1_000, (index) => ({
		role: index % 2 === 0 ? 'user' : 'agent',
		content: 'x',
		interrupted: true,
		metrics: { started_speaking_at: at(index), stopped_speaking_at: at(86_400 - index) },
	})),
	'each of another role, spoken all the time': repeat(1_000, (index) => ({
		role: `R${index}`,
		content: 'x',
		metrics: { started_speaking_at: at(0), stopped_speaking_at: at(86_400) },
	})),
	'with a latency': repeat(1_000, () => ({ content: 'x', metrics: { e2e_latency: 1 } })),
	calls: repeat(1_000, () => ({ tool_name: 'a' })),
	'calls that answer themselves': repeat(1_000, (index) => ({
		tool_name: "'".repeat(199),
		tool_arguments_json: '1',
		tool_output: 'x',
		created_at: at(index),
	})),
	handoffs: repeat(1_000, () => ({ handoff_to_agent_id: 'x' })),
	'lines of an answer': repeat(5, () => ({ tool_output: 'x\n'.repeat(5_000) })),
};

/** Texts that formats must escape, one for each way and length of an escape. */
const SIGNS = ['a@b.cc ', '-->', "'", '"', '&', '<', '\\', '1.\n', '\u0001'];

/** Conversations that are one long text, each in another place that has one. */
const ofLongTexts = Object.entries(places).flatMap(([place, template]) =>
	SIGNS.map((sign): [string, JsonRecord] => [
		`${place} of ${JSON.stringify(sign)}`,
		JSON.parse(
			JSON.stringify(template).replaceAll('TEXT', JSON.stringify(sign.repeat(20_000)).slice(1, -1)),
		),
	]),
);
const ofLongNames = SIGNS.map((sign): [string, JsonRecord] => [
	`what is not as documented of ${JSON.stringify(sign)}`,
	{ url_parameters: { [sign.repeat(1_000).slice(0, 1_000)]: 1 } },
]);

const cases: [string, JsonRecord][] = [
	['nothing', {}],
	...Object.entries(SMALL_TURNS),
	[
		'a thousand URL parameters',
		{ url_parameters: Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`a${i}`, '&'])) },
	],
	...ofLongTexts,
	...ofLongNames,
];

test.each(cases)('%s', (_case, record) => {
	const conversation = convert(record);
	const most = MOST_TIMES * Buffer.byteLength(JSON.stringify(conversation));
	const longer = Object.keys(WRITERS).filter(
		(writer) => Buffer.byteLength(WRITERS[writer]?.(conversation) ?? '') > most,
	);
	expect(longer).toEqual([]);
});
