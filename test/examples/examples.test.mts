import { appendFile } from 'node:fs/promises';
import * as z from 'zod/v4';
import { attachCredential } from '../../host/n8n/voice-agent-nodes.mts';
import { savedWorkflow, type WorkflowNode } from '../../host/n8n/n8n-workflow-types.mts';
import { chainNodes, createNode, createTrigger } from '../support/n8n/trigger-scene.mts';
import { exampleNames, readExampleFile } from '../support/n8n/read-example.mts';
import { host, openExample, useExamplesHost } from './use-example.mts';

jest.setTimeout(600_000);

// Some examples count days in UTC, and so do their tests: none begins on one day and ends on the next.
const dayMs = 86_400_000;
const untilMidnightMs = dayMs - (Date.now() % dayMs);
if (untilMidnightMs < 600_000) {
	Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, untilMidnightMs + 1000);
}

// Every example in one real n8n, one after the other: each is imported as the editor does, set up as
// its notes say, published, and judged by what arrives where it sends things.
useExamplesHost();

// Each has a scenario of its name, whose tests are defined where it is loaded.
for (const name of exampleNames) {
	describe(name, () => void require(`./scenarios/${name}.mts`));
}

const turns = 200;
const stored = z.object({ data: z.string() });

const action = (name: string, resource: string, operation: string): WorkflowNode =>
	createNode(name, 'n8n-nodes-voice-agent.voiceAgent', 1, { resource, operation });

const workflow = chainNodes([
	createTrigger(),
	action('Download', 'recording', 'download'),
	action('Get Transcript', 'conversation', 'getTranscript'),
	action('Create Report', 'conversation', 'createReport'),
]);

// What n8n stores of the line of docs/outputs.md; what its steps emit is in
// test/nodes/VoiceAgent/chain.
test('n8n stores a conversation that each step keeps little more than once', async () => {
	const saved = await host.client.createWorkflow(attachCredential(workflow, await host.connect()));
	const line = openExample(saved);
	await line.publish();
	const { run } = await line.finish({ turns, withRecording: true });
	const { conversation } = run;
	expect(Object.keys(run.files('Create Report'))).toEqual(['recording', 'report']);
	const execution = stored.parse(await host.session.rest('GET', `/executions/${run.id}`));
	const [storedKb, itemKb] = [execution.data, JSON.stringify(conversation)].map((text) =>
		Math.round(Buffer.byteLength(text) / 1000),
	);
	const note = process.env.SUITE_NOTE;
	if (note !== undefined) {
		const measured = `a call of ${turns} turns is an item of ${itemKb} kB; with the chain n8n stores ${storedKb} kB`;
		await appendFile(note, `test:examples: ${measured}, beside the files\n`);
	}
	expect(storedKb).toBeLessThan(2.5 * (itemKb ?? 0));
	await line.retire();
});

const answer = z.object({
	report: z.object({
		targetVersion: z.string(),
		workflowResults: z.array(z.object({ ruleId: z.string(), nbAffectedWorkflows: z.number() })),
	}),
});

// n8n's own report on what 3.0 removes, over every example. It knows rules, not nodes of ours.
test('n8n names nothing in the examples that its version 3.0 removes', async () => {
	const { session, client } = host;
	const ids: string[] = [];
	for (const name of exampleNames) {
		const saved = await session.rest('POST', '/workflows', readExampleFile(name));
		ids.push(savedWorkflow.parse(saved).id);
	}
	expect(ids.length).toBeGreaterThan(5);
	const path = '/breaking-changes/report/refresh?version=v3';
	const { report } = answer.parse(await session.rest('POST', path));
	expect(report).toEqual({ targetVersion: 'v3', workflowResults: [] });
	for (const id of ids) await client.deleteWorkflow(id);
});

test('every vendor took what it was sent, and no other host was called by https', () => {
	expect(host.vendors.problems).toEqual([]);
});
