import { composeMarks } from './text';

/** A letter, with its marks, of a language that writes no spaces between words. */
const LETTER_WORD =
	/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]\p{M}{0,30}/gu;

export function hasNoSpaces(text: string): boolean {
	return text.search(LETTER_WORD) !== -1;
}

/** In lower case, with one space around each word: `“No,” I can’t` is ` no i can't `. A `*` counts as a letter. */
export function frameWords(text: string): string {
	const words = composeMarks(text)
		.toLowerCase()
		.replace(/[’ʼ＇]/g, "'")
		.replace(/[^\p{L}\p{M}\p{N}'*]|'{2,}/gu, ' ');
	return ` ${` ${words} `.replace(/ '|' /g, ' ').replace(/ {2,}/g, ' ').trim()} `;
}

/** Where no spaces are written, each letter is a word. A word of megabytes becomes parts of 100 characters. */
export function listWords(text: string): string[] {
	const framed = frameWords(text.replaceAll('*', ' ')).replace(LETTER_WORD, ' $& ');
	return framed.match(/[^ ]{1,100}/g) ?? [];
}

/** Whether a phrase is long enough to tell what was said: four words, or eight letters without spaces. */
export function isTelling(words: readonly string[]): boolean {
	const letters = words.filter(hasNoSpaces).length;
	return letters + 2 * (words.length - letters) >= 8;
}

// A step stands for the first words of a phrase. `shorter`: the step of its last words, `thank` for `no thank`.
// `ends`: the places of the phrases that are complete.
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
