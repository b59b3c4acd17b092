import { parseTimestamp } from '../json/parse-timestamp';
import type { Conversation } from './conversation';
import type { ConversationStatistics, SpeakerGroup } from './conversation-statistics';
import { groupSpeaker } from './group-speaker';
import { isSpoken } from './is-spoken';
import { mayConcernTool, pairToolCalls, type PlacedTurn } from './list-tool-calls';
import { measureLatency } from './measure-latency';
import { joinLines } from './transcript/clean-text';
import { isSent, type Turn } from './turn';

/** The fields of the head that say whether there is a recording. */
type AudioFields = Pick<
	Conversation,
	| 'has_audio'
	| 'audio_url'
	| 'agent_audio_url'
	| 'user_raw_audio_url'
	| 'user_cleaned_audio_url'
	| 'synthesized_audio_url'
>;

/**
 * Works out {@link ConversationStatistics}. Turns are added as they are converted, in the order of the
 * history: a long history does not fit the processor's caches, so a second walk over it would
 * cost as much as the first.
 */
export class ConversationMeter {
	readonly #turnCounts: Record<SpeakerGroup, number> = { user: 0, agent: 0, system: 0, other: 0 };
	/** Negative stands for none. */
	readonly #speakingMs: Record<SpeakerGroup, number> = {
		user: -1,
		agent: -1,
		system: -1,
		other: -1,
	};
	/** Grown by `+=`: the engine copies the texts once, when somebody reads the whole. */
	#transcript = '';
	/** What a line of each role begins with, its line break included. */
	readonly #prefixes = new Map<string | null, string>();
	readonly #latencies: number[] = [];
	readonly #toolTurns: PlacedTurn[] = [];
	#turnCount = 0;
	#interruptionCount = 0;
	#hasUserSpoken = false;

	addTurn(turn: Turn): void {
		const speaker = groupSpeaker(turn.role);
		this.#turnCounts[speaker] += 1;
		if (turn.interrupted === true) this.#interruptionCount += 1;
		const { e2e_latency: latency } = turn.metrics;
		if (isSent(latency)) this.#latencies.push(latency);
		const spokenMs = measureSpeech(turn);
		if (spokenMs !== null) {
			this.#speakingMs[speaker] = Math.max(0, this.#speakingMs[speaker]) + spokenMs;
		}
		const concernsTool = mayConcernTool(turn);
		if (concernsTool) this.#toolTurns.push({ index: this.#turnCount, turn });
		if (speaker !== 'system' && isSpoken(turn, concernsTool)) {
			this.#addLine(turn.role ?? null, turn.content ?? '');
			if (speaker === 'user') this.#hasUserSpoken = true;
		}
		this.#turnCount += 1;
	}

	/** One line a turn: neither a role nor what was said may look like another speaker's line. */
	#addLine(role: string | null, content: string): void {
		let prefix = this.#prefixes.get(role);
		if (prefix === undefined) {
			prefix = `\n${joinLines(role ?? '') || 'Unknown'}: `;
			this.#prefixes.set(role, prefix);
		}
		this.#transcript += this.#transcript === '' ? prefix.slice(1) : prefix;
		this.#transcript += joinLines(content);
	}

	/** What was said in the turns so far, one line a turn. */
	get transcript(): string {
		return this.#transcript;
	}

	/** Whether the user said anything in the turns so far. */
	get hasUserSpoken(): boolean {
		return this.#hasUserSpoken;
	}

	finish(audio: AudioFields): ConversationStatistics {
		const toolCalls = pairToolCalls(this.#toolTurns);
		return {
			turn_count: this.#turnCount,
			turn_count_by_role: this.#turnCounts,
			tool_call_count: toolCalls.length,
			tool_error_count: toolCalls.filter(({ output }) => output?.turn.tool_is_error === true)
				.length,
			interruption_count: this.#interruptionCount,
			speaking_seconds_by_role: {
				user: toSeconds(this.#speakingMs.user),
				agent: toSeconds(this.#speakingMs.agent),
			},
			has_recording: hasRecording(audio),
			latency: measureLatency(this.#latencies),
		};
	}
}

function measureSpeech(turn: Turn): number | null {
	const startMs = parseTimestamp(turn.metrics.started_speaking_at);
	const stopMs = parseTimestamp(turn.metrics.stopped_speaking_at);
	return startMs === null || stopMs === null || stopMs < startMs ? null : stopMs - startMs;
}

/** Thousandths are as far as the timestamps go; more digits would be noise of the addition. */
function toSeconds(ms: number): number | null {
	return ms < 0 ? null : Math.round(ms) / 1000;
}

function hasRecording(audio: AudioFields): boolean {
	if (audio.has_audio === true) return true;
	const urls = [
		audio.audio_url,
		audio.agent_audio_url,
		audio.user_raw_audio_url,
		audio.user_cleaned_audio_url,
		audio.synthesized_audio_url,
	];
	return urls.some((url) => url !== null && url !== '');
}
