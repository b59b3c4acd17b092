import { groupSpeaker } from '../conversation/group-speaker';
import { isSpoken } from '../conversation/summarize-conversation';
import type { Turn } from '../conversation/turn';
import { foldCase } from './filter-list';

/**
 * Whether one turn of what was said contains a text, without regard to case and to the kind and number
 * of spaces. System turns, tool calls and their outputs are not searched.
 */
export function transcriptContains(history: readonly Turn[] | null, text: string): boolean {
	const wanted = normalizeText(text);
	return (history ?? []).some(
		(turn) =>
			groupSpeaker(turn.role) !== 'system' &&
			isSpoken(turn) &&
			normalizeText(turn.content ?? '').includes(wanted),
	);
}

function normalizeText(text: string): string {
	return foldCase(text).replace(/\s+/g, ' ');
}
