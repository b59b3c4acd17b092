import { isSent } from '../json';
import { isFilled, isVisible, joinToLine, shorten } from '../text';
import type { Turn } from './turn';

type PlacedTurn = { index: number; turn: Turn };

/** One call of a tool: the calling turn and the answering turn, which may be the same turn. */
type Call = { call: PlacedTurn; output: PlacedTurn | null };
/** Only the output is in the history. */
type OutputAlone = { call: null; output: PlacedTurn };
export type ToolCallTurns = Call | OutputAlone;

const ANSWERING_ROLE =
	/^\s*(?:tool|function)(?:(?:[ _-]?call)?[ _-]?(?:output|response|result))?\s*$/i;

/**
 * Whether a turn holds a tool's output. Signs: `tool_output`; beside a tool's name or call id, a `kind` such as
 * `function_call_output` (not documented); in a turn of the role tool, text without arguments. An empty
 * `tool_output` counts only if the tool failed.
 */
export function isToolOutput(turn: Turn): boolean {
	if (isMarkedOutput(turn)) return true;
	if (!isSent(turn.role) || !ANSWERING_ROLE.test(turn.role)) return false;
	return !hasArguments(turn) && isVisible(turn.content);
}

/** Whether a turn has a sign of {@link isToolOutput} other than the role. */
export function isMarkedOutput(turn: Turn): boolean {
	if (hasOutput(turn)) return true;
	return isOfTool(turn) && isSent(turn.kind) && /output|result/i.test(turn.kind);
}

export function isToolCall(turn: Turn): boolean {
	if (hasArguments(turn)) return true;
	return isOfTool(turn) && !isToolOutput(turn);
}

export function writeToolArguments({ tool_arguments_json: text, tool_arguments }: Turn): string {
	if (text) return text;
	return isSent(tool_arguments) ? JSON.stringify(tool_arguments) : '';
}

/** The output of a tool: text as sent, another value as JSON text, else the content of an answering turn. */
export function readToolOutput(turn: Turn): string | null {
	if (turn.tool_output) return turn.tool_output;
	const inPlace = turn.additional_fields?.tool_output;
	if (isSent(inPlace)) return JSON.stringify(inPlace);
	return (!isToolCall(turn) && turn.content) || (turn.tool_output ?? null);
}

export function hasFailed({ call, output }: ToolCallTurns): boolean {
	return call?.turn.tool_is_error === true || output?.turn.tool_is_error === true;
}

export function listToolNames({ call, output }: ToolCallTurns): string[] {
	return [call?.turn.tool_name, output?.turn.tool_name].filter(isFilled);
}

export function findToolName(turns: ToolCallTurns): string | null {
	return listToolNames(turns)[0] ?? null;
}

const MAX_TOOLS = 100;
/** Language models take names of this length. */
export const MAX_TOOL_NAME_CHARACTERS = 64;

/** The names of the tools, each once and on one line, in the order of the calls. */
export function listTools(calls: readonly ToolCallTurns[]): string[] {
	const names = new Set<string>();
	for (const name of new Set(calls.flatMap(listToolNames))) {
		if (names.size === MAX_TOOLS) break;
		names.add(joinToLine(shorten(name, MAX_TOOL_NAME_CHARACTERS)));
	}
	return [...names].filter(isFilled);
}

/**
 * Of one id: the calls without an output in their own turn, how many of these have found an output, and the
 * outputs without a call.
 */
type CallsOfId = { calls: Call[]; answered: number; outputs: OutputAlone[] };

/**
 * Pairs calls with their outputs, in the order of the history (part 2.6). A call with a `tool_call_id` gets the
 * first free output of that id behind the call, else one before the call. An output without an id belongs to
 * a call without an id in the turn before, unless the two name different tools. Other calls and outputs stand
 * alone.
 */
export function listToolCalls(history: readonly Turn[]): ToolCallTurns[] {
	const listed: ToolCallTurns[] = [];
	const byId = new Map<string, CallsOfId>();
	let index = -1;
	for (const turn of history) {
		index += 1;
		const isCall = isToolCall(turn);
		if (!isCall && !isToolOutput(turn)) continue;
		const placed = { index, turn };
		const ofId = findCalls(turn.tool_call_id, byId);
		const open = ofId ? ofId.calls[ofId.answered] : listed.at(-1);
		if (open?.call && open.output === null && mayAnswer(placed, open.call)) {
			open.output = placed;
			if (ofId) ofId.answered += 1;
		} else if (isCall) {
			const call = { call: placed, output: hasOutput(turn) ? placed : null };
			listed.push(call);
			if (call.output === null) ofId?.calls.push(call);
		} else {
			const output = { call: null, output: placed };
			listed.push(output);
			ofId?.outputs.push(output);
		}
	}
	const paired = new Set([...byId.values()].flatMap(pairEarlyOutputs));
	return listed.filter((one) => one.call !== null || !paired.has(one));
}

function findCalls(id: string | undefined, byId: Map<string, CallsOfId>): CallsOfId | undefined {
	if (!isFilled(id)) return undefined;
	const known = byId.get(id) ?? { calls: [], answered: 0, outputs: [] };
	byId.set(id, known);
	return known;
}

/** Assigns outputs that came before their call to calls without an output. Returns the assigned outputs. */
function pairEarlyOutputs({ calls, answered, outputs }: CallsOfId): OutputAlone[] {
	const open = calls.slice(answered, answered + outputs.length);
	for (const [place, call] of open.entries()) call.output = outputs[place]?.output ?? null;
	return outputs.slice(0, open.length);
}

/**
 * Whether a turn may answer an open call. With the call's id, the output may be empty; without an id, the turn
 * must directly follow the call.
 */
function mayAnswer({ index, turn }: PlacedTurn, { index: callIndex, turn: call }: PlacedTurn) {
	if (hasArguments(turn)) return false;
	if (isFilled(turn.tool_call_id)) return isSent(turn.tool_output) || isToolOutput(turn);
	if (isFilled(call.tool_call_id) || callIndex !== index - 1 || !isToolOutput(turn)) return false;
	return new Set([turn.tool_name, call.tool_name].filter(isFilled)).size < 2;
}

/** The service may send an object in place of JSON text: then `tool_arguments` alone is there. */
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
