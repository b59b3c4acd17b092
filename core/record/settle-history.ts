import type { Conversation } from '../conversation/conversation';
import { findTurnMs } from '../conversation/find-origin';
import type { Speakers } from '../conversation/speakers';
import { isToolCall, isToolOutput } from '../conversation/tool-calls';
import type { Turn } from '../conversation/turn';
import { foldName, isVisible } from '../text';
import { parseTimestamp } from '../time';
import type { Reading } from './reading';

/** Finds what was said in turns without `content`, and reverses a history that came newest first. */
export function settleHistories(
	conversation: Conversation,
	speakers: Speakers,
	reading: Reading,
	isAsSent: boolean,
): void {
	for (const name of ['history', 'synthesized_chat_history'] as const) {
		const turns = conversation[name] ?? [];
		for (const [index, turn] of turns.entries()) {
			const moved = turn.content === undefined ? moveWords(turn, speakers) : undefined;
			if (moved === undefined) continue;
			reading.path.push(name, index);
			reading.reportOnce(moved.from, 'the name content', 'string');
			reading.path.length = 0;
			turns[index] = moved.turn;
		}
		if (!isAsSent || !isNewestFirst(turns)) continue;
		reading.reportOnce(name, 'the first turn first', 'array');
		turns.reverse();
	}
}

const SPEAKING = ['user', 'agent', 'system'];
const NAMES_OF_WORDS = ['text', 'message', 'transcript'];

/** `{"role":"User","text":"Hello"}` gets `content`. In a tool's turn such a text may be anything. */
function moveWords(turn: Turn, speakers: Speakers): { from: string; turn: Turn } | undefined {
	const { role = '', additional_fields: others } = turn;
	if (others === undefined || !SPEAKING.includes(speakers.group(role))) return undefined;
	if ('content' in others || isToolCall(turn) || isToolOutput(turn)) return undefined;
	for (const wanted of NAMES_OF_WORDS) {
		const name = Object.keys(others).find((each) => foldName(each) === wanted) ?? wanted;
		const words = others[name];
		if (typeof words !== 'string' || !isVisible(words)) continue;
		delete others[name];
		if (Object.keys(others).length === 0) delete turn.additional_fields;
		return { from: name, turn: { role, content: words, ...turn } };
	}
	return undefined;
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
