import { parseTimestamp } from '../record/parse-timestamp';
import type { Conversation } from './conversation';
import type { ConversationSummary, SpeakerGroup } from './conversation-summary';
import { groupSpeaker } from './group-speaker';
import { isToolCall, isToolOutput, listToolCalls, mayConcernTool } from './list-tool-calls';
import { summarizeLatency } from './summarize-latency';
import type { Turn } from './turn';

/** What a summary is made of. */
type Summarized = Pick<
	Conversation,
	| 'history'
	| 'has_audio'
	| 'audio_url'
	| 'agent_audio_url'
	| 'user_raw_audio_url'
	| 'user_cleaned_audio_url'
	| 'synthesized_audio_url'
>;

/** Works out {@link ConversationSummary} from the history and the audio fields. */
export function summarizeConversation(conversation: Summarized): ConversationSummary {
	const history = conversation.history ?? [];
	const turnCounts: Record<SpeakerGroup, number> = { user: 0, agent: 0, system: 0, other: 0 };
	const speakingMs: Record<SpeakerGroup, number> = { user: -1, agent: -1, system: -1, other: -1 };
	const lines: string[] = [];
	const latencies: number[] = [];
	let interruptionCount = 0;
	let hasTools = false;

	for (const turn of history) {
		const speaker = groupSpeaker(turn.role);
		turnCounts[speaker] += 1;
		if (turn.interrupted === true) interruptionCount += 1;
		if (turn.metrics.e2e_latency !== null) latencies.push(turn.metrics.e2e_latency);
		const spokenMs = measureSpeech(turn);
		if (spokenMs !== null) speakingMs[speaker] = Math.max(0, speakingMs[speaker]) + spokenMs;
		hasTools ||= mayConcernTool(turn);
		if (speaker !== 'system' && isSpoken(turn)) lines.push(writeTranscriptLine(turn));
	}

	const toolCalls = hasTools ? listToolCalls(history) : [];
	return {
		transcript: lines.join('\n'),
		turn_count: history.length,
		turn_count_by_role: turnCounts,
		tool_call_count: toolCalls.length,
		tool_error_count: toolCalls.filter(({ output }) => output?.turn.tool_is_error === true).length,
		interruption_count: interruptionCount,
		speaking_seconds_by_role: {
			user: toSeconds(speakingMs.user),
			agent: toSeconds(speakingMs.agent),
		},
		has_recording: hasRecording(conversation),
		latency: summarizeLatency(latencies),
	};
}

/** Whether a turn is something that was said: it has text and is no call of a tool and no output of one. */
export function isSpoken(turn: Turn): boolean {
	if (turn.content === null || isBlank(turn.content)) return false;
	return !mayConcernTool(turn) || (!isToolCall(turn) && !isToolOutput(turn));
}

function isBlank(text: string): boolean {
	// The first character settles it for nearly every text.
	const first = text.charCodeAt(0);
	return first > 32 && first < 128 ? false : text.trim() === '';
}

function writeTranscriptLine(turn: Turn): string {
	const content = turn.content ?? '';
	// One line a turn: a line break inside what was said must not look like another speaker's line.
	const hasBreaks = content.includes('\n') || content.includes('\r');
	const line = hasBreaks ? content.trim().replace(/\s*[\r\n]+\s*/g, ' ') : content;
	return `${turn.role ?? 'Unknown'}: ${line}`;
}

function measureSpeech(turn: Turn): number | null {
	const startMs = parseTimestamp(turn.metrics.started_speaking_at);
	const stopMs = parseTimestamp(turn.metrics.stopped_speaking_at);
	return startMs === null || stopMs === null || stopMs < startMs ? null : stopMs - startMs;
}

/** Negative stands for none. Thousandths are as far as the timestamps go; more digits would be noise of the addition. */
function toSeconds(ms: number): number | null {
	return ms < 0 ? null : Math.round(ms) / 1000;
}

function hasRecording(conversation: Summarized): boolean {
	const urls = [
		conversation.audio_url,
		conversation.agent_audio_url,
		conversation.user_raw_audio_url,
		conversation.user_cleaned_audio_url,
		conversation.synthesized_audio_url,
	];
	return conversation.has_audio === true || urls.some((url) => url !== null && url !== '');
}
