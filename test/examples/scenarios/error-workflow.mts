import { findTrigger } from '../../../host/n8n/voice-agent-nodes.mts';
import { createNode } from '../../support/n8n/trigger-scene.mts';
import { signInAs } from '../../support/n8n/connect-at-sandbox.mts';
import { setUps } from '../set-ups.mts';
import { host, useExample } from '../use-example.mts';

// The example behind another one that fails, with a stand-in for a chat.
const failing = useExample('post-call-alert', () => setUps['post-call-alert']);
const reporter = useExample('error-workflow', () => setUps['error-workflow']);

beforeAll(async () => {
	await reporter.publish();
	const { workflow } = failing;
	const { credentials } = findTrigger(workflow);
	const parameters = { resource: 'user', operation: 'getCurrent' };
	const name = 'Who Is Signed In?';
	const asking = createNode(name, 'n8n-nodes-voice-agent.voiceAgent', 1, parameters);
	await host.client.updateWorkflow({
		...workflow,
		nodes: [...workflow.nodes, { ...asking, credentials }],
		connections: {
			...workflow.connections,
			'Write Message': { main: [[{ node: name, type: 'main', index: 0 }]] },
		},
		settings: { ...workflow.settings, errorWorkflow: reporter.workflow.id },
	});
	await failing.publish();
});

// Other examples take the same credential.
afterAll(async () => signInAs(host, await host.refer('service'), host.sandbox.user));

/** Lets the failing workflow run, and reads the report that it causes. */
async function failOnce(): Promise<{ message: string; url: string }> {
	let executionId = '';
	// The report begins when the execution that failed has ended.
	const reportId = await reporter.waitForExecution(async () => {
		executionId = await failing.waitForExecution(async () => {
			await host.sandbox.finishConversation();
		});
	});
	await reporter.readRun(reportId);
	const [message] = host.vendors.chat.messages;
	const { url } = host.session;
	return {
		message: message ?? '',
		url: `${url}/workflow/${failing.workflow.id}/executions/${executionId}`,
	};
}

test('a failure of the service is reported with where to look', async () => {
	await host.sandbox.switchOnFault('status', { target: 'users-me', status: 403 });
	const { message, url } = await failOnce();
	host.sandbox.clearFaults();
	const [where, what, link] = message.split('\n');
	expect(where).toBe(`Workflow "${failing.workflow.name}" failed in node "Who Is Signed In?".`);
	expect(what).toMatch(
		/^The signed-in user is not allowed to do this\. Connect the credential as a user who has the permission\..* \(permission-denied\)$/,
	);
	expect(what).not.toContain('Code:');
	expect(link).toBe(`Execution: ${url}`);
});

test('a credential that must be reconnected is reported with what to do', async () => {
	host.sandbox.identity.revokeAccessTokens();
	host.sandbox.identity.revokeRefreshTokens();
	const { message, url } = await failOnce();
	expect(message).toMatch(/^A Voice Agent credential needs to be reconnected\.\n/);
	expect(message).toContain(`select Retry: ${url}`);
	expect(message).toContain(`Workflow: ${failing.workflow.name}, node: Who Is Signed In?`);
	expect(message).toMatch(
		/needs to be reconnected\. Reconnect this credential.* \(credential-reconnect-needed\)$/,
	);
});
