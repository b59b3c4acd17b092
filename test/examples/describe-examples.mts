import { startExamplesHost } from './start-host.mts';
import { readExampleFile } from '../support/n8n/read-example.mts';
import { findSlowExpressions } from './spend-on-expressions.mts';
import { host, recordedRuns } from './use-example.mts';

const dayMs = 86_400_000;

/**
 * These examples in one real n8n, one after the other: each is imported as the editor does, set up as its
 * notes say, published, and judged by what arrives where it sends things. An n8n keeps one core busy, so two
 * files take half of the examples each.
 */
export function describeExamples(names: string[]): void {
	jest.setTimeout(600_000);
	// Some examples count days in UTC, and so do their tests: none begins on one day and ends on the next.
	const untilMidnightMs = dayMs - (Date.now() % dayMs);
	if (untilMidnightMs < 600_000) {
		Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, untilMidnightMs + 1000);
	}
	beforeAll(async () => void Object.assign(host, await startExamplesHost()));
	afterAll(() => host.close?.());

	// Each has a scenario of its name, whose tests are defined where it is loaded.
	for (const name of names) {
		describe(name, () => {
			require(`./scenarios/${name}.mts`);
			describeExpressions(name);
		});
	}

	test('every vendor took what it was sent, and no other host was called by https', () => {
		expect(host.vendors.problems).toEqual([]);
	});
}

/** Behind the scenario, whose runs give each expression its items. */
function describeExpressions(name: string): void {
	test('a long text of any kind stops none of its expressions', async () => {
		const file = readExampleFile(name);
		const runs = [...(recordedRuns.get(file.name)?.values() ?? [])];
		const { slow, untried } = await findSlowExpressions(file, runs);
		expect(untried).toEqual([]);
		expect(slow).toEqual([]);
	});
}
