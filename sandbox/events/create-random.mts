/** A seeded source of random values: the same seed gives the same sequence, on every machine. */
export interface Random {
	/** From `minimum` to `maximum`, both included. */
	integer(minimum: number, maximum: number): number;
	/** Rounded to `digits` places. */
	decimal(minimum: number, maximum: number, digits: number): number;
	chance(probability: number): boolean;
	pick<T>(choices: readonly T[]): T;
	hex(length: number): string;
	/** Shaped as a version 4 UUID. */
	uuid(): string;
}

/** mulberry32: small, fast and good enough for made-up conversations; nothing here is a secret. */
export function createRandom(seed: number): Random {
	let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0;
	const next = () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
	const integer = (minimum: number, maximum: number) =>
		minimum + Math.floor(next() * (maximum - minimum + 1));
	const hex = (length: number) => {
		let text = '';
		while (text.length < length) text += integer(0, 15).toString(16);
		return text;
	};
	return {
		integer,
		decimal: (minimum, maximum, digits) =>
			Number((minimum + next() * (maximum - minimum)).toFixed(digits)),
		chance: (probability) => next() < probability,
		pick(choices) {
			const choice = choices[integer(0, choices.length - 1)];
			if (choice === undefined) throw new RangeError('There is nothing to pick from.');
			return choice;
		},
		hex,
		uuid: () =>
			`${hex(8)}-${hex(4)}-4${hex(3)}-${'89ab'.charAt(integer(0, 3))}${hex(3)}-${hex(12)}`,
	};
}
