import { deliverConversation } from '../../../host/demo/deliver-conversation.mts';
import { describeConversation, describePlaces } from '../../../host/demo/describe-start.mts';
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

const call = {
	agent_title: 'Appointments',
	outcome: 'completed',
	customer_number: '+15550100',
	started_at: '2026-11-03T09:15:00Z',
	duration_seconds: 21.5,
	transcript: 'Assistant: Good morning.\nUser: Tuesday, please.',
};

test('the conversation begins with who called whom and when, then what was said', () => {
	expect(describeConversation(call).split('\n')).toEqual([
		expect.stringMatching(/^\+15550100 called Appointments on \d+ November 2026 at \d\d:\d\d\.$/),
		'Outcome completed, 21.5 seconds.',
		'',
		'  Assistant: Good morning.',
		'  User: Tuesday, please.',
	]);
});

test('an item of another output leads to the execution', () => {
	expect(describeConversation({ id: 1 })).toContain('look at the execution in n8n');
});

test('where to look next names pages and how to log in first', () => {
	const places = {
		owner: { email: 'owner@example.com', password: 'Sandbox-1' },
		sandboxUrl: 'http://127.0.0.1:4010',
		dataFolder: '/clone/.sandbox',
		logFile: '/clone/.sandbox/n8n/n8n.log',
	};
	const url = 'http://localhost:5678/workflow/w/executions/1';
	expect(describePlaces(url, places, 'Next:').split('\n').slice(0, 4)).toEqual([
		'Next:',
		'  see it in n8n   http://localhost:5678/workflow/w/executions/1',
		'                  log in as owner@example.com with Sandbox-1',
		"  finish another  http://127.0.0.1:4010 (the sandbox's page)",
	]);
});
