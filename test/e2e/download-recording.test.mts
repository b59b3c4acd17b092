import { readFileSync } from 'node:fs';
import { startHost, type Host } from './start-host.mts';

jest.setTimeout(240_000);

const recordingBytes = 200_000_000;
const allowedGrowth = 64_000_000;
let host: Host;

beforeAll(async () => {
	host = await startHost();
});
afterAll(() => host.close());

/** What n8n's process occupies (Linux). */
function readOccupiedBytes(): number {
	const status = readFileSync(`/proc/${host.n8n.processId()}/status`, 'utf8');
	return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024;
}

async function publishDownload(): Promise<string> {
	const credential = await host.connect();
	const workflow = await host.importExample(credential);
	const [trigger] = workflow.nodes.filter(({ type }) => type.endsWith('.voiceAgentTrigger'));
	if (trigger === undefined) throw new Error('The example holds no trigger.');
	const download = {
		...trigger,
		id: 'download',
		name: 'Download Recording',
		type: 'n8n-nodes-voice-agent.voiceAgent',
		parameters: { resource: 'recording', operation: 'download' },
	};
	delete download.webhookId;
	await host.client.updateWorkflow({
		...workflow,
		nodes: [trigger, download],
		connections: {
			[trigger.name]: { main: [[{ node: download.name, type: 'main', index: 0 }]] },
		},
	});
	await host.client.activate(workflow.id);
	return workflow.id;
}

test('a recording of 200 MB passes through n8n with less than 64 MB more memory', async () => {
	const workflowId = await publishDownload();
	// The first execution loads what every later one uses.
	await host.sandbox.finishConversation();
	await host.client.waitForExecutions(workflowId, 1);
	const before = readOccupiedBytes();
	let highest = before;
	const timer = setInterval(() => {
		highest = Math.max(highest, readOccupiedBytes());
	}, 10);
	await host.sandbox.finishConversation({ recordingBytes });
	const executions = await host.client.waitForExecutions(workflowId, 2, 120_000);
	clearInterval(timer);
	expect(executions.map(({ status }) => status)).toEqual(['success', 'success']);
	expect(JSON.stringify(executions[1])).toContain(`"bytes":${recordingBytes}`);
	expect(highest - before).toBeLessThan(allowedGrowth);
});
