import { joinLines } from '../text';
import { parseTimestamp } from '../time';
import type {
	Conversation,
	ConversationStatistics,
	LatencyStatistics,
	SpeakerGroup,
} from './conversation';
import {
	isToolCall,
	isToolOutput,
	mayConcernTool,
	pairToolCalls,
	type PlacedTurn,
} from './tool-calls';
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

/** Count, median, 95th percentile (nearest rank) and maximum, in the unit of the values, with at most three decimals. */
export function measureLatency(values: readonly number[]): LatencyStatistics {
	const sorted = new Float64Array(values).sort();
	const count = sorted.length;
	const at = (index: number) => sorted[index] ?? null;
	const low = at(Math.floor((count - 1) / 2));
	const high = at(Math.floor(count / 2));
	return {
		count,
		// Halves first: the sum of two large values could pass what a number can hold.
		median: low === null || high === null ? null : round(low === high ? low : low / 2 + high / 2),
		p95: round(at(Math.ceil(count * 0.95) - 1)),
		maximum: round(at(count - 1)),
	};
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

/** Values beyond this have no decimals, or none that thousandths could be told of. */
const MAX_ROUNDED = Number.MAX_SAFE_INTEGER / 1000;

/**
 * Whether a turn is something that was said: it has text and is no call of a tool and no output of one.
 *
 * @param concernsTool {@link mayConcernTool} of the turn, if the caller has asked already
 */
export function isSpoken(turn: Turn, concernsTool = mayConcernTool(turn)): boolean {
	if (!isSent(turn.content) || isBlank(turn.content)) return false;
	return !concernsTool || (!isToolCall(turn) && !isToolOutput(turn));
}

/** At most three decimals: more would be noise of the arithmetic. */
function round(value: number | null): number | null {
	if (value === null || Math.abs(value) > MAX_ROUNDED) return value;
	return Math.round(value * 1000) / 1000;
}

function isBlank(text: string): boolean {
	// The first character settles it for nearly every text.
	const first = text.charCodeAt(0);
	return first > 32 && first < 128 ? false : text.trim() === '';
}

/** Role words in use among voice and chat services; the interface document names only "System". */
const GROUP_BY_ROLE = new Map<string, SpeakerGroup>([
	['user', 'user'],
	['caller', 'user'],
	['customer', 'user'],
	['human', 'user'],
	['agent', 'agent'],
	['assistant', 'agent'],
	['ai', 'agent'],
	['bot', 'agent'],
	['system', 'system'],
	['developer', 'system'],
]);

/** Who speaks, as far as the role tells, without regard to case. */
export function groupSpeaker(role: string | null | undefined): SpeakerGroup {
	if (role === null || role === undefined) return 'other';
	// Two spellings make up nearly every history.
	if (role === 'User') return 'user';
	if (role === 'Assistant') return 'agent';
	return GROUP_BY_ROLE.get(role) ?? GROUP_BY_ROLE.get(role.trim().toLowerCase()) ?? 'other';
}
