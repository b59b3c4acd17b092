import { deliveryChoices } from './deliveries.mts';
import { identityChoices } from './identity.mts';
import { proofChoices } from './proofs.mts';
import { recordingChoices } from './recordings.mts';
import { recordChoices } from './records.mts';
import { registrationChoices } from './registration.mts';
import { turnChoices } from './turns.mts';
import { ownWays, type Changes, type Ways, type Dialect, type OpenChoice } from './ways.mts';

/** Every choice that the interface document leaves open and the sandbox can make otherwise. */
export const openChoices: Readonly<Record<string, readonly OpenChoice[]>> = {
	Registration: registrationChoices,
	Deliveries: deliveryChoices,
	Proofs: proofChoices,
	Recordings: recordingChoices,
	Turns: turnChoices,
	Records: recordChoices,
	Identity: identityChoices,
};

const choices = Object.values(openChoices).flat();

export const dialectNames: readonly string[] = choices.flatMap(({ dialects }) =>
	Object.keys(dialects),
);

const chosenBy = new Map(
	choices.flatMap((choice) => Object.keys(choice.dialects).map((name) => [name, choice] as const)),
);

/** How the service speaks with these dialects. */
export interface Speech {
	names: readonly string[];
	ways: Ways;
	changes: Changes;
}

/** Throws if a name is unknown, or if two dialects contradict each other. */
export function speak(names: readonly string[]): Speech {
	const spoken = names.map((name) => ({ name, choice: findChoice(name) }));
	for (const [index, { name, choice }] of spoken.entries()) {
		const other = spoken.slice(0, index).find((each) => each.choice === choice);
		if (other === undefined) continue;
		throw new Error(
			`The dialects ${other.name} and ${name} contradict each other: ${choice.asks}.`,
		);
	}
	// In the order of the table, whose last records are those that change names.
	const dialects = choices.flatMap((choice) =>
		spoken.flatMap((each) => (each.choice === choice ? (choice.dialects[each.name] ?? []) : [])),
	);
	const ways: Ways = Object.assign({}, ownWays, ...dialects);
	ways.identityAnswers = Object.assign({}, ...dialects.map((each) => each.identityAnswers));
	return { names, ways, changes: inTurn(dialects) };
}

/** Whether these can be spoken together. */
export const areCompatible = (names: readonly string[]): boolean =>
	new Set(names.map(findChoice)).size === names.length;

/** The choice that a dialect makes. Throws if no dialect has this name. */
export function findChoice(name: string): OpenChoice {
	const choice = chosenBy.get(name);
	if (choice !== undefined) return choice;
	throw new Error(`There is no dialect "${name}". There are: ${dialectNames.join(', ')}.`);
}

/** What a dialect does, as a sentence. */
export const describeDialect = (name: string): string =>
	findChoice(name).dialects[name]?.does ?? '';

/** The names of a command line, separated by commas. Throws if one is unknown or contradicts another. */
export function readDialects(texts: readonly string[] = []): readonly string[] {
	const names = texts.flatMap((text) => text.split(',')).map((name) => name.trim());
	return speak(names.filter((name) => name !== '')).names;
}

/** A line for each, `''` if there is none. */
export const describeDialects = (names: readonly string[]): string =>
	names.map((name) => `Dialect ${name}: ${describeDialect(name)}\n`).join('');

/** All of them for a terminal, by what they choose. */
export const listDialects = (): string =>
	choices
		.map(({ part, asks, dialects }) => {
			const lines = Object.entries(dialects).map(
				([name, { does }]) => `  ${name.padEnd(26)}${does}`,
			);
			return [`${asks} (part ${part})`, ...lines].join('\n');
		})
		.join('\n\n');

function inTurn(dialects: readonly Dialect[]): Changes {
	return {
		record: (record) =>
			dialects.reduce((changed, { record: change }) => change?.(changed) ?? changed, record),
		first: (record) =>
			dialects.reduce((changed, { first: change }) => change?.(changed) ?? changed, record),
		again: (record) => dialects.flatMap(({ again }) => again?.(record) ?? []),
		tokens: async (tokens, tools) => {
			let changed = tokens;
			for (const { tokens: change } of dialects)
				changed = (await change?.(changed, tools)) ?? changed;
			return changed;
		},
	};
}
