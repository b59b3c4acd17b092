import { frameWords, hasNoSpaces } from '../words';
import type { Conversation } from './conversation';
import { isSpoken, type Speakers } from './speakers';

/** Of what the other side said, so many characters are searched: no call has as many. */
const MAX_SEARCHED_CHARACTERS = 1_000_000;

/** Words and phrases as {@link SaidWords} finds them: each is split at its `*`. */
export type Phrase = readonly string[];

/** Words and phrases, separated by commas: `no, not interested, cancel*`. */
export function listPhrases(text: string): Phrase[] {
	return text
		.split(',')
		.map((phrase) => frameWords(phrase).split('*'))
		.filter((pieces) => pieces.some((piece) => piece.trim() !== ''));
}

/** What the other side said, in one text: ` yes please \n not today \n`. */
export class SaidWords {
	#text = '';
	/** Where each turn begins in the text. */
	readonly #turns: Array<{ start: number; index: number }> = [];

	constructor({ history }: Conversation, speakers: Speakers) {
		for (const [index, turn] of (history ?? []).entries()) {
			const left = MAX_SEARCHED_CHARACTERS - this.#text.length;
			if (left <= 0) break;
			if (speakers.group(turn.role) !== 'user' || !isSpoken(turn, 'user')) continue;
			this.#turns.push({ start: this.#text.length, index });
			this.#text += `${frameWords((turn.content ?? '').slice(0, left).replaceAll('*', ' '))}\n`;
		}
	}

	/** The first turn with any of these phrases; undefined if none was said. */
	findTurn(phrases: readonly Phrase[]): number | undefined {
		const places = phrases.map((phrase) => this.#find(phrase)).filter((place) => place !== -1);
		if (places.length === 0) return undefined;
		const place = Math.min(...places);
		return this.#turns.findLast(({ start }) => start <= place)?.index;
	}

	#find([first = '', ...rest]: Phrase): number {
		const text = this.#text;
		// A phrase without spaces is found also within a longer text.
		const isWhole = !hasNoSpaces(first);
		const wanted = isWhole ? first : first.trim();
		let place = text.indexOf(wanted);
		for (; place !== -1; place = text.indexOf(wanted, place + 1)) {
			let end = place + wanted.length;
			const follows = rest.every((piece) => {
				end = text.indexOf(' ', end);
				const isNext = text.startsWith(piece, end);
				end += piece.length;
				return isNext;
			});
			if (follows) return place;
		}
		return -1;
	}
}
