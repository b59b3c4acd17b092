import type { SavedWorkflow } from '../../../host/n8n/n8n-workflow-types.mts';
import { startReceiver, type Receiver } from '../../sandbox/start-receiver.mts';
import { retireWorkflow } from '../finish-conversation.mts';
import { importExample } from '../import-example.mts';
import { readRun } from '../read-run.mts';
import type { ExamplesHost } from '../start-host.mts';
import { readMessages } from '../targets/read-messages.mts';
import { waitForExecution } from '../wait-for-execution.mts';

/** The example behind another one that fails, with a local receiver in the place of a chat's webhook. */
export function checkErrorWorkflow(host: () => ExamplesHost): void {
	let chat: Receiver;
	let reporter: SavedWorkflow;
	let failing: SavedWorkflow;

	beforeAll(async () => {
		chat = await startReceiver({ status: 200, body: 'ok' });
		reporter = await importExample(host(), 'error-workflow', {
			parameters: { 'Send to Chat': { url: chat.url } },
		});
		await host().client.activate(reporter.id);
		const credential = await host().connect();
		const imported = await importExample(host(), 'first-conversation', {
			credentials: { voiceAgentOAuth2Api: credential },
		});
		failing = await host().client.updateWorkflow({
			...imported,
			nodes: [
				...imported.nodes,
				{
					id: 'd0a6c1b4-0f0e-4f6e-9a51-6a1f6f3f5d01',
					name: 'Who Is Signed In?',
					type: 'n8n-nodes-voice-agent.voiceAgent',
					typeVersion: 1,
					position: [520, 0],
					parameters: { resource: 'user', operation: 'getCurrent' },
					credentials: { voiceAgentOAuth2Api: credential },
				},
			],
			connections: {
				...imported.connections,
				'Edit Fields': { main: [[{ node: 'Who Is Signed In?', type: 'main', index: 0 }]] },
			},
			settings: { ...imported.settings, errorWorkflow: reporter.id },
		});
		await host().client.activate(failing.id);
	});

	afterAll(async () => {
		await chat.close();
		await retireWorkflow(host(), failing);
		await retireWorkflow(host(), reporter);
	});

	/** Lets the failing workflow run, and reads the report that it causes. */
	async function failOnce(): Promise<{ message: string; executionId: string }> {
		chat.received.length = 0;
		let executionId = '';
		// The report begins when the execution that failed has ended.
		const reportId = await waitForExecution(host(), reporter.id, async () => {
			executionId = await waitForExecution(host(), failing.id, async () => {
				await host().sandbox.finishConversation();
			});
		});
		await readRun(host(), reporter, reportId);
		const [message] = readMessages(chat);
		return { message: message ?? '', executionId };
	}

	test('a failure of the service is reported with where to look', async () => {
		await host().sandbox.switchOnFault('status', { target: 'users-me', status: 403 });
		const { message, executionId } = await failOnce();
		host().sandbox.clearFaults();
		const [where, what, link] = message.split('\n');
		expect(where).toBe('Workflow "First conversation" failed in node "Who Is Signed In?".');
		expect(what).toMatch(
			/^The signed-in user is not allowed to do this\. Connect the credential as a user who has the permission\..* \(permission-denied\)$/,
		);
		expect(what).not.toContain('Code:');
		expect(link).toBe(
			`Execution: ${host().session.url}/workflow/${failing.id}/executions/${executionId}`,
		);
	});

	test('a credential that must be reconnected is reported with what to do', async () => {
		host().sandbox.identity.revokeAccessTokens();
		host().sandbox.identity.revokeRefreshTokens();
		const { message, executionId } = await failOnce();
		expect(message).toMatch(/^A Voice Agent credential needs to be reconnected\.\n/);
		expect(message).toContain(
			`select Retry: ${host().session.url}/workflow/${failing.id}/executions/${executionId}`,
		);
		expect(message).toMatch(/Workflow: First conversation, node: Who Is Signed In\?/);
		expect(message).toMatch(/needs to be reconnected\. Reconnect this credential.* \(credential-reconnect-needed\)$/);
	});
}
