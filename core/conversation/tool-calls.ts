import { isSent } from '../json';
import type { Turn } from './turn';

/** A turn and its index in the history. */
type PlacedTurn = { index: number; turn: Turn };

/** A call, and the turn that answers: another one, or the same. */
type Call = { call: PlacedTurn; output: PlacedTurn | null };
/** Only the output is in the history. */
type OutputAlone = { call: null; output: PlacedTurn };
type ToolCallTurns = Call | OutputAlone;

/**
 * Whether a turn is a tool's response: it has an output, its kind says so, or it is the text of a tool.
 * Kinds are not documented; those with "output" or "result" in them are taken for responses. Empty text is
 * no output, unless the tool failed: a sender may write it wherever there is none.
 */
export function isToolOutput(turn: Turn): boolean {
	if (hasOutput(turn)) return true;
	if (isOfTool(turn) && isSent(turn.kind) && /output|result/i.test(turn.kind)) return true;
	return isTextOfTool(turn);
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

/** The name of the tool, by the turn that calls or else by the one that answers. */
export function findToolName({ call, output }: ToolCallTurns): string | null {
	return call?.turn.tool_name || output?.turn.tool_name || null;
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
		const placed = { index, turn };
		const id = turn.tool_call_id;
		const ofId = id ? byId.get(id) : undefined;
		const openCall = ofId?.calls[ofId.answered];
		const last = calls.at(-1);
		if (ofId !== undefined && openCall !== undefined && mayAnswer(turn)) {
			ofId.answered += 1;
			openCall.output = placed;
		} else if (last?.call && last.output === null && followsWithoutId(placed, last.call)) {
			last.output = placed;
		} else if (isToolCall(turn)) {
			const call = { call: placed, output: hasOutput(turn) ? placed : null };
			calls.push(call);
			if (id && call.output === null) takeId(id).calls.push(call);
		} else if (isToolOutput(turn)) {
			const output = { call: null, output: placed };
			calls.push(output);
			if (id) takeId(id).outputs.push(output);
		}
	}
	const paired = new Set<ToolCallTurns>();
	for (const { calls: called, answered, outputs } of byId.values()) {
		for (const [place, output] of outputs.entries()) {
			const call = called[answered + place];
			if (call === undefined) break;
			call.output = output.output;
			paired.add(output);
		}
	}
	return paired.size === 0 ? calls : calls.filter((one) => !paired.has(one));

	function takeId(id: string) {
		const known = byId.get(id) ?? { calls: [], answered: 0, outputs: [] };
		byId.set(id, known);
		return known;
	}
}

/** Whether a turn is the output of the call directly before it, both without an id. */
function followsWithoutId({ index, turn }: PlacedTurn, call: PlacedTurn): boolean {
	if (call.index !== index - 1 || call.turn.tool_call_id || turn.tool_call_id) return false;
	if (hasArguments(turn) || !isToolOutput(turn)) return false;
	const { tool_name: name } = turn;
	return !name || !call.turn.tool_name || name === call.turn.tool_name;
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
	if (isSent(turn.tool_output) && turn.tool_is_error === true) return true;
	return isSent(turn.additional_fields?.tool_output);
}

const TOOL_THAT_ANSWERS =
	/^\s*(?:tool|function)(?:(?:[ _-]?call)?[ _-]?(?:output|response|result))?\s*$/i;

/** Whether a turn is a tool's, and its text what the tool answered, as chats have it. */
function isTextOfTool(turn: Turn): boolean {
	if (!isSent(turn.role) || !TOOL_THAT_ANSWERS.test(turn.role) || hasArguments(turn)) return false;
	return isSent(turn.content) && turn.content.trim() !== '';
}

function isOfTool(turn: Turn): boolean {
	return Boolean(turn.tool_name) || Boolean(turn.tool_call_id);
}
