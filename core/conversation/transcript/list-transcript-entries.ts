import type { Conversation } from '../conversation';
import type { SpeakerGroup } from '../conversation-statistics';
import { findOriginMs, findTurnMs, toOffsetSeconds } from '../find-origin';
import { groupSpeaker } from '../group-speaker';
import { isToolCall, isToolOutput, writeToolArguments } from '../list-tool-calls';
import { isSpoken } from '../is-spoken';
import { shorten } from '../shorten';
import { isSent, type Turn } from '../turn';
import { joinToLine } from './clean-text';

/** What a written transcript holds beside what was said. */
export type TranscriptOptions = {
	/** Turns of the system, such as the agent's instructions. Default: false. */
	includeSystemTurns?: boolean;
	/** Tool calls, their outputs, and handoffs to another agent. Default: false. */
	includeToolCalls?: boolean;
	/** The time of each turn since the recording began, if it is known. Default: false. */
	includeTimes?: boolean;
};

/** One thing that was said or done, ready to be written. */
export type TranscriptEntry = {
	/** Place in the conversation's history, from 0. */
	turnIndex: number;
	/** Who spoke or acted: the role as delivered, on one line, "Tool" or "Handoff". */
	speaker: string;
	group: SpeakerGroup;
	/** What was said; may hold line breaks. */
	text: string;
	/** The end of the text in which a tool's arguments or output are, else `''`. */
	details: string;
	/** Seconds since the recording began, or null. */
	offsetSeconds: number | null;
	/** Whether it is a tool call, an output or a handoff rather than speech. */
	isAction: boolean;
	interrupted: boolean;
	/** Whether it is a tool's output that says that the tool failed. */
	failed: boolean;
};

/** What a transcript is made of, in the order of the history. */
export function listTranscriptEntries(
	conversation: Conversation,
	options: TranscriptOptions = {},
): TranscriptEntry[] {
	const originMs = findOriginMs(conversation);
	return (conversation.history ?? []).flatMap((turn, turnIndex): TranscriptEntry[] => {
		const group = groupSpeaker(turn.role);
		const offsetSeconds = toOffsetSeconds(findTurnMs(turn), originMs);
		const common = { turnIndex, group, offsetSeconds, interrupted: turn.interrupted === true };
		if (isSpoken(turn)) {
			if (group === 'system' && !options.includeSystemTurns) return [];
			const speaker = joinToLine(turn.role ?? '') || 'Unknown';
			const spoken = { speaker, text: turn.content ?? '', details: '' };
			return [{ ...common, ...spoken, isAction: false, failed: false }];
		}
		if (!options.includeToolCalls) return [];
		return describeActions(turn).map((action) => ({ ...common, ...action, isAction: true }));
	});
}

/** Language models take names of 64 characters; one turn may name its tool twice. */
const MOST_CHARACTERS_OF_TOOL_NAME = 200;

function describeActions(
	turn: Turn,
): Array<Pick<TranscriptEntry, 'speaker' | 'text' | 'details' | 'failed'>> {
	const actions = [];
	const name = shorten(turn.tool_name ?? 'a tool', MOST_CHARACTERS_OF_TOOL_NAME);
	if (isToolCall(turn)) {
		const details = writeToolArguments(turn);
		const text = `${name} called${details === '' ? '' : ` with ${details}`}`;
		actions.push({ speaker: 'Tool', text, details, failed: false });
	}
	if (isToolOutput(turn)) {
		const failed = turn.tool_is_error === true;
		const outcome = failed ? 'failed' : 'answered';
		const details = turn.tool_output ?? '';
		actions.push({ speaker: 'Tool', text: `${name} ${outcome}: ${details}`, details, failed });
	}
	if (isSent(turn.handoff_to_agent_id) && turn.handoff_to_agent_id !== '') {
		const text = `to ${turn.handoff_to_agent_id}`;
		actions.push({ speaker: 'Handoff', text, details: '', failed: false });
	}
	return actions;
}
