import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { mersenne } from 'pure-rand/generator/mersenne';

export type Random = ReturnType<typeof createRandom>;

/**
 * A seeded source of random values: the same seed gives the same sequence, on every machine. Nothing here is
 * a secret: a generator that anyone can predict is good enough.
 */
export function createRandom(seed: number) {
	const generator = mersenne(seed);
	const integer = (minimum: number, maximum: number) => uniformInt(generator, minimum, maximum);
	const hex = (length: number) =>
		Array.from({ length }, () => integer(0, 15).toString(16)).join('');
	return {
		/** From `minimum` to `maximum`, both included. */
		integer,
		/** Rounded to `digits` places. */
		decimal: (minimum: number, maximum: number, digits: number) =>
			Number((minimum + uniformFloat64(generator) * (maximum - minimum)).toFixed(digits)),
		chance: (probability: number) => uniformFloat64(generator) < probability,
		pick<T>(choices: readonly T[]): T {
			const choice = choices[integer(0, choices.length - 1)];
			if (choice === undefined) throw new RangeError('There is nothing to pick from.');
			return choice;
		},
		hex,
		/** Shaped as a version 4 UUID. */
		uuid: () =>
			`${hex(8)}-${hex(4)}-4${hex(3)}-${'89ab'.charAt(integer(0, 3))}${hex(3)}-${hex(12)}`,
	};
}
