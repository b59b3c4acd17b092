import type { Conversation } from '../../../core/conversation/conversation.ts';
import { writeReport } from '../../../core/conversation/report/page.ts';
import { buildChatMessages } from '../../../core/conversation/transcript/chat-messages.ts';
import {
	writeMarkdownTranscript,
	writeTextTranscript,
} from '../../../core/conversation/transcript/transcript.ts';
import { writeSubRip, writeWebVtt } from '../../../core/conversation/transcript/subtitles.ts';
import type { JsonRecord } from '../../support/interface/build-sample.mts';
import { convert } from '../../support/records/read-fixture.mts';

/** What is written of a conversation is at most so many times as long as the conversation as JSON. */
const MOST_TIMES = 8;

const everything = { includeSystemTurns: true, includeToolCalls: true, includeTimes: true };
const WRITERS: Record<string, (conversation: Conversation) => string> = {
	report: (conversation) => writeReport(conversation, everything),
	text: (conversation) => writeTextTranscript(conversation, everything),
	Markdown: (conversation) => writeMarkdownTranscript(conversation, everything),
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

const turn = (build: (text: string) => JsonRecord) => (text: string) => ({
	history: [build(text)],
});
const speech = { started_speaking_at: at(0), stopped_speaking_at: at(7_200) };
const called = { tool_arguments_json: '{}', tool_output: 'x', created_at: at(0) };

/** A conversation that is one long text, in each place that has one. */
const LONG_TEXTS: Record<string, (text: string) => JsonRecord> = {
	'the title': (agent_title) => ({ agent_title }),
	'the status': (status) => ({ status }),
	'the start': (started_at) => ({ started_at }),
	'the error': (error_message) => ({ error_message }),
	'the error of the room': (error) => ({ room_metadata: { failed: true, error } }),
	'a URL parameter': (value) => ({ url_parameters: { a: value } }),
	'the outcome of a test': (text) => ({
		test_status: text,
		test_eval_result: { reasons: [text], completion_reason: text },
	}),
	'what was said': turn((content) => ({ role: 'user', content })),
	'what the system said': turn((content) => ({ role: 'system', content })),
	'a role': turn((role) => ({ role, content: 'x', metrics: speech })),
	'the name of a tool': turn((tool_name) => ({ ...called, tool_name })),
	'the arguments of a tool': turn((text) => ({ tool_name: 'a', tool_arguments_json: text })),
	'the id of a call': turn((tool_call_id) => ({ tool_call_id, tool_name: 'a' })),
	'what a tool answered': turn((tool_output) => ({ tool_output })),
	'a handoff': turn((handoff_to_agent_id) => ({ handoff_to_agent_id })),
	'what is not as documented': (text) => ({ url_parameters: { [text.slice(0, 1_000)]: 1 } }),
};

const cases: [string, JsonRecord][] = [
	['nothing', {}],
	...Object.entries(SMALL_TURNS),
	[
		'a thousand URL parameters',
		{ url_parameters: Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`a${i}`, '&'])) },
	],
	...Object.entries(LONG_TEXTS).flatMap(([place, build]) =>
		SIGNS.map((sign): [string, JsonRecord] => [
			`${place} of ${JSON.stringify(sign)}`,
			build(sign.repeat(20_000)),
		]),
	),
];

test.each(cases)('%s', (_case, record) => {
	const conversation = convert(record);
	const most = MOST_TIMES * Buffer.byteLength(JSON.stringify(conversation));
	const longer = Object.keys(WRITERS).filter(
		(writer) => Buffer.byteLength(WRITERS[writer]?.(conversation) ?? '') > most,
	);
	expect(longer).toEqual([]);
});
