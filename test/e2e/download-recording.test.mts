import { readFileSync } from 'node:fs';
import { startHost, type Host } from './start-host.mts';
import { createNode, createTrigger, publishNodes } from './trigger-scene.mts';

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

/** By how much n8n's process grew at most while it passed one recording on, the execution of this number. */
async function measureGrowth(workflowId: string, number: number): Promise<number> {
	const before = readOccupiedBytes();
	let highest = before;
	const timer = setInterval(() => {
		highest = Math.max(highest, readOccupiedBytes());
	}, 10);
	await host.sandbox.finishConversation({ recordingBytes });
	const executions = await host.client.waitForExecutions(workflowId, number, 120_000);
	clearInterval(timer);
	expect(executions.filter(({ status }) => status !== 'success')).toEqual([]);
	expect(JSON.stringify(executions[number - 1])).toContain(`"bytes":${recordingBytes}`);
	return highest - before;
}

test('a recording of 200 MB passes through n8n with less than 64 MB more memory', async () => {
	const download = { resource: 'recording', operation: 'download' };
	const { id: workflowId } = await publishNodes(host, await host.connect(), [
		createTrigger(),
		createNode('Download Recording', 'n8n-nodes-voice-agent.voiceAgent', 1, download),
	]);
	// The first execution loads what every later one uses.
	await host.sandbox.finishConversation();
	await host.client.waitForExecutions(workflowId, 1);
	// What is held in memory is there with every recording; what waits to be collected only with some.
	let growth = Infinity;
	for (let number = 2; number <= 4 && growth >= allowedGrowth; number += 1) {
		growth = await measureGrowth(workflowId, number);
	}
	expect(growth).toBeLessThan(allowedGrowth);
});
