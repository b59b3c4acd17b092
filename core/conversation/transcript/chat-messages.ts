import { isSent } from '../../json';
import type { Conversation, SpeakerGroup } from '../conversation';
import { groupSpeaker, isSpoken } from '../statistics';
import { listToolCalls, type ToolCallTurns, writeToolArguments } from '../tool-calls';
import type { TranscriptOptions } from './transcript';

/** A call of a tool inside a message, as language models expect it. */
type ChatToolCall = {
	id: string;
	type: 'function';
	/** `arguments` is JSON text. */
	function: { name: string; arguments: string };
};

/** One message of a chat, as language models expect it. */
export type ChatMessage =
	| { role: 'system' | 'user' | 'assistant'; content: string }
	| { role: 'assistant'; content: string; tool_calls: ChatToolCall[] }
	| { role: 'tool'; content: string; tool_call_id: string };

const CHAT_ROLES: Record<SpeakerGroup, 'system' | 'user' | 'assistant'> = {
	user: 'user',
	agent: 'assistant',
	system: 'system',
	other: 'user',
};

/**
 * The conversation as chat messages for a language model. Roles it does not know are the user's,
 * with the role's name before the text. Each tool call is directly followed by its output, and
 * each has an id that no other has, because models reject a chat if one is missing.
 */
export function buildChatMessages(
	conversation: Conversation,
	options: Omit<TranscriptOptions, 'includeTimes'> = {},
): ChatMessage[] {
	const history = conversation.history ?? [];
	const messagesOfTurns: ChatMessage[][] = history.map((turn) => {
		const group = groupSpeaker(turn.role);
		if (!isSpoken(turn) || (group === 'system' && !options.includeSystemTurns)) return [];
		const content = turn.content ?? '';
		const isUnknown = group === 'other' && isSent(turn.role);
		const text = isUnknown ? `${turn.role}: ${content}` : content;
		return [{ role: CHAT_ROLES[group], content: text }];
	});
	if (options.includeToolCalls) {
		const lastCopies = new Map<string, number>();
		for (const pair of listToolCalls(history)) {
			const index = pair.call?.index ?? pair.output?.index ?? 0;
			const id = takeFreeId(pair, index, lastCopies);
			messagesOfTurns[index]?.push(...buildToolMessages(pair, id));
		}
	}
	return messagesOfTurns.flat();
}

/**
 * The id of a call, with a number after it if another call has it already.
 *
 * @param lastCopies every id in use, with the last number that was tried after it: a sender may use
 *   one id for each of many thousand calls, so the search continues at its last position
 */
function takeFreeId(
	{ call, output }: ToolCallTurns,
	index: number,
	lastCopies: Map<string, number>,
): string {
	const delivered = call?.turn.tool_call_id ?? output?.turn.tool_call_id;
	const wanted = delivered || `call_${index}`;
	let copy = lastCopies.get(wanted) ?? 1;
	let id = wanted;
	while (lastCopies.has(id)) {
		copy += 1;
		id = `${wanted}_${copy}`;
	}
	lastCopies.set(id, 1);
	lastCopies.set(wanted, copy);
	return id;
}

function buildToolMessages({ call, output }: ToolCallTurns, id: string): ChatMessage[] {
	const name = call?.turn.tool_name || output?.turn.tool_name || 'unknown_tool';
	const toolArguments = (call && writeToolArguments(call.turn)) || '{}';
	return [
		{
			role: 'assistant',
			content: call?.turn.content ?? '',
			tool_calls: [{ id, type: 'function', function: { name, arguments: toolArguments } }],
		},
		{ role: 'tool', content: output?.turn.tool_output ?? '', tool_call_id: id },
	];
}
