import { isToolCall, isToolOutput, mayConcernTool } from './list-tool-calls';
import { isSent, type Turn } from './turn';

/**
 * Whether a turn is something that was said: it has text and is no call of a tool and no output of one.
 *
 * @param concernsTool {@link mayConcernTool} of the turn, if the caller has asked already
 */
export function isSpoken(turn: Turn, concernsTool = mayConcernTool(turn)): boolean {
	if (!isSent(turn.content) || isBlank(turn.content)) return false;
	return !concernsTool || (!isToolCall(turn) && !isToolOutput(turn));
}

function isBlank(text: string): boolean {
	// The first character settles it for nearly every text.
	const first = text.charCodeAt(0);
	return first > 32 && first < 128 ? false : text.trim() === '';
}
