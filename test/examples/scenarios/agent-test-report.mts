import type { SavedWorkflow } from '../../../host/n8n/n8n-workflow-types.mts';
import type { ConversationOptions } from '../../../sandbox/types.mts';
import { startReceiver, type Receiver } from '../../sandbox/start-receiver.mts';
import { finishConversation, retireWorkflow } from '../finish-conversation.mts';
import { importExample } from '../import-example.mts';
import { runByHand } from '../read-run.mts';
import type { ExamplesHost } from '../start-host.mts';
import { deleteDataTable, readDataTable } from '../targets/data-tables.mts';
import { readMessages } from '../targets/read-messages.mts';

/** The example against a Data Table and a local receiver in the place of a chat's webhook. */
export function checkAgentTestReport(host: () => ExamplesHost): void {
	let chat: Receiver;
	let workflow: SavedWorkflow;
	const rows = () => readDataTable(host().session, 'voice_agent_test_results');
	const finishTest = (agent_title: string, options: ConversationOptions = {}) =>
		finishConversation(host(), workflow, {
			withTestRun: true,
			...options,
			overrides: { agent_title, ...options.overrides },
		});

	beforeAll(async () => {
		chat = await startReceiver({ status: 200, body: 'ok' });
		workflow = await importExample(host(), 'agent-test-report', {
			credentials: { voiceAgentOAuth2Api: await host().connect() },
			parameters: { 'Send to Chat': { url: chat.url } },
		});
		await host().client.activate(workflow.id);
	});

	afterAll(async () => {
		await chat.close();
		await retireWorkflow(host(), workflow);
	});

	test('a morning before the first test sends nothing and reports no error', async () => {
		const run = await runByHand(host(), workflow, 'Every Morning');
		expect(run.items('Get Latest Results')).toEqual([]);
		expect(await rows()).toEqual([]);
		expect(readMessages(chat)).toEqual([]);
		// What follows begins without a table as well.
		await deleteDataTable(host().session, 'voice_agent_test_results');
	});

	test('each test becomes a row with its verdict', async () => {
		await finishTest('Reception');
		await finishTest('Reception', { outcome: 'failed' });
		await finishTest('Reception', { overrides: { test_eval_result: null } });
		await finishTest('Parcels', { shape: 'A' });
		const verdicts = (await rows()).map(({ agent, passed, failed, not_evaluated }) => [
			agent,
			passed,
			failed,
			not_evaluated,
		]);
		expect(verdicts).toEqual([
			['Reception', 1, 0, 0],
			['Reception', 0, 1, 0],
			['Reception', 0, 0, 1],
			['Parcels', 1, 0, 0],
		]);
	});

	test('a conversation that is no test is left out', async () => {
		const { deliveries } = await host().sandbox.finishConversation();
		expect(deliveries[0]?.attempts[0]?.answer).toContain('ignored');
	});

	test('the report counts by agent and says why tests failed', async () => {
		await runByHand(host(), workflow, 'Every Morning');
		expect(readMessages(chat)).toEqual([
			[
				'Agent tests of the last 24 hours',
				'Reception: 1 passed, 1 failed, 1 not evaluated',
				'  – The conversation ended before the goal was reached.',
				'Parcels: 1 passed, 0 failed',
			].join('\n'),
		]);
	});

	test('the name of an agent mentions nobody in the chat', async () => {
		chat.received.length = 0;
		await finishTest('<!channel> @all');
		await runByHand(host(), workflow, 'Every Morning');
		expect(readMessages(chat)[0]).toContain('\n‹!channel> @ all: 1 passed, 0 failed');
	});
}
