import type { ConversationOptions, Sandbox } from '../../sandbox/types.mts';
import type { N8nClient } from '../n8n/n8n-client.mts';
import { readItems, type SavedWorkflow } from '../n8n/n8n-workflow-types.mts';
import { buildWebhookUrl, findTrigger } from '../n8n/voice-agent-nodes.mts';
import { waitUntil } from '../wait-until.mts';

// Four attempts of 30 s each, and the waits between them.
const deliveryLimitMs = 240_000;

/** What every start shows. */
export const demonstratedConversation: ConversationOptions = { dialogue: 'booking' };

/**
 * Finishes a conversation in the sandbox and waits for the execution of the workflow in which the
 * trigger emitted it. Throws, naming what came instead, if it was not delivered or not emitted. What other
 * workflows respond is not waited for: one that rejects deliveries gets them again for a minute or more.
 */
export async function deliverConversation(
	sandbox: Pick<Sandbox, 'createRecord' | 'deliver' | 'deliveries'>,
	client: Pick<N8nClient, 'listExecutions'>,
	n8nUrl: string,
	workflow: SavedWorkflow,
): Promise<{ deliveredId: string; item: Record<string, unknown>; executionId: string }> {
	const { name } = findTrigger(workflow);
	const webhookUrl = buildWebhookUrl(n8nUrl, workflow);
	const record = sandbox.createRecord(demonstratedConversation);
	void sandbox.deliver(record);
	const delivery = sandbox.deliveries.find(
		({ url, conversationId }) => url.startsWith(webhookUrl) && conversationId === record.id,
	);
	if (delivery === undefined) throw new Error('The sandbox knows no webhook of this workflow.');
	await waitUntil(() => (delivery.state === 'pending' ? undefined : true), {
		what: 'n8n to take the conversation',
		timeoutMs: deliveryLimitMs,
	});
	if (delivery.state !== 'delivered') {
		const last = delivery.attempts.at(-1);
		throw new Error(`n8n did not take the delivery (${last?.status ?? 0}): ${last?.answer ?? ''}`);
	}
	return waitUntil(
		async () => {
			for (const execution of await client.listExecutions(workflow.id)) {
				const item = readItems(execution, name).find(({ id }) => id === record.id);
				if (item === undefined) continue;
				if (execution.status === 'success') {
					return { deliveredId: delivery.conversationId, item, executionId: execution.id };
				}
				const reason = execution.data?.resultData.error?.message ?? execution.status;
				throw new Error(`Execution ${execution.id} failed: ${reason}`);
			}
			return undefined;
		},
		{ what: `an execution that emits conversation ${String(record.id)}` },
	);
}
