import { isObject, isSent } from '../../json';
import type { Conversation } from '../conversation';
import { isSpoken, KNOWN_SPEAKERS, type SpeakerGroup } from '../speakers';
import {
	findToolName,
	listToolCalls,
	MAX_TOOL_NAME_CHARACTERS,
	readToolOutput,
	writeToolArguments,
} from '../tool-calls';
import type { Turn } from '../turn';
import type { TranscriptOptions } from './transcript';

/** A message as language models expect it. `arguments` is the JSON text of an object. */
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
 * the role's name in front. A tool call is directly followed by its output, and has an id of its own:
 * models reject a chat otherwise. What anyone but the agent says in the turn of a call comes before the call.
 */
export function buildChatMessages(
	conversation: Conversation,
	options: Omit<TranscriptOptions, 'includeTimes'> = {},
): ChatMessage[] {
	const history = conversation.history ?? [];
	const { speakers = KNOWN_SPEAKERS } = options;
	const messagesOfTurns = history.map((turn): ChatMessage[] => {
		const group = speakers.group(turn.role);
		if (!isSpoken(turn, group) || (group === 'system' && !options.includeSystemTurns)) return [];
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
	const ids: CallIds = { taken: new Set(), copiesByStart: new Map() };
	for (const turns of toolCalls) {
		const { call, output } = turns;
		const { index, turn } = call ?? output;
		const id = takeFreeId(turn.tool_call_id || `call_${index}`, ids);
		const name = keepPlain(findToolName(turns) ?? 'unknown_tool', MAX_TOOL_NAME_CHARACTERS);
		const called = { name, arguments: call ? writeArguments(call.turn) : '{}' };
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

const MAX_CALL_ID_CHARACTERS = 40;

/** A name or an id that models accept: `Book Appointment` becomes `Book_Appointment`. */
function keepPlain(text: string, maxCharacters: number): string {
	return text.replace(/[^\w-]/g, '_').slice(0, maxCharacters);
}

/** JSON text of an object. Arguments that are no object become its field `input`: `{"input":"Friday"}`. */
function writeArguments(turn: Turn): string {
	const value = turn.tool_arguments ?? turn.additional_fields?.tool_arguments_json;
	if (isObject(value)) return JSON.stringify(value);
	const text = writeToolArguments(turn).trim();
	if (text === '' && !isSent(value)) return '{}';
	return JSON.stringify({ input: value ?? (text === 'null' ? null : text) });
}

type CallIds = { taken: Set<string>; copiesByStart: Map<string, number> };

/** The wanted id, or `call_1_2`. Ids that begin alike share one counter, so that a free number is found at once. */
function takeFreeId(wanted: string, { taken, copiesByStart }: CallIds): string {
	let id = keepPlain(wanted, MAX_CALL_ID_CHARACTERS);
	// Leaves room for `_99999`.
	const start = id.slice(0, MAX_CALL_ID_CHARACTERS - 6);
	let copy = copiesByStart.get(start) ?? 1;
	while (taken.has(id)) {
		copy += 1;
		id = `${start}_${copy}`;
	}
	taken.add(id);
	copiesByStart.set(start, copy);
	return id;
}
