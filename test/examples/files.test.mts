import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getNodeParameters, getNodeParametersIssues } from 'n8n-workflow';
import type { INodeParameters } from 'n8n-workflow';
import * as z from 'zod/v4';
import { projectRoot } from '../../scripts/project-paths.mjs';
import type { WorkflowFile } from '../../host/n8n/n8n-workflow-types.mts';
import { triggerType } from '../../host/n8n/voice-agent-nodes.mts';
import { errorCatalog } from '../../nodes/shared/error-catalog.ts';
import { isWriting } from '../support/observations.mts';
import { createSample, samples } from './create-sample.mts';
import { exampleNames, readExampleFile } from '../support/n8n/read-example.mts';
import { readKnownTypes } from '../support/n8n/known-types.mts';
import { contractsReadOn } from '../support/vendors/vendor.mts';
import { createVendors } from './targets/vendors/start-vendors.mts';
import { listSteps } from './evaluate-expressions.mts';

// What can be said of the files without running them; the n8n under test has to be installed.
const parameters = z.custom<INodeParameters>((value) => typeof value === 'object');
const targets = z.record(
	z.string(),
	z.record(z.string(), z.array(z.array(z.object({ node: z.string() })).nullable())),
);
const page = readFileSync(join(projectRoot, 'docs', 'examples.md'), 'utf8');

/** The newest versions in dist/types/nodes.json of n8n 2.30.0, the oldest that is supported, of what is above 1. */
const newestVersions: Record<string, number> = {
	'@n8n/n8n-nodes-langchain.informationExtractor': 1.2,
	'@n8n/n8n-nodes-langchain.lmChatOpenAi': 1.3,
	'n8n-nodes-base.convertToFile': 1.1,
	'n8n-nodes-base.dataTable': 1.1,
	'n8n-nodes-base.dateTime': 2,
	'n8n-nodes-base.emailSend': 2.1,
	'n8n-nodes-base.executeWorkflow': 1.3,
	'n8n-nodes-base.executeWorkflowTrigger': 1.2,
	'n8n-nodes-base.filter': 2.3,
	'n8n-nodes-base.form': 2.5,
	'n8n-nodes-base.formTrigger': 2.6,
	'n8n-nodes-base.highLevel': 2,
	'n8n-nodes-base.html': 1.2,
	'n8n-nodes-base.httpRequest': 4.4,
	'n8n-nodes-base.if': 2.3,
	'n8n-nodes-base.merge': 3.2,
	'n8n-nodes-base.pipedrive': 2,
	'n8n-nodes-base.postgres': 2.6,
	'n8n-nodes-base.readWriteFile': 1.1,
	'n8n-nodes-base.removeDuplicates': 2,
	'n8n-nodes-base.salesforce': 1.1,
	'n8n-nodes-base.scheduleTrigger': 1.3,
	'n8n-nodes-base.set': 3.4,
	'n8n-nodes-base.splitInBatches': 3,
	'n8n-nodes-base.summarize': 1.1,
	'n8n-nodes-base.switch': 3.4,
	'n8n-nodes-base.wait': 1.1,
};

let known: Awaited<ReturnType<typeof readKnownTypes>>;

beforeAll(async () => {
	known = await readKnownTypes();
});

test('there are examples, and the page on them names each', () => {
	expect(exampleNames).toEqual(expect.arrayContaining(['crm-hubspot', 'crm-sync-postgres']));
	const linked = [...page.matchAll(/^\|.*\[(.+)\]\(\.\.\/examples\/([\w-]+)\.json\)/gm)];
	const named = linked.map(([, title, name]) => [name, title]);
	expect(named.toSorted()).toEqual(
		exampleNames.map((name) => [name, readExampleFile(name).name]).sort(),
	);
});

test('the page shows a picture of each canvas, of few bytes', () => {
	const sizes = exampleNames.map((name) => {
		expect(page).toContain(`(images/examples/${name}.webp)`);
		return statSync(join(projectRoot, 'docs', 'images', 'examples', `${name}.webp`)).size;
	});
	expect(Math.max(...sizes)).toBeLessThanOrEqual(60_000);
	expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(700_000);
});

test('the page names the contract of each vendor, and when it was read', () => {
	for (const { contract } of Object.values(createVendors())) expect(page).toContain(contract);
	expect(page).toContain(`read on ${contractsReadOn}`);
});

describe.each(exampleNames)('%s', (name) => {
	const file = readExampleFile(name);
	const steps = listSteps(file);

	test('n8n finds nothing missing, wrong or unknown in the parameters', () => {
		const issues = steps.flatMap((node): object[] => {
			const description = known.findNode(node.type, node.typeVersion);
			if (description === undefined) return [{ node: node.name, unknown: node.type }];
			const { properties } = description;
			const given = parameters.parse(node.parameters);
			// As n8n does when it opens a workflow: what is not in the file is as by default.
			const filled = getNodeParameters(properties, given, true, false, node, description) ?? {};
			const read = { ...node, parameters: filled };
			const found = getNodeParametersIssues(properties, read, description)?.parameters;
			const has = properties.map((property) => property.name);
			const unknown = Object.keys(given).filter((name) => !has.includes(name));
			return found || unknown.length > 0 ? [{ node: node.name, found, unknown }] : [];
		});
		expect(issues).toEqual([]);
	});

	// HTTP Request below 4.4 sends credentials along on a redirect to another host.
	test('each node has the newest version that the oldest n8n has, and its conditions have theirs', () => {
		const versions = steps.map(({ type, typeVersion }) => [type, typeVersion] as const);
		expect(versions).toEqual(versions.map(([type]) => [type, newestVersions[type] ?? 1]));
		// n8n's editor raises the version of a node alone.
		const conditions = JSON.stringify(steps).matchAll(/"typeValidation":"\w+"(,"version":\d)?/g);
		expect([...conditions].filter(([, version]) => version !== ',"version":3')).toEqual([]);
	});

	/** What each node leads to: pairs of names. */
	const links = Object.entries(targets.parse(file.connections)).flatMap(([from, kinds]) =>
		Object.values(kinds)
			.flat(2)
			.flatMap((target) => (target ? [[from, target.node] as const] : [])),
	);

	test('every connection leads from a node to a node, and every node is reached', () => {
		const named = new Set(file.nodes.map((node) => node.name));
		expect(named.size).toBe(file.nodes.length);
		const ends = links.flat();
		expect(ends.filter((end) => !named.has(end))).toEqual([]);
		expect(steps.filter((step) => !ends.includes(step.name))).toEqual([]);
	});

	test('every Switch has an output for what fits no rule', () => {
		const switches = steps.filter(({ type }) => type === 'n8n-nodes-base.switch');
		for (const { parameters: given } of switches) {
			expect(given).toMatchObject({ options: { fallbackOutput: 'extra' } });
		}
	});

	test('what only reads at a vendor is tried again, and a table that is there stops no call', () => {
		const reading = steps.filter(
			({ type, parameters: { method = 'GET', operation, url } }) =>
				(type === 'n8n-nodes-base.httpRequest' &&
					(method === 'GET' || /\/(search|batch\/read)$/.test(String(url)))) ||
				(type === 'n8n-nodes-base.salesforce' && operation === 'getAll'),
		);
		for (const step of reading) {
			expect(step).toMatchObject({ retryOnFail: true });
			expect(step.maxTries).toBeGreaterThanOrEqual(3);
		}
		const creating = steps.filter(({ parameters: { tableName } }) => tableName !== undefined);
		for (const step of creating) expect(step).toMatchObject({ onError: 'continueRegularOutput' });
	});

	// n8n gives this operator 250 ms, which a busy machine takes for itself: the call would be lost.
	test('no condition leaves a regular expression to n8n', () => {
		const left = steps.filter((step) => /"operation":"(notR|r)egex"/.test(JSON.stringify(step)));
		expect(left.map((step) => step.name)).toEqual([]);
	});

	test('what maps a call can be mapped before the first one: a step before it has sample data', () => {
		const pinned = Object.keys(file.pinData ?? {});
		const maps = steps.filter(
			({ type, parameters: given }) =>
				type === 'n8n-nodes-base.set' && JSON.stringify(given).includes('.agent_title'),
		);
		for (const { name: map } of maps) {
			const before = new Set([map]);
			// A set takes in what is added while one walks through it.
			for (const step of before) for (const [from, to] of links) if (to === step) before.add(from);
			expect([...before].some((step) => pinned.includes(step))).toBe(true);
		}
	});

	test('an address that has to be replaced says so', () => {
		const address = /[\w./:-]*(?:@|\/\/)[\w.-]*\bexample\.com[^\s"'\\]*/g;
		const real = steps.filter(({ parameters: given }) =>
			JSON.stringify(given)
				.match(address)
				?.some((found) => !found.includes('REPLACE-ME')),
		);
		expect(real.map((step) => step.name)).toEqual([]);
	});

	test("it is in the form of n8n's template library", () => {
		const notes = file.nodes
			.filter((node) => !steps.includes(node))
			.map(({ parameters: { content, color } }) => ({ content: String(content), color }));
		const countWords = (text: string) => text.split(/\s+/).length;
		// Without a color of its own a note is yellow.
		const [overview, ...others] = notes.filter(({ color }) => color === undefined);
		expect(others).toEqual([]);
		expect(overview?.content).toMatch(/^## How it works\n[\s\S]+\n## Setup\n[\s\S]+/);
		// Behind the heading, or at the end.
		const lines = overview?.content.split('\n') ?? [];
		expect([lines[1], lines.at(-1)]).toContain('Self-hosted n8n only');
		const words = countWords(overview?.content ?? '');
		expect([words >= 100, words <= 300]).toEqual([true, true]);
		const sections = notes.filter(({ color }) => color !== undefined);
		expect(sections.filter(({ content }) => countWords(content) >= 50)).toEqual([]);
		// Verb, thing, where.
		expect(countWords(file.name)).toBeGreaterThanOrEqual(5);
		expect(steps.filter(({ type }) => /\.(code|function|functionItem)$/.test(type))).toEqual([]);
	});

	test('nothing on the canvas covers anything else', () => {
		// A step without a size of its own is 96 by 96.
		const boxes = file.nodes.map(({ name: label, position: [left, top], parameters: size }) => ({
			...{ label, left, top },
			...{ right: left + Number(size.width ?? 96), bottom: top + Number(size.height ?? 96) },
		}));
		const covered = boxes.flatMap((one, index) =>
			boxes
				.slice(index + 1)
				.filter((other) => one.left < other.right && other.left < one.right)
				.filter((other) => one.top < other.bottom && other.top < one.bottom)
				.map((other) => `${one.label} and ${other.label}`),
		);
		expect(covered).toEqual([]);
	});

	test('it carries no credential, no address of an installation, and explains itself', () => {
		const keys = file.nodes.flatMap(Object.keys);
		expect(keys.filter((key) => ['credentials', 'webhookId'].includes(key))).toEqual([]);
		const text = JSON.stringify(file);
		const elsewhere =
			/https?:\/\/(?![\w-]+\.example\.com\/|(?:api\.(?:hubapi|pipedrive|twilio)|(?:sheets|www)\.googleapis|services\.leadconnectorhq|\{\{[^}]+\}\}\.zendesk)\.com\/)[^\s"\\)]*/g;
		expect(text.match(elsewhere)).toBeNull();
		expect(text.replace(/\+1\d{3}55501\d\d/g, '').match(/\+\d{7,}/g)).toBeNull();
		expect(file.nodes.length).toBeGreaterThan(steps.length);
	});
});

test('steps that create the same Data Table create it alike, and callers are forgotten in each', () => {
	const created = exampleNames
		.flatMap((name) => listSteps(readExampleFile(name)))
		.filter(({ parameters: { tableName } }) => tableName !== undefined);
	for (const { parameters: given } of created) {
		const first = created.find(({ parameters: { tableName } }) => tableName === given.tableName);
		expect(given).toEqual(first?.parameters);
	}
	const forgotten = JSON.stringify(readExampleFile('forget-callers')).match(/'voice_agent_\w+'/g);
	const tables = created.map(({ parameters: { tableName } }) => `'${String(tableName)}'`);
	// Claims name nobody, and who is not to be called has to stay known.
	const kept = ["'voice_agent_claims'", "'voice_agent_do_not_contact'"];
	expect(new Set([...(forgotten ?? []), ...kept])).toEqual(new Set(tables));
});

test('every example holds sample data, and each that a conversation starts a conversation', () => {
	const files = exampleNames.map((name) => ({ name, file: readExampleFile(name) }));
	expect(files.filter(({ file }) => Object.keys(file.pinData ?? {}).length === 0)).toEqual([]);
	const started = files.filter(({ file }) => file.nodes.some(({ type }) => type === triggerType));
	expect(Object.keys(samples).sort()).toEqual(started.map(({ name }) => name).sort());
});

// `npm run test:examples -- files --write` puts it there, for when a field of the conversation changes.
test.each(Object.entries(samples))('the sample in %s is what its trigger emits', (name, sample) => {
	const file = join(projectRoot, 'examples', `${name}.json`);
	const workflow: WorkflowFile & { pinData?: object } = JSON.parse(readFileSync(file, 'utf8'));
	const pinData = { ...workflow.pinData, 'Voice Agent Trigger': [{ json: createSample(sample) }] };
	if (isWriting) writeFileSync(file, `${JSON.stringify({ ...workflow, pinData }, null, 2)}\n`);
	expect(readExampleFile(name).pinData).toEqual(pinData);
});

test('the sample of error-workflow holds the failure in the words of the node', () => {
	const [message, advice] = errorCatalog['credential-reconnect-needed'];
	const error = { message, description: `${advice} — Code: credential-reconnect-needed` };
	expect(readExampleFile('error-workflow').pinData).toMatchObject({
		'Error Trigger': [{ json: { execution: { error } } }],
	});
});
