import { exampleNames } from './import-example.mts';
import { checkMigrationReport } from './migration-report.mts';
import { startExamplesHost, type ExamplesHost } from './start-host.mts';
import { checkStraightLine } from './straight-line.mts';

jest.setTimeout(120_000);

// Every example in one real n8n, one after the other: each is imported as the editor does, set up as
// its notes say, published, and judged by what arrives where it sends things.
let running: ExamplesHost;
const host = () => running;

beforeAll(async () => {
	running = await startExamplesHost();
}, 240_000);

afterAll(() => running?.close());

// Each has a scenario of its name.
for (const name of exampleNames) {
	describe(name, () => require(`./scenarios/${name}.mts`).check(host));
}
describe('the straight line', () => checkStraightLine(host));
describe('the migration to n8n 3.0', () => checkMigrationReport(host));

test('every vendor took what it was sent, and no other host was called by https', () => {
	expect(host().vendors.problems).toEqual([]);
});

test('nobody called the documentation-only event endpoint', () => {
	expect(host().sandbox.trappedCalls).toEqual([]);
});
