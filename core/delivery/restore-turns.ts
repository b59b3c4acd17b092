import { listLines } from '../conversation/transcript/clean-text';
import type { Turn } from '../conversation/turn';
import { fail, type Result } from '../errors';
import { type UnknownObject } from '../json/json';
import { failByLimit, RECORD_LIMITS, type LimitErrorCode } from '../record/check-record-limits';

/**
 * The turns of `transcript` of an item without a history: one for each line, with what stands
 * before the first colon as role. Anyone may have written that text, so the limit of a history holds
 * for it.
 *
 * Error codes: `history-left-out` if there is no such text; `too-many-turns`.
 */
export function restoreTurns(
	item: UnknownObject,
): Result<{ turns: Turn[] }, 'history-left-out' | LimitErrorCode> {
	const { transcript } = item;
	if (typeof transcript !== 'string') {
		return fail('history-left-out', 'The item has neither a history nor a transcript.');
	}
	const lines = listLines(transcript);
	if (lines.length > RECORD_LIMITS.turns.maximum) {
		return { success: false, error: failByLimit(RECORD_LIMITS.turns) };
	}
	return { success: true, turns: lines.map(restoreTurn) };
}

function restoreTurn(line: string): Turn {
	const end = line.indexOf(': ');
	return end === -1
		? { content: line, metrics: {} }
		: { role: line.slice(0, end), content: line.slice(end + 2), metrics: {} };
}
