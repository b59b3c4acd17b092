import * as z from 'zod/v4-mini';
import { copyJson, isSent, type JsonValue } from '../json';
import { JsonTexts } from '../json-texts';
import { isFilled, isVisible, joinToLine, saysAnything, shorten } from '../text';
import { boolean, declare, NUMBER, PERSONAL_JSON_TEXT, text, WITH_NUMBERS } from './declare-field';
import { readRoleWord, type Turn } from './turn';

const data = (description: string) =>
	declare(z.custom<JsonValue>(), description, PERSONAL_JSON_TEXT);

/**
 * A tool call with its output, which may stand in another turn. No field is called `arguments`, which n8n's
 * expressions may not read.
 */
export const toolCallSchema = z.object({
	name: text('Name of the tool.', WITH_NUMBERS),
	tool_arguments: data(
		'Its arguments: an object or a list, else the text as sent; `null` if there are none.',
	),
	output: data('What the tool answered: an object or a list, else the text as sent.'),
	is_error: boolean('Whether the tool failed; `null` if the service did not say.'),
	is_answered: declare(z.boolean(), 'Whether an output came, also an empty one or an error.'),
	outcome: text('The word of the first rule of Outcome Rules for tools that this very call fits.'),
	offset_seconds: declare(
		z.optional(NUMBER),
		'Seconds from the start of the recording until the call; missing if no time is known.',
	),
});

type ToolCall = z.infer<typeof toolCallSchema>;

type PlacedTurn = { index: number; turn: Turn };

/** One call of a tool: the calling turn and the answering turn, which may be the same turn. */
type Call = { call: PlacedTurn; output: PlacedTurn | null };
/** Only the output is in the history. */
type OutputAlone = { call: null; output: PlacedTurn };
export type ToolCallTurns = Call | OutputAlone;

const ANSWERING_ROLE =
	/^\s*(?:tool|function)(?:(?:[ _-]?call)?[ _-]?(?:output|response|result))?\s*$/i;

/**
 * Whether a turn holds a tool's output. Signs are `tool_output`, a `kind` such as `function_call_output` (not
 * documented) beside a tool's name or call id, and text without arguments in a turn of the role tool. An empty
 * `tool_output` counts only if the tool failed.
 */
export function isToolOutput(turn: Turn): boolean {
	if (isMarkedOutput(turn)) return true;
	if (!isSent(turn.role) || !ANSWERING_ROLE.test(readRoleWord(turn.role))) return false;
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
	const output = findToolOutput(turn);
	return typeof output === 'string' || output === null ? output : JSON.stringify(output);
}

export function hasFailed({ call, output }: ToolCallTurns): boolean {
	return call?.turn.tool_is_error === true || output?.turn.tool_is_error === true;
}

/** Not {@link hasFailed}, and nothing unread in place of `tool_is_error`. */
export function hasSucceeded(turns: ToolCallTurns): boolean {
	const placed = [turns.call, turns.output];
	const unread = placed.map((each) => each?.turn.additional_fields?.tool_is_error);
	return !hasFailed(turns) && !unread.some(saysAnything);
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

export function describeToolCalls(calls: readonly ToolCallTurns[]): ToolCall[] {
	const texts = new JsonTexts();
	const parse = (sent: JsonValue) => copyJson(texts.parseNested(sent)) ?? sent;
	return calls.map((turns) => {
		const { call, output } = turns;
		const { offset_seconds } = (call ?? output).turn;
		const { tool_arguments, tool_arguments_json = null, tool_is_error } = call?.turn ?? {};
		const stated = output?.turn.tool_is_error ?? tool_is_error ?? null;
		return {
			name: findToolName(turns),
			tool_arguments: typeof tool_arguments === 'object' ? tool_arguments : tool_arguments_json,
			output: output && parse(findToolOutput(output.turn)),
			is_error: hasFailed(turns) || (hasSucceeded(turns) ? stated : null),
			is_answered: output !== null,
			outcome: null,
			...(isSent(offset_seconds) && { offset_seconds }),
		};
	});
}

/**
 * Pairs calls with their outputs, in the order of the history (part 2.6). A call with a `tool_call_id` gets the
 * first free output of that id behind the call, else one before the call. Without an id, an output belongs to the
 * first call that waits: one of its name, else one in the last run of calls with nothing spoken between them. Two
 * names never pair. Other calls and outputs stand alone.
 */
export function listToolCalls(history: readonly Turn[]): ToolCallTurns[] {
	const listed: ToolCallTurns[] = [];
	const waiting = new WaitingCalls();
	let index = -1;
	for (const turn of history) {
		index += 1;
		const isCall = isToolCall(turn);
		if (!isCall && !isToolOutput(turn)) {
			if (isVisible(turn.content)) waiting.endRun();
			continue;
		}
		const placed = { index, turn };
		const answered = waiting.findAnswered(turn);
		if (answered !== undefined) {
			answered.output = placed;
		} else if (isCall) {
			const call = { call: placed, output: hasOutput(turn) ? placed : null };
			listed.push(call);
			waiting.add(call);
		} else {
			listed.push({ call: null, output: placed });
		}
	}
	const isEarly = (one: ToolCallTurns) => one.call === null && waiting.takeEarly(one.output);
	return listed.filter((one) => !isEarly(one));
}

/** Calls in the order of the history; those before `next` have their output. */
type Queue = { calls: Call[]; next: number };

/** The calls that wait for their output. */
class WaitingCalls {
	readonly #byId = new Map<string, Queue>();
	readonly #byName = new Map<string, Queue>();
	#run: Queue = { calls: [], next: 0 };
	#isRunOver = false;

	endRun(): void {
		this.#isRunOver = true;
	}

	add(call: Call): void {
		if (this.#isRunOver) this.#run = { calls: [], next: 0 };
		this.#isRunOver = false;
		if (call.output !== null) return;
		const { tool_call_id: id, tool_name: name } = call.call.turn;
		if (isFilled(id)) {
			findQueue(id, this.#byId).calls.push(call);
			return;
		}
		this.#run.calls.push(call);
		if (isFilled(name)) findQueue(name, this.#byName).calls.push(call);
	}

	/** The call that a turn answers. With the call's id, the output may be empty. */
	findAnswered(turn: Turn): Call | undefined {
		const { tool_call_id: id, tool_name: name } = turn;
		if (hasArguments(turn)) return undefined;
		if (isFilled(id)) {
			const mayAnswer = isSent(turn.tool_output) || isToolOutput(turn);
			return mayAnswer ? findFirst(this.#byId.get(id)) : undefined;
		}
		if (!isToolOutput(turn)) return undefined;
		const first = findFirst(this.#run);
		if (!isFilled(name)) return first;
		const isNamed = isFilled(first?.call.turn.tool_name);
		return findFirst(this.#byName.get(name)) ?? (isNamed ? undefined : first);
	}

	/** Whether an output with an id came before its call. */
	takeEarly(output: PlacedTurn): boolean {
		const call = findFirst(this.#byId.get(output.turn.tool_call_id ?? ''));
		if (call !== undefined) call.output = output;
		return call !== undefined;
	}
}

function findQueue(key: string, queues: Map<string, Queue>): Queue {
	const queue = queues.get(key) ?? { calls: [], next: 0 };
	queues.set(key, queue);
	return queue;
}

/** The first call in a queue that still waits for its output. */
function findFirst(queue: Queue | undefined): Call | undefined {
	if (queue === undefined) return undefined;
	while (queue.calls[queue.next]?.output) queue.next += 1;
	return queue.calls[queue.next];
}

function findToolOutput(turn: Turn): JsonValue {
	if (turn.tool_output) return turn.tool_output;
	const inPlace = turn.additional_fields?.tool_output;
	if (isSent(inPlace)) return inPlace;
	return (!isToolCall(turn) && turn.content) || (turn.tool_output ?? null);
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
