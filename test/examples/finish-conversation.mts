import type { SavedWorkflow } from '../../host/n8n/n8n-workflow-types.mts';
import type { ConversationOptions } from '../../sandbox/types.mts';
import { readRun, type Run } from './read-run.mts';
import type { ExamplesHost } from './start-host.mts';
import { waitForExecution } from './wait-for-execution.mts';

/**
 * Finishes a conversation in the sandbox and reads the execution that it starts. Fails the test if
 * it is not delivered to exactly this workflow.
 */
export async function finishConversation(
	host: ExamplesHost,
	workflow: SavedWorkflow,
	options: ConversationOptions = {},
): Promise<{ record: Record<string, unknown>; run: Run }> {
	const record = host.sandbox.createRecord(options);
	return { record, run: await deliverRecord(host, workflow, record) };
}

/** Delivers a record, which may have been delivered before, and reads the execution that it starts. */
export async function deliverRecord(
	host: ExamplesHost,
	workflow: SavedWorkflow,
	record: Record<string, unknown>,
): Promise<Run> {
	return readRun(host, workflow, await startByDelivery(host, workflow, record));
}

/** Delivers a record and waits for the end, whichever way, of the execution that it starts; returns its id. */
export function startByDelivery(
	host: ExamplesHost,
	workflow: SavedWorkflow,
	record: Record<string, unknown>,
): Promise<string> {
	return waitForExecution(host, workflow.id, async () => {
		const deliveries = await host.sandbox.deliver(record);
		expect(deliveries.map(({ attempts }) => attempts.map(({ answer }) => answer))).toEqual([
			[expect.stringContaining('accepted')],
		]);
	});
}

/** Delivers a record once more as it was; n8n is to run nothing. */
export async function deliverSame(
	host: ExamplesHost,
	record: Record<string, unknown>,
): Promise<void> {
	const deliveries = await host.sandbox.deliver(record);
	expect(deliveries.map(({ attempts }) => attempts.map(({ answer }) => answer))).toEqual([
		[expect.stringContaining('duplicate')],
	]);
}

/** Delivers a record once more as it was, and then a later state, which the example is to leave out. */
export async function deliverAgain(
	host: ExamplesHost,
	workflow: SavedWorkflow,
	record: Record<string, unknown>,
): Promise<void> {
	await deliverSame(host, record);
	const run = await deliverRecord(host, workflow, { ...record, status: 'Corrected' });
	expect(run.items('Remove Duplicates')).toEqual([]);
}

/** Takes a workflow away, so what is delivered next reaches the next example alone. */
export async function retireWorkflow(host: ExamplesHost, workflow: SavedWorkflow): Promise<void> {
	await host.client.deleteWorkflow(workflow.id);
	// The service would go on delivering to the address; the trigger keeps its registration on purpose.
	host.sandbox.registrations.length = 0;
}
