import { hostileDeliveries, type HostileDelivery } from './hostile-deliveries.mts';
import { marks } from './write-event.mts';

/** The part of the corpus that a real n8n gets, by its names there. */
const selected = [
	'15.5 MB of empty turns',
	'a turn of 120 kB of spaces after a line break',
	'15.5 MB of numbers as turns',
	'a list of numbers as reasons',
	'as many empty turns as are read',
	'an undocumented list of empty objects',
	'arguments of a tool that unfold',
	'very many fields',
	'nesting as deep as it is read',
	'nesting of 100,000 lists',
	'a text of 15.5 MB',
];

/** What took quadratic time, at lengths that make it plain: from 20 kB to what n8n takes at most. */
const eventsOfMarks: HostileDelivery[] = [20_000, 160_000, 1_300_000, 15_500_000].map((bytes) => ({
	name: 'an event of marks',
	outcome: 'ignored event-not-wanted',
	body: () => `{"event":"${marks(bytes)}","data":{}}`,
}));

export const bodiesForN8n = [
	...selected.map((name) => {
		const found = hostileDeliveries.find((delivery) => delivery.name === name);
		if (found === undefined) throw new Error(`The corpus has no delivery "${name}".`);
		return found;
	}),
	...eventsOfMarks,
];
