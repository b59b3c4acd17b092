import { composeMarks } from './text';

/** A letter of a language that writes no spaces between words, with its marks. */
const LETTER_WORD =
	/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]\p{M}{0,30}/gu;

/** In parts of 100 characters: without a limit, the search for a word of megabytes runs out of memory. */
const WORD = /[\p{L}\p{M}\p{N}]{1,100}/gu;

/** Inside a word: `don’t` is `dont`. */
const APOSTROPHE = /(?<=\p{L})['’ʼ＇](?=\p{L})/gu;

/**
 * The words of a text, in time linear in its length: in lower case, each mark in one spelling, without signs. Of a
 * language without spaces each letter is a word, so that its words are found inside a sentence.
 */
export function listWords(text: string): string[] {
	const folded = composeMarks(text).toLowerCase().replace(APOSTROPHE, '');
	return folded.replace(LETTER_WORD, ' $& ').match(WORD) ?? [];
}

/** Whether a phrase is long enough to tell what was said: four words, or eight letters without spaces. */
export function isTelling(words: readonly string[]): boolean {
	const letters = words.filter((word) => word.search(LETTER_WORD) === 0).length;
	return letters + 2 * (words.length - letters) >= 8;
}

/** The words that fit so far. `shorter` are the last of them that begin a phrase, too. */
type Step = { next: Map<string, Step>; shorter?: Step; ends: number[] };

/** Finds many phrases at once, in time linear in the text (Aho and Corasick). */
export class Phrases {
	readonly #start: Step = { next: new Map(), ends: [] };

	constructor(phrases: ReadonlyArray<readonly string[]>) {
		for (const [place, words] of phrases.entries()) {
			let step = this.#start;
			for (const word of words) {
				const next: Step = step.next.get(word) ?? { next: new Map(), ends: [] };
				step.next.set(word, next);
				step = next;
			}
			step.ends.push(place);
		}
		const steps = [this.#start];
		for (const { next, shorter } of steps) {
			for (const [word, step] of next) {
				step.shorter = this.#advance(shorter, word);
				steps.push(step);
			}
		}
	}

	/** The places of the phrases that are in a text. */
	findIn(words: readonly string[]): ReadonlySet<number> {
		const found = new Set<number>();
		const seen = new Set([this.#start]);
		let step = this.#start;
		for (const word of words) {
			step = this.#advance(step, word);
			for (let ending: Step | undefined = step; ending && !seen.has(ending); ) {
				for (const place of ending.ends) found.add(place);
				seen.add(ending);
				ending = ending.shorter;
			}
		}
		return found;
	}

	#advance(from: Step | undefined, word: string): Step {
		for (let step = from; step !== undefined; step = step.shorter) {
			const next = step.next.get(word);
			if (next !== undefined) return next;
		}
		return this.#start;
	}
}
