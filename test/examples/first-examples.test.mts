import * as z from 'zod/v4';
import { attachCredential } from '../../host/n8n/voice-agent-nodes.mts';
import type { WorkflowNode } from '../../host/n8n/n8n-workflow-types.mts';
import { exampleNames } from '../support/n8n/read-example.mts';
import { chainNodes, createNode, createTrigger } from '../support/n8n/trigger-scene.mts';
import { describeExamples } from './describe-examples.mts';
import { host, openExample } from './use-example.mts';

describeExamples(exampleNames.slice(0, 12));

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
	const { run } = await line.finish({ turns: 200, withRecording: true });
	const { conversation } = run;
	expect(Object.keys(run.files('Create Report'))).toEqual(['recording', 'report']);
	const execution = stored.parse(await host.session.rest('GET', `/executions/${run.id}`));
	const itemBytes = Buffer.byteLength(JSON.stringify(conversation));
	expect(Buffer.byteLength(execution.data)).toBeLessThan(2.5 * itemBytes);
	await line.retire();
});
