import { isSent } from '../json';
import { isToolCall, isToolOutput, readToolOutput } from './tool-calls';
import type { Turn } from './turn';

/** `other`: the role is not known, or there is none. */
export type SpeakerGroup = 'user' | 'agent' | 'tool' | 'system' | 'other';

/**
 * Letter case, spaces, hyphens and underscores do not matter. The interface document shows only `System`
 * (2.6), the others are those of voice and chat services. A word for either side, such as participant, is
 * not here. docs/outcome.md lists them.
 */
export const KNOWN_ROLES: ReadonlyArray<[group: SpeakerGroup, roles: string]> = [
	['user', 'user, callee, caller, client, contact, customer, end user, guest, human, lead'],
	['user', 'patient, prospect, visitor'],
	['agent', 'agent, ai, ai agent, ai assistant, assistant, automated agent, bot, chatbot'],
	['agent', 'human agent, model, robot, virtual agent, virtual assistant, voice agent'],
	['agent', 'voice assistant, voicebot'],
	['tool', 'tool, tool call, tool call invocation, tool call result, tool calls, tool output'],
	['tool', 'tool response, tool result, tools, function, function call, function call output'],
	['tool', 'function output, function response, function result'],
	['system', 'system, developer'],
];

/** A longer role is unknown without being folded: a sender may write any length. */
const MAX_ROLE_CHARACTERS = Math.max(
	...KNOWN_ROLES.flatMap(([, roles]) => roles.split(', ').map(({ length }) => length)),
);

const GROUPS_BY_ROLE = new Map<string, SpeakerGroup>();
for (const [group, roles] of KNOWN_ROLES) {
	for (const role of roles.split(', ')) {
		// With a capital, as most services write it: folding each role of a long history takes time.
		GROUPS_BY_ROLE.set(role.charAt(0).toUpperCase() + role.slice(1), group);
		GROUPS_BY_ROLE.set(foldRole(role), group);
	}
}

export function groupSpeaker(role: string | null | undefined): SpeakerGroup {
	if (!isSent(role) || role.length > MAX_ROLE_CHARACTERS) return 'other';
	return GROUPS_BY_ROLE.get(role) ?? GROUPS_BY_ROLE.get(foldRole(role)) ?? 'other';
}

/** Whether a turn has text, and is neither of a tool nor a tool's output alone. Turns of the system count. */
export function isSpoken(turn: Turn): boolean {
	if (!isSent(turn.content) || turn.content.trim() === '') return false;
	if (groupSpeaker(turn.role) === 'tool') return false;
	if (!isToolOutput(turn) || isToolCall(turn)) return true;
	// An output in a turn of the agent came with the call, since no tool answers as the agent: the text is speech.
	return groupSpeaker(turn.role) === 'agent' && readToolOutput(turn) !== turn.content;
}

function foldRole(role: string): string {
	return role.toLowerCase().replace(/[\s_-]+/g, '');
}
