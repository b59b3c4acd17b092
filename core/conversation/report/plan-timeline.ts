import type { Conversation } from '../conversation';
import { findOriginMs, findStopMs, findTurnMs, toOffsetSeconds } from '../find-origin';
import { groupSpeaker } from '../group-speaker';
import { isSpoken } from '../is-spoken';
import { listToolCalls } from '../list-tool-calls';

/** Somebody speaking, in seconds since the recording began. */
export type SpeechSpan = {
	lane: 'agent' | 'user' | 'other';
	speaker: string;
	startSeconds: number;
	/** Equal to the start if the service sent no speaking times. */
	endSeconds: number;
	interrupted: boolean;
};

/** A tool called, in seconds since the recording began. */
export type ToolMoment = { name: string; seconds: number; failed: boolean };

/** What the timeline shows. */
export type Timeline = {
	spans: SpeechSpan[];
	tools: ToolMoment[];
	/** Where the timeline ends. */
	totalSeconds: number;
	/** How much of it goes on one row. */
	rowSeconds: number;
};

/** Marks on the time axis of a row; short rows are whole seconds between two of them. */
export const TICKS = 6;

const MAX_ROWS = 24;
const ROW_SECONDS = [60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 43_200, 86_400];

/** Who spoke when, and which tools were called when. Turns without a time are not in it. */
export function planTimeline(conversation: Conversation): Timeline {
	const originMs = findOriginMs(conversation);
	const history = conversation.history ?? [];
	const spans = history.flatMap((turn): SpeechSpan[] => {
		const group = groupSpeaker(turn.role);
		const turnMs = findTurnMs(turn);
		const startSeconds = toOffsetSeconds(turnMs, originMs);
		if (startSeconds === null || group === 'system' || !isSpoken(turn)) return [];
		const stopSeconds = toOffsetSeconds(findStopMs(turn), originMs);
		return [
			{
				lane: group,
				speaker: turn.role ?? 'Unknown',
				startSeconds,
				endSeconds: Math.max(startSeconds, stopSeconds ?? startSeconds),
				interrupted: turn.interrupted === true,
			},
		];
	});
	const tools = listToolCalls(history).flatMap(({ call, output }): ToolMoment[] => {
		const turn = call?.turn ?? output?.turn;
		const seconds = turn === undefined ? null : toOffsetSeconds(findTurnMs(turn), originMs);
		if (seconds === null) return [];
		const name = call?.turn.tool_name ?? output?.turn.tool_name ?? 'a tool';
		return [{ name, seconds, failed: output?.turn.tool_is_error === true }];
	});
	let totalSeconds = 0;
	for (const span of spans) totalSeconds = Math.max(totalSeconds, span.endSeconds);
	for (const tool of tools) totalSeconds = Math.max(totalSeconds, tool.seconds);
	return { spans, tools, totalSeconds, rowSeconds: chooseRowSeconds(totalSeconds) };
}

/** One row for what is short, and never so many that nobody sees the whole. */
function chooseRowSeconds(totalSeconds: number): number {
	if (totalSeconds <= 90) return Math.max(1, Math.ceil(totalSeconds / TICKS)) * TICKS;
	const fitting = ROW_SECONDS.find((seconds) => totalSeconds / seconds <= MAX_ROWS);
	return fitting ?? Math.ceil(totalSeconds / MAX_ROWS);
}
