import { resources } from '../../nodes/VoiceAgent/operations.ts';
import { faultNames, faultTargets, isInstant } from '../../sandbox/faults/faults.mts';
import { type BinaryStorage, useBinaryStorage } from '../support/in-process/binary-storage.mts';
import { createObserver } from '../support/observations.mts';
import { type Fault, faults } from './faults.mts';
import { runScenario, stopClock } from './run-scenario.mts';
import { sections, type Section } from './sections.mts';

const { expected, observe, conclude } = createObserver(import.meta.dirname, [
	'fault',
	'one request meets it',
	'once that is over',
	'every request meets it',
	'once it is over',
]);
let storage: BinaryStorage;

beforeAll(async () => {
	stopClock();
	storage = await useBinaryStorage('default');
});
afterAll(async () => {
	await storage.remove();
});

const isFaultLabel = (text: string): text is keyof typeof faults => text in faults;

const cells = Object.entries(sections).flatMap(([title, section]) =>
	Object.keys(expected[title] ?? {})
		.filter(isFaultLabel)
		.map((label) => ({ title, label, section })),
);

/** Whether one request can meet a fault that the next one does not meet: none arrives at a closed port. */
const canEndAfterOneRequest = ([name, { refuseConnections }]: Fault) =>
	!isInstant(name) && !refuseConnections;

/** The cells of its row. */
async function runAll([operation, target]: Section, fault: Fault): Promise<string[]> {
	const once = canEndAfterOneRequest(fault)
		? await runScenario(operation, target, fault, 1)
		: { during: '', afterwards: '' };
	const lasting = await runScenario(operation, target, fault);
	return [once.during, once.afterwards, lasting.during, lasting.afterwards];
}

test.each(cells)(
	'$title meets "$label" as results.md shows it',
	async ({ title, label, section }) => {
		observe(title, label, await runAll(section, faults[label]));
	},
);

test('every fault and every route of the sandbox is in the matrix, and every variant is used', () => {
	// The page says which there are: a row that is taken out of it must not go unnoticed.
	expect(cells).toHaveLength(306);
	const used = new Set(cells.map(({ label }) => label));
	expect([...used].toSorted()).toEqual(Object.keys(faults).toSorted());
	const names: string[] = [...used].map((label) => faults[label][0]);
	expect([...new Set(names)].toSorted()).toEqual([...faultNames].toSorted());
	const targets = new Set(Object.values(sections).map(([, target]) => target));
	expect([...targets].toSorted()).toEqual(faultTargets.toSorted());
});

/** It calls a webhook URL and not the service: test/nodes/VoiceAgent/send-test-event shows its results. */
const callsNoService = 'webhooksendtestevent';

test('every operation that calls the service or the identity server is in the matrix', () => {
	expect(Object.keys(expected)).toEqual(Object.keys(sections));
	const titles = Object.keys(sections).map((title) =>
		title.toLowerCase().replaceAll(/[^a-z]/g, ''),
	);
	const calling = Object.entries(resources).filter(([resource]) => resource !== 'conversation');
	for (const [resource, { operations }] of calling) {
		for (const name of Object.keys(operations)) {
			const start = `${resource}${name}`.toLowerCase();
			if (start === callsNoService) continue;
			expect(titles.filter((title) => title.startsWith(start))).not.toEqual([]);
		}
	}
});

test('test/faults/results.md shows what was observed and nothing else', () => {
	conclude(Object.keys(sections));
});
