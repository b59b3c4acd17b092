import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { buildOutputItems, OUTPUTS } from '../../../core/conversation/build-output-items.ts';
import type { Conversation } from '../../../core/conversation/conversation.ts';
import { writeReport } from '../../../core/conversation/report/write-report.ts';
import { ConversationSummarizer } from '../../../core/conversation/summarize-conversation.ts';
import { buildChatMessages } from '../../../core/conversation/transcript/build-chat-messages.ts';
import { writeMarkdownTranscript } from '../../../core/conversation/transcript/write-markdown-transcript.ts';
import { writeSubRip } from '../../../core/conversation/transcript/write-subrip.ts';
import { writeTextTranscript } from '../../../core/conversation/transcript/write-text-transcript.ts';
import { writeWebVtt } from '../../../core/conversation/transcript/write-webvtt.ts';
import type { Turn, TurnMetrics } from '../../../core/conversation/turn.ts';
import { parseItem } from '../../../core/record/parse-item.ts';
import { readConversation } from './read-fixture.mts';

const cases = readdirSync(join(__dirname, '../../fixtures/records'));
const everything = { includeSystemTurns: true, includeToolCalls: true, includeTimes: true };

const NO_METRICS: Required<TurnMetrics> = {
	started_speaking_at: null,
	stopped_speaking_at: null,
	transcription_delay: null,
	end_of_turn_delay: null,
	on_user_turn_completed_delay: null,
	llm_node_ttft: null,
	tts_node_ttfb: null,
	e2e_latency: null,
};

const NO_TURN: Required<Turn> = {
	role: null,
	content: null,
	kind: null,
	id: null,
	created_at: null,
	interrupted: null,
	transcript_confidence: null,
	metrics: NO_METRICS,
	tool_name: null,
	tool_call_id: null,
	tool_arguments_json: null,
	tool_arguments: null,
	tool_output: null,
	tool_is_error: null,
	handoff_to_agent_id: null,
	instructions: null,
	tools_added: null,
	additional_fields: {},
};

/** Without the fields that say nothing: a turn as it is sent. */
function strip<Part extends object>(part: Part): Part {
	const lean = { ...part };
	for (const [key, value] of Object.entries(part)) {
		const isEmpty = key === 'additional_fields' && Object.keys(value).length === 0;
		if (value === null || isEmpty) Reflect.deleteProperty(lean, key);
	}
	return lean;
}

function changeTurns(conversation: Conversation, change: (turn: Turn) => Turn): Conversation {
	const { history, synthesized_chat_history: synthesized } = conversation;
	return {
		...conversation,
		history: history?.map(change) ?? null,
		synthesized_chat_history: synthesized?.map(change) ?? null,
	};
}

const makeLean = (turn: Turn): Turn => strip({ ...turn, metrics: strip(turn.metrics) });

const makeFull = (turn: Turn): Turn => ({
	...NO_TURN,
	...turn,
	metrics: { ...NO_METRICS, ...turn.metrics },
});

function summarize(conversation: Conversation) {
	const summarizer = new ConversationSummarizer();
	for (const turn of conversation.history ?? []) summarizer.addTurn(turn);
	return summarizer.finish(conversation);
}

/** What a user gets of a conversation, but for the history itself. */
function showAll(conversation: Conversation) {
	const outputs = OUTPUTS.filter((output) => output !== 'conversation').map((output) =>
		buildOutputItems(output, conversation, {}),
	);
	return {
		outputs,
		summary: summarize(conversation),
		chat: buildChatMessages(conversation, everything),
		text: writeTextTranscript(conversation, everything),
		markdown: writeMarkdownTranscript(conversation, everything),
		subRip: writeSubRip(conversation),
		webVtt: writeWebVtt(conversation),
		report: writeReport(conversation),
	};
}

test.each(cases)('%s: a turn says the same without its empty fields', (name) => {
	const conversation = readConversation(name);
	const lean = changeTurns(conversation, makeLean);
	const full = changeTurns(conversation, makeFull);
	expect(showAll(lean)).toEqual(showAll(full));
});

test.each(cases)('%s: an item with lean turns is read like one with every field', (name) => {
	const conversation = readConversation(name);
	const lean = parseItem(JSON.parse(JSON.stringify(changeTurns(conversation, makeLean))));
	const full = parseItem(JSON.parse(JSON.stringify(changeTurns(conversation, makeFull))));
	if (!lean.success || !full.success) throw new Error('not read');
	expect(lean.conversation).toEqual(full.conversation);
});

test('Turns has every column, also of a turn that sent nothing', () => {
	const conversation = { ...readConversation('empty'), history: [{ metrics: {} }] };
	expect(buildOutputItems('turns', conversation, {})).toEqual([
		{ conversation_id: null, turn_index: 0, offset_seconds: null, ...NO_TURN },
	]);
});
