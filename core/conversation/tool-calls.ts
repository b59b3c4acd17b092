import { isSent } from '../json';
import type { Turn } from './turn';

/** A turn and its index in the history. */
type PlacedTurn = { index: number; turn: Turn };

/** One call of a tool: the turn that calls, the turn that answers, or both in one. */
type ToolCallTurns =
	| { call: PlacedTurn; output: PlacedTurn | null }
	/** Only the output is in the history. */
	| { call: null; output: PlacedTurn };

/**
 * Whether a turn is a tool's response: it has an output, or its kind says so. Kinds are not
 * documented; those with "output" or "result" in them are taken for responses. Empty text is no
 * output, unless the tool failed: a sender may write it wherever there is none.
 */
export function isToolOutput(turn: Turn): boolean {
	if (hasOutput(turn)) return true;
	return isOfTool(turn) && isSent(turn.kind) && /output|result/i.test(turn.kind);
}

/** Whether a turn calls a tool: it has arguments, or it names a tool and is no answer. */
export function isToolCall(turn: Turn): boolean {
	if (hasArguments(turn)) return true;
	return isOfTool(turn) && !isToolOutput(turn);
}

/** The arguments of a call as JSON text, `''` if there are none. */
export function writeToolArguments({ tool_arguments_json: text, tool_arguments }: Turn): string {
	if (text) return text;
	return isSent(tool_arguments) ? JSON.stringify(tool_arguments) : '';
}

/** Whether a tool failed: the turn that calls or the one that answers says so. */
export function hasFailed({ call, output }: ToolCallTurns): boolean {
	return call?.turn.tool_is_error === true || output?.turn.tool_is_error === true;
}

/** The name of the tool, by the turn that calls or else by the one that answers. */
export function findToolName({ call, output }: ToolCallTurns): string | null {
	return call?.turn.tool_name || output?.turn.tool_name || null;
}

/**
 * Pairs calls with their outputs by `tool_call_id`: the first call of that id that has no output
 * yet. An output whose call is not in the history stands alone, at its own place. In the order of
 * the history. Source: part 2.6.
 */
export function listToolCalls(history: readonly Turn[]): ToolCallTurns[] {
	const calls: ToolCallTurns[] = [];
	/** Calls of one id in their order, and how many of them have their output. */
	const openCallsById = new Map<string, { calls: ToolCallTurns[]; answered: number }>();
	for (const [index, turn] of history.entries()) {
		const open = openCallsById.get(turn.tool_call_id ?? '');
		const openCall = open?.calls[open.answered];
		if (open !== undefined && openCall !== undefined && mayAnswer(turn)) {
			open.answered += 1;
			openCall.output = { index, turn };
		} else if (isToolCall(turn)) {
			const answersItself = hasOutput(turn);
			const call = { call: { index, turn }, output: answersItself ? { index, turn } : null };
			calls.push(call);
			if (!answersItself && isSent(turn.tool_call_id)) {
				if (open === undefined) {
					openCallsById.set(turn.tool_call_id, { calls: [call], answered: 0 });
				} else {
					open.calls.push(call);
				}
			}
		} else if (isToolOutput(turn)) {
			calls.push({ call: null, output: { index, turn } });
		}
	}
	return calls;
}

/** Whether a turn can be the output of a call that waits for one: empty text then counts as output. */
function mayAnswer(turn: Turn): boolean {
	if (hasArguments(turn)) return false;
	return isSent(turn.tool_output) || isToolOutput(turn);
}

/** In place of JSON text an object may have come, which is parsed already. */
function hasArguments(turn: Turn): boolean {
	return Boolean(turn.tool_arguments_json) || isSent(turn.tool_arguments);
}

function hasOutput(turn: Turn): boolean {
	if (turn.tool_output) return true;
	return isSent(turn.tool_output) && turn.tool_is_error === true;
}

function isOfTool(turn: Turn): boolean {
	return Boolean(turn.tool_name) || Boolean(turn.tool_call_id);
}
