import { isTelling, listWords, Phrases } from '../words';
import { hasUnreadWords, mayHoldWords } from './answered';
import type { Conversation } from './conversation';
import { isSpoken, KNOWN_SPEAKERS, type SpeakerGroup, type Speakers } from './speakers';

export const SAID_BY = ['anyone', 'customer', 'agent'] as const;

/** `null`: the words may be anybody's. Other groups count for nobody. */
const SPEAKERS: Partial<Record<SpeakerGroup, 'customer' | 'agent' | null>> = {
	user: 'customer',
	agent: 'agent',
	other: null,
};

export type FoundQuote = {
	quote: string;
	/** `null` if the quote is too short ({@link isTelling}), or if an unknown speaker or an unread turn may have said it. */
	is_found: boolean | null;
	said_by: 'customer' | 'agent' | null;
	/** Place in the history, from 0. */
	turn_index: number | null;
	offset_seconds: number | null;
};

/**
 * The first turn that holds each quote. Only words are compared; turns of the system count for nobody.
 * @param saidBy whose words are searched. Default: anyone's
 */
export function findQuotes(
	conversation: Conversation,
	quotes: readonly string[],
	saidBy: (typeof SAID_BY)[number] = 'anyone',
	speakers: Speakers = KNOWN_SPEAKERS,
): FoundQuote[] {
	const phrases = quotes.map(listWords).map((words) => (isTelling(words) ? words : []));
	const { places, isUnread } = searchTurns(conversation, new Phrases(phrases), saidBy, speakers);
	return quotes.map((quote, index) => {
		const { isCertain, said_by = null, turn_index = null } = places.get(index) ?? {};
		const { offset_seconds = null } = conversation.history?.[turn_index ?? -1] ?? {};
		const isAbsent = isCertain === undefined && !isUnread && phrases[index]?.length !== 0;
		return {
			quote,
			is_found: isCertain || (isAbsent ? false : null),
			said_by,
			turn_index,
			offset_seconds,
		};
	});
}

type Place = Pick<FoundQuote, 'said_by' | 'turn_index'> & {
	/** Whether the speaker is who was asked for. */
	isCertain: boolean;
};

/** The first place of each phrase; a place with an unknown speaker only if there is no other. */
function searchTurns(
	conversation: Conversation,
	phrases: Phrases,
	saidBy: (typeof SAID_BY)[number],
	speakers: Speakers,
) {
	const { history } = conversation;
	const places = new Map<number, Place>();
	let isUnread = hasUnreadWords(conversation);
	for (const [turn_index, turn] of (history ?? []).entries()) {
		const group = speakers.group(turn.role);
		const said_by = SPEAKERS[group];
		const mayCount = saidBy === 'anyone' || said_by === saidBy || said_by === null;
		if (said_by === undefined || !mayCount) continue;
		if (!isSpoken(turn, group)) {
			isUnread ||= mayHoldWords(turn);
			continue;
		}
		const isCertain = said_by !== null || saidBy === 'anyone';
		for (const phrase of phrases.findIn(listWords(turn.content ?? ''))) {
			const known = places.get(phrase);
			const isBetter = known === undefined || (isCertain && known.isCertain === false);
			if (isBetter) places.set(phrase, { said_by, turn_index, isCertain });
		}
	}
	return { places, isUnread };
}
