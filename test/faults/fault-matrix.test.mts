import type * as N8nWorkflow from 'n8n-workflow';
import { resources } from '../../nodes/VoiceAgent/operations.ts';
import { faultNames } from '../../sandbox/faults/switch-on-fault.mts';
import { useBinaryStorage } from '../nodes/host/binary-storage.mts';
import type { BinaryStorage } from '../nodes/host/binary-storage.mts';
import type * as AskedWaits from './asked-waits.mts';
import { faults } from './faults.mts';
import type { Fault, FaultLabel } from './faults.mts';
import { recordLog } from './record-log.mts';
import { readTables, replaceTables, writeTables } from './results-page.mts';
import type { Matrix } from './results-page.mts';
import { canEndAfterOneRequest, expectOutcome, listFaults } from './rules.mts';
import type { Outcome, Section } from './rules.mts';
import { runScenario, stopClock } from './run-scenario.mts';
import { sectionOfDownload, sectionsOfCalls } from './sections-of-calls.mts';
import { sectionsOfIdentity } from './sections-of-identity.mts';
import { sectionsOfTrigger } from './sections-of-trigger.mts';

jest.mock('n8n-workflow', () =>
	jest
		.requireActual<typeof AskedWaits>('./asked-waits.mts')
		.withAskedWaits(jest.requireActual<typeof N8nWorkflow>('n8n-workflow')),
);
jest.setTimeout(60_000);

// With `npm run test:faults -- --write` the docs show what is observed, also if no rule expects it.
const isWriting = process.env.WRITE_OBSERVED === '1';
const observed: Matrix = {};
let storage: BinaryStorage;

beforeAll(async () => {
	recordLog();
	stopClock();
	storage = await useBinaryStorage('default');
});
afterAll(async () => {
	await storage.remove();
});

/** The whole matrix: every operation that calls somebody, at every route that it calls. */
const sections = [
	...sectionsOfTrigger,
	...sectionsOfCalls,
	...sectionsOfIdentity,
	sectionOfDownload,
];

const cells = sections.flatMap((section) =>
	listFaults(section.rules).map((label): [string, FaultLabel, Section] => [
		section.title,
		label,
		section,
	]),
);

async function observe({ operation, target }: Section, fault: Fault): Promise<Outcome> {
	const once = canEndAfterOneRequest(fault)
		? await runScenario(operation, target, fault, 1)
		: undefined;
	const lasting = await runScenario(operation, target, fault);
	return { ...(once && { once }), lasting };
}

test.each(cells)('%s meets "%s" as the rules say', async (title, label, section) => {
	const outcome = await observe(section, faults[label]);
	observed[title] = { ...observed[title], [label]: outcome };
	expect(outcome).toEqual(expectOutcome(section.rules, label));
});

test('every named fault of the sandbox is in the matrix, and every variant is used', () => {
	const used = new Set(sections.flatMap((section) => listFaults(section.rules)));
	expect([...used].toSorted()).toEqual(Object.keys(faults).toSorted());
	const names: string[] = [...used].map((label) => faults[label].name);
	expect([...new Set(names)].toSorted()).toEqual([...faultNames].toSorted());
});

/** It calls a webhook URL and not the service: test/nodes/VoiceAgent/send-test-event shows its outcomes. */
const callsNoService = 'webhooksendtestevent';

test('every operation that calls the service or the identity server is in the matrix', () => {
	const titles = sections.map(({ title }) => title.toLowerCase().replaceAll(/[^a-z]/g, ''));
	const calling = Object.entries(resources).filter(([resource]) => resource !== 'conversation');
	for (const [resource, { operations }] of calling) {
		for (const name of Object.keys(operations)) {
			const start = `${resource}${name}`.toLowerCase();
			if (start === callsNoService) continue;
			expect(titles.filter((title) => title.startsWith(start))).not.toEqual([]);
		}
	}
});

test('test/faults/results.md shows what was observed', () => {
	if (isWriting) replaceTables(writeTables(observed));
	expect(readTables()).toBe(writeTables(observed));
});
