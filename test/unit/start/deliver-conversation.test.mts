import { once } from 'node:events';
import { createServer } from 'node:http';
import getPort from 'get-port';
import { deliverConversation } from '../../../host/demo/deliver-conversation.mts';
import type { N8nClient } from '../../../host/n8n/n8n-client.mts';
import { savedWorkflow } from '../../../host/n8n/n8n-workflow-types.mts';
import { startSandbox } from '../../../sandbox/start-sandbox.mts';

const trigger = {
	id: 'n1',
	name: 'Trigger',
	type: 'n8n-nodes-voice-agent.voiceAgentTrigger',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
	webhookId: 'example',
};
const workflow = savedWorkflow.parse({
	id: 'w1',
	name: 'Example',
	active: true,
	nodes: [trigger],
	connections: {},
});

test("a start does not wait for a workflow of the user's own that rejects deliveries", async () => {
	const port = await getPort();
	const n8n = createServer((request, response) => {
		// As the trigger responds to what it cannot verify now.
		const isRejected = request.url?.includes('/own/') === true;
		if (isRejected) response.setHeader('Retry-After', '30');
		response.statusCode = isRejected ? 503 : 200;
		response.end('{}');
	}).listen(port, '127.0.0.1');
	await once(n8n, 'listening');
	const sandbox = await startSandbox();
	for (const id of ['own', 'example']) {
		const url = `http://127.0.0.1:${port}/webhook/${id}/webhook`;
		const created_at = '2026-11-03T09:15:00Z';
		sandbox.registrations.push({ id, userId: sandbox.user.id, url, body: {}, created_at });
	}
	const listExecutions: N8nClient['listExecutions'] = async () => {
		const json = { id: sandbox.deliveries[0]?.conversationId };
		const runData = { Trigger: [{ data: { main: [[{ json }]] } }] };
		return [{ id: '7', status: 'success', finished: true, data: { resultData: { runData } } }];
	};
	try {
		const shown = await deliverConversation(
			sandbox,
			{ listExecutions },
			`http://127.0.0.1:${port}`,
			workflow,
		);
		expect(shown).toMatchObject({ executionId: '7', item: { id: shown.deliveredId } });
		expect(sandbox.deliveries.map(({ state }) => state)).toEqual(['pending', 'delivered']);
	} finally {
		await sandbox.close();
		n8n.close();
	}
});
