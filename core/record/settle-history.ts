import type { Conversation } from '../conversation/conversation';
import { findTurnMs } from '../conversation/find-origin';
import type { Speakers } from '../conversation/speakers';
import { isToolCall, isToolOutput } from '../conversation/tool-calls';
import type { Turn } from '../conversation/turn';
import { isSent } from '../json';
import { foldName, isVisible } from '../text';
import { parseTimestamp } from '../time';
import type { Reading } from './reading';

const HISTORIES = ['history', 'synthesized_chat_history'] as const;

/**
 * Finds what was said in turns without `content`. Puts turns that came newest first in the order of time,
 * unless a node emitted them in this order.
 */
export function settleHistories(
	conversation: Conversation,
	speakers: Speakers,
	reading: Reading,
	isAsSent: boolean,
): void {
	for (const name of HISTORIES) {
		const turns = conversation[name] ?? [];
		for (const [index, turn] of turns.entries()) {
			const nameOfWords = turn.content === undefined ? findWords(turn, speakers) : undefined;
			if (nameOfWords === undefined) continue;
			reading.path.push(name, index);
			reading.reportOnce(nameOfWords, 'the name content', 'string');
			reading.path.length = 0;
			turns[index] = moveWords(turn, nameOfWords);
		}
		if (!isAsSent || !isNewestFirst(turns)) continue;
		reading.reportOnce(name, 'the first turn first', 'array');
		turns.reverse();
	}
}

const SPEAKING = ['user', 'agent', 'system'];
const NAMES_OF_WORDS = ['text', 'message', 'transcript'];

/** Such as `text` of `{"role":"User","text":"Hello"}`. In a tool's turn such a text may be anything. */
function findWords(turn: Turn, speakers: Speakers): string | undefined {
	const { role, additional_fields: others } = turn;
	if (others === undefined || !SPEAKING.includes(speakers.group(role))) return undefined;
	if ('content' in others || isToolCall(turn) || isToolOutput(turn)) return undefined;
	const names = Object.keys(others).filter((name) => isWords(others[name]));
	return NAMES_OF_WORDS.map((wanted) => names.find((name) => foldName(name) === wanted)).find(
		isSent,
	);
}

const isWords = (value: unknown): value is string => typeof value === 'string' && isVisible(value);

function moveWords({ role, additional_fields, ...turn }: Turn, name: string): Turn {
	const { [name]: words, ...others } = additional_fields ?? {};
	const content = isWords(words) ? words : '';
	const moved = { ...(role !== undefined && { role }), content, ...turn };
	return Object.keys(others).length === 0 ? moved : { ...moved, additional_fields: others };
}

/** Three different times at least: two turns of a short call may share a clock that was set back. */
function isNewestFirst(turns: readonly Turn[]): boolean {
	let last = Infinity;
	let differentTimes = 0;
	for (const turn of turns) {
		const ms = parseTimestamp(turn.created_at) ?? findTurnMs(turn);
		if (ms === null || ms > last) return false;
		if (ms < last) differentTimes += 1;
		last = ms;
	}
	return differentTimes >= 3;
}
