import { isSent } from '../json';
import { foldWords, isVisible } from '../text';
import { isMarkedOutput, isToolCall, readToolOutput } from './tool-calls';
import { readRoleWord, type Turn } from './turn';

/** `other`: an unknown role, or no role. */
export type SpeakerGroup = 'user' | 'agent' | 'tool' | 'system' | 'other';

/**
 * Letter case, spaces, hyphens and underscores do not matter. Only `System` is documented (2.6). A word for anybody
 * on the call, such as `participant`, counts as unknown. docs/outcome.md lists the roles.
 */
export const KNOWN_ROLES: ReadonlyArray<[group: SpeakerGroup, roles: string]> = [
	['user', 'user, callee, caller, client, contact, customer, end user, guest, human, lead'],
	['user', 'patient, prospect, visitor'],
	['agent', 'agent, ai, ai agent, ai assistant, assistant, automated agent, bot, chatbot'],
	['agent', 'human agent, model, robot, virtual agent, virtual assistant, voice agent'],
	['agent', 'voice assistant, voicebot'],
	['tool', 'tool, tool call, tool call invocation, tool call output, tool call response'],
	['tool', 'tool call result, tool calls, tool output, tool response, tool result, tools'],
	['tool', 'function, function call, function call output, function call response'],
	['tool', 'function call result, function output, function response, function result'],
	['system', 'system, developer'],
];

/** Of the option Speakers: `{ user: ['Participant'], system: ['0'] }`. Here `user` is the other side of the call. */
export type StatedRoles = Partial<Record<'user' | 'agent' | 'system', readonly string[]>>;

/** Tells from a role who speaks. Stated roles win; a role that was stated twice counts as `user`, else as `agent`. */
export class Speakers {
	readonly #groups = new Map<string, SpeakerGroup>();
	readonly #mostCharacters: number;

	constructor({ user = [], agent = [], system = [] }: StatedRoles = {}) {
		const known = KNOWN_ROLES.flatMap(([group, roles]) => name(group, roles.split(', ')));
		const stated = [...name('system', system), ...name('agent', agent), ...name('user', user)];
		const folded = new Set(stated.map(([, role]) => foldWords(role)));
		const words = [...known.filter(([, role]) => !folded.has(foldWords(role))), ...stated];
		for (const [group, role] of words) {
			// Most services write `User`: a role found as written needs no folding, which takes time.
			this.#groups.set(role.charAt(0).toUpperCase() + role.slice(1), group);
			this.#groups.set(role, group).set(foldWords(role), group);
		}
		// A longer role is unknown. Folding would take long: a sender may write megabytes.
		this.#mostCharacters = Math.max(...words.map(([, role]) => role.length));
	}

	group(role: string | null | undefined): SpeakerGroup {
		if (!isSent(role)) return 'other';
		return this.#find(role) ?? this.#find(readRoleWord(role)) ?? 'other';
	}

	#find(role: string): SpeakerGroup | undefined {
		const group = this.#groups.get(role);
		if (group !== undefined || role.length > this.#mostCharacters) return group;
		return this.#groups.get(foldWords(role));
	}
}

function name(group: SpeakerGroup, roles: readonly string[]) {
	return roles.map((role) => [group, role] as const);
}

export const KNOWN_SPEAKERS = new Speakers();

/** Who speaks, as people read it. */
export const SPEAKER_NAMES: Partial<Record<SpeakerGroup, string>> = {
	user: 'Customer',
	agent: 'Agent',
	system: 'System',
};

const DIGITS = /^\s*-?\d+\s*$/;

/** The name before a written line: the role as sent, or `Customer` and the like for digits and `ChatRole.USER`. */
export function nameSpeaker(role: string | undefined, group: SpeakerGroup): string {
	if (!isSent(role)) return '';
	const isWord = !DIGITS.test(role) && readRoleWord(role).length === role.trimStart().length;
	return isWord ? role : (SPEAKER_NAMES[group] ?? role);
}

/** Whether a turn holds speech: text that is no output of a tool. Turns of the system count. */
export function isSpoken(turn: Turn, group: SpeakerGroup): boolean {
	if (!isVisible(turn.content) || group === 'tool') return false;
	if (!isMarkedOutput(turn) || isToolCall(turn)) return true;
	// The turn holds an output. The agent may speak in the same turn: then `content` is not the output.
	return group === 'agent' && readToolOutput(turn) !== turn.content;
}
