import { deliverConversation } from '../../../host/demo/deliver-conversation.mts';
import { readDemoWorkflow } from '../../../host/demo/prepare-example.mts';
import type { N8nClient } from '../../../host/n8n/n8n-client.mts';
import { attachCredential, findTrigger } from '../../../host/n8n/voice-agent-nodes.mts';
import { serve } from '../../support/servers/serve.mts';
import { useSandbox } from '../../support/servers/use-sandbox.mts';

const sandbox = useSandbox();

test("a start does not wait for a workflow of the user's own that rejects deliveries", async () => {
	const n8n = await serve((request, response) => {
		// As the trigger responds to what it cannot verify now.
		const isRejected = request.url?.includes('/own/') === true;
		if (isRejected) response.setHeader('Retry-After', '30');
		response.writeHead(isRejected ? 503 : 200).end('{}');
	});
	const example = await readDemoWorkflow();
	const credential = { id: 'c1', name: 'Sandbox' };
	const workflow = { ...attachCredential(example, credential), id: 'w1', active: true };
	const { name, webhookId } = findTrigger(workflow);
	for (const id of ['own', webhookId]) {
		const url = `${n8n.url}/webhook/${id}/webhook`;
		const created_at = '2026-11-03T09:15:00Z';
		sandbox.registrations.push({ id, userId: sandbox.user.id, url, body: {}, created_at });
	}
	const listExecutions: N8nClient['listExecutions'] = async () => {
		const json = { id: sandbox.deliveries[0]?.conversationId };
		const runData = { [name]: [{ data: { main: [[{ json }]] } }] };
		return [{ id: '7', status: 'success', finished: true, data: { resultData: { runData } } }];
	};
	try {
		const shown = await deliverConversation(sandbox, { listExecutions }, n8n.url, workflow);
		expect(shown).toMatchObject({ executionId: '7', item: { id: shown.deliveredId } });
		expect(sandbox.deliveries.map(({ state }) => state)).toEqual(['pending', 'delivered']);
	} finally {
		await n8n.close();
	}
});
