import { isSent } from '../../json';
import type { Conversation } from '../conversation';
import { groupSpeaker, isSpoken, type SpeakerGroup } from '../speakers';
import { findToolName, listToolCalls, readToolOutput, writeToolArguments } from '../tool-calls';
import type { TranscriptOptions } from './transcript';

/** As language models expect it. `arguments` is JSON text. */
export type ChatMessage =
	| { role: 'system' | 'user' | 'assistant'; content: string }
	| {
			role: 'assistant';
			content: string;
			tool_calls: Array<{
				id: string;
				type: 'function';
				function: { name: string; arguments: string };
			}>;
	  }
	| { role: 'tool'; content: string; tool_call_id: string };

/** Everybody else is the user. */
const CHAT_ROLES: Partial<Record<SpeakerGroup, 'system' | 'assistant'>> = {
	agent: 'assistant',
	system: 'system',
};

/**
 * The conversation as chat messages for a language model. A speaker of an unknown role becomes the user, with
 * the role's name in front. A tool call is directly followed by its output, and each has an id of its own:
 * models reject a chat otherwise. What anyone but the agent says in the turn of a call comes before the call.
 */
export function buildChatMessages(
	conversation: Conversation,
	options: Omit<TranscriptOptions, 'includeTimes'> = {},
): ChatMessage[] {
	const history = conversation.history ?? [];
	const messagesOfTurns = history.map((turn): ChatMessage[] => {
		const group = groupSpeaker(turn.role);
		if (!isSpoken(turn) || (group === 'system' && !options.includeSystemTurns)) return [];
		const content = turn.content ?? '';
		const isUnknown = group === 'other' && isSent(turn.role);
		const text = isUnknown ? `${turn.role}: ${content}` : content;
		return [{ role: CHAT_ROLES[group] ?? 'user', content: text }];
	});
	if (options.includeToolCalls) addToolCalls(messagesOfTurns, listToolCalls(history));
	return messagesOfTurns.flat();
}

function addToolCalls(
	messagesOfTurns: ChatMessage[][],
	toolCalls: ReturnType<typeof listToolCalls>,
): void {
	const lastCopies = new Map<string, number>();
	for (const turns of toolCalls) {
		const { call, output } = turns;
		const { index, turn } = call ?? output;
		const id = takeFreeId(turn.tool_call_id || `call_${index}`, lastCopies);
		const name = findToolName(turns) ?? 'unknown_tool';
		const called = { name, arguments: (call && writeToolArguments(call.turn)) || '{}' };
		const calls = [{ id, type: 'function' as const, function: called }];
		const said = messagesOfTurns[index] ?? [];
		const ofAgent = said.find(({ role }) => role === 'assistant');
		messagesOfTurns[index] = [
			...(ofAgent ? [] : said),
			{ role: 'assistant', content: ofAgent?.content ?? '', tool_calls: calls },
			{ role: 'tool', content: (output && readToolOutput(output.turn)) ?? '', tool_call_id: id },
		];
	}
}

/**
 * The wanted id of a call, with a number after it if another call has it already.
 * @param lastCopies every id in use, with the last number that was tried after it: very many calls may have
 *   one id
 */
function takeFreeId(wanted: string, lastCopies: Map<string, number>): string {
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
