import { isSent } from '../json';
import { isFilled } from '../text';
import type { Turn } from './turn';

/** A turn and its index in the history. */
type PlacedTurn = { index: number; turn: Turn };

/** One call of a tool: the turn that calls, and the one that answers, which may be the same. */
type Call = { call: PlacedTurn; output: PlacedTurn | null };
/** Only the output is in the history. */
type OutputAlone = { call: null; output: PlacedTurn };
type ToolCallTurns = Call | OutputAlone;

const ANSWERING_ROLE =
	/^\s*(?:tool|function)(?:(?:[ _-]?call)?[ _-]?(?:output|response|result))?\s*$/i;

/**
 * Whether a turn is a tool's response: it has an output, its kind says so, or it is the text of a tool.
 * Kinds are not documented; those with "output" or "result" in them are taken for responses. Empty text is
 * no output, unless the tool failed: a sender may write it wherever there is none.
 */
export function isToolOutput(turn: Turn): boolean {
	if (hasOutput(turn)) return true;
	if (isOfTool(turn) && isSent(turn.kind) && /output|result/i.test(turn.kind)) return true;
	if (!isSent(turn.role) || !ANSWERING_ROLE.test(turn.role)) return false;
	return !hasArguments(turn) && Boolean(turn.content?.trim());
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

/** What a tool answered: its text, JSON text of what came in its place, or the text of a turn that only answers. */
export function readToolOutput(turn: Turn): string | null {
	if (turn.tool_output) return turn.tool_output;
	const inPlace = turn.additional_fields?.tool_output;
	if (isSent(inPlace)) return JSON.stringify(inPlace);
	return (!isToolCall(turn) && turn.content) || (turn.tool_output ?? null);
}

/** Whether a tool failed: the turn that calls or the one that answers says so. */
export function hasFailed({ call, output }: ToolCallTurns): boolean {
	return call?.turn.tool_is_error === true || output?.turn.tool_is_error === true;
}

/** The names of the tool: by the turn that calls, and by the one that answers. */
export function listToolNames({ call, output }: ToolCallTurns): string[] {
	return [call?.turn.tool_name, output?.turn.tool_name].filter(isFilled);
}

export function findToolName(turns: ToolCallTurns): string | null {
	return listToolNames(turns)[0] ?? null;
}

/**
 * Pairs calls with their outputs: by `tool_call_id`, a call with the first output behind it that is free,
 * else with one before it. Without ids an output belongs to the call directly before it, unless the two
 * name different tools. What is left over stands alone. In the order of the history. Source: part 2.6.
 */
export function listToolCalls(history: readonly Turn[]): ToolCallTurns[] {
	const calls: ToolCallTurns[] = [];
	/** The calls of each id in their order, how many of them have their output, and outputs without a call. */
	const byId = new Map<string, { calls: Call[]; answered: number; outputs: OutputAlone[] }>();
	for (const [index, turn] of history.entries()) {
		const isCall = isToolCall(turn);
		if (!isCall && !isToolOutput(turn)) continue;
		const placed = { index, turn };
		const id = isFilled(turn.tool_call_id) ? turn.tool_call_id : null;
		let ofId = id ? byId.get(id) : undefined;
		if (id && ofId === undefined) byId.set(id, (ofId = { calls: [], answered: 0, outputs: [] }));
		const open = ofId ? ofId.calls[ofId.answered] : calls.at(-1);
		if (open?.call && open.output === null && mayAnswer(placed, open.call)) {
			open.output = placed;
			if (ofId) ofId.answered += 1;
		} else if (isCall) {
			const call = { call: placed, output: hasOutput(turn) ? placed : null };
			calls.push(call);
			if (call.output === null) ofId?.calls.push(call);
		} else {
			const output = { call: null, output: placed };
			calls.push(output);
			ofId?.outputs.push(output);
		}
	}
	const paired = new Set<ToolCallTurns>();
	for (const { calls: called, answered, outputs } of byId.values()) {
		for (const [place, call] of called.slice(answered).entries()) {
			const early = outputs[place];
			if (early === undefined) break;
			call.output = early.output;
			paired.add(early);
		}
	}
	return calls.filter((one) => !paired.has(one));
}

/**
 * Whether a turn is the output of a call that has none. Empty text is an output, too, if the ids are the
 * same; without ids the call is directly before it.
 */
function mayAnswer({ index, turn }: PlacedTurn, { index: callIndex, turn: call }: PlacedTurn) {
	if (hasArguments(turn)) return false;
	if (isFilled(turn.tool_call_id)) return isSent(turn.tool_output) || isToolOutput(turn);
	if (isFilled(call.tool_call_id) || callIndex !== index - 1 || !isToolOutput(turn)) return false;
	return new Set([turn.tool_name, call.tool_name].filter(isFilled)).size < 2;
}

/** In place of JSON text an object may have come, which is parsed already. */
function hasArguments(turn: Turn): boolean {
	return Boolean(turn.tool_arguments_json) || isSent(turn.tool_arguments);
}

function hasOutput(turn: Turn): boolean {
	if (turn.tool_output) return true;
	if (isSent(turn.tool_output) && turn.tool_is_error === true) return true;
	return isSent(turn.additional_fields?.tool_output);
}

function isOfTool(turn: Turn): boolean {
	return isFilled(turn.tool_name) || isFilled(turn.tool_call_id);
}
