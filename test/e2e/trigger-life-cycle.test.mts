import { randomUUID } from 'node:crypto';
import type { SavedWorkflow, WorkflowNode } from '../../host/n8n/n8n-workflow-types.mts';
import { credentialType, findTrigger } from '../../host/n8n/voice-agent-nodes.mts';
import { choosePeople } from '../../sandbox/default-people.mts';
import type { LoggedDelivery, SandboxUser } from '../../sandbox/types.mts';
import { findWebhookUrl, useHost } from '../support/n8n/start-host.mts';
import {
	connectAtSandbox,
	signInAs,
	type CredentialReference,
} from '../support/n8n/connect-at-sandbox.mts';
import { startPingingService } from '../support/servers/start-pinging-service.mts';
import {
	countExecutions,
	countSuccesses,
	createNode,
	createTrigger,
	findTestUrl,
	listenForTestEvent,
	publishNodes,
	stopListening,
	waitUntilDeaf,
} from '../support/n8n/trigger-scene.mts';

// What happens when…: each row starts from one published workflow with one registration. The table in
// docs/registrations.md says the same to users. Parameters that register again: test/nodes/VoiceAgentTrigger.
const { user: firstUser } = choosePeople({});
const secondUser: SandboxUser = { ...firstUser, id: randomUUID(), username: 'second' };
// A busy machine may take longer for a delivery than its copy waits. The copy then gets 503 and is sent again.
const retryDelaysMs = [0, 0, 0];
const host = useHost({ users: [firstUser, secondUser], retryDelaysMs });
let credential: CredentialReference;

beforeAll(async () => {
	credential = await host.connect();
});

// Registrations outlive the workflow: without this, deliveries would go to the rows before as well.
beforeEach(() => {
	host.sandbox.registrations.length = 0;
	host.sandbox.requests.length = 0;
});

/** How often the service was asked for anything about webhooks: for a new one each time. */
const countRegistrations = () => {
	const asked = host.sandbox.requests.filter(({ path }) => path.startsWith('/api/Webhooks'));
	expect(asked.filter(({ method }) => method !== 'POST')).toEqual([]);
	return asked.length;
};

/** What the sender was told first but to come again: the status in the body if the trigger answered, else n8n's HTTP status. */
function readAnswer({ attempts }: LoggedDelivery): string {
	const attempt = attempts.find(({ answer }) => !answer.includes('still-under-way'));
	const body: unknown = JSON.parse(attempt?.answer ?? '');
	return attempt?.status === 200 ? String(Object(body).status) : String(attempt?.status);
}

/** What came of a conversation. */
interface Outcome {
	/** How many webhooks the service was asked for until then. */
	registrations: number;
	/** Those of all registered URLs. */
	answers: string[];
	executions: number;
}

async function finishConversation(): Promise<Outcome> {
	const registrations = countRegistrations();
	const before = countExecutions(host);
	const { deliveries } = await host.sandbox.finishConversation();
	const executions = countExecutions(host) - before;
	await countSuccesses(host);
	return { registrations, answers: deliveries.map(readAnswer).toSorted(), executions };
}

async function republish(workflow: SavedWorkflow): Promise<void> {
	await host.client.deactivate(workflow.id);
	await host.client.activate(workflow.id);
}

/** Saves the workflow with its trigger changed, which publishes it again. */
async function changeTrigger(
	workflow: SavedWorkflow,
	change: (trigger: WorkflowNode) => WorkflowNode,
): Promise<void> {
	const { id } = findTrigger(workflow);
	const nodes = workflow.nodes.map((node) => (node.id === id ? change(node) : node));
	const name = nodes.find((node) => node.id === id)?.name ?? '';
	const connections = { [name]: workflow.connections[findTrigger(workflow).name] };
	await host.client.updateWorkflow({ ...workflow, active: true, nodes, connections });
}

const setParameters = (parameters: Record<string, unknown>) => (workflow: SavedWorkflow) =>
	changeTrigger(workflow, (trigger) => ({ ...trigger, parameters }));

const rename = (trigger: WorkflowNode) => ({ ...trigger, name: 'Renamed' });

const once: Outcome = { registrations: 1, answers: ['accepted'], executions: 1 };
const acceptedTwice: Outcome = {
	registrations: 2,
	answers: ['accepted', 'accepted'],
	executions: 2,
};
const gone: Outcome = { registrations: 1, answers: ['404'], executions: 0 };
// The service keeps the earlier webhook as well and delivers twice.
const deliveredTwice: Outcome = {
	registrations: 2,
	answers: ['accepted', 'duplicate'],
	executions: 1,
};

test.each<[string, (workflow: SavedWorkflow) => Promise<void>, Outcome]>([
	['unpublish', ({ id }) => host.client.deactivate(id), gone],
	[
		'publish unchanged, edit another node, publish',
		async (workflow) => {
			await host.client.activate(workflow.id);
			await host.client.updateWorkflow({ ...workflow, active: true });
			const nodes = [...workflow.nodes, createNode('Unconnected', 'n8n-nodes-base.noOp', 1)];
			await host.client.updateWorkflow({ ...workflow, active: true, nodes });
		},
		once,
	],
	['edit the trigger, publish', setParameters({ output: 'flat' }), once],
	[
		'rename trigger and workflow, publish, kill (SIGKILL), start, unpublish, publish',
		async (workflow) => {
			await changeTrigger({ ...workflow, name: 'Renamed' }, rename);
			await host.n8n.kill();
			await host.n8n.restart();
			await republish(workflow);
		},
		once,
	],
	[
		'copy the workflow, publish the copy',
		async ({ nodes }) => {
			const copies = nodes.map((node) => ({ ...node, webhookId: undefined, id: randomUUID() }));
			await publishNodes(host, credential, copies);
		},
		acceptedTwice,
	],
	[
		'select a credential of another account, publish',
		async (workflow) => {
			const other = await connectAtSandbox(host, 'Second user', { user: secondUser });
			const credentials = { [credentialType]: other };
			await changeTrigger(workflow, (trigger) => ({ ...trigger, credentials }));
			expect(host.sandbox.registrations.map(({ userId }) => userId)).toEqual([
				firstUser.id,
				secondUser.id,
			]);
		},
		deliveredTwice,
	],
	['raise the revision, publish', setParameters({ options: { registerAgain: 2 } }), deliveredTwice],
	['delete the workflow', ({ id }) => host.client.deleteWorkflow(id), gone],
])('%s', async (_what, act, expected) => {
	const workflow = await publishNodes(host, credential);
	const url = findWebhookUrl(host.n8n, workflow);
	expect(host.sandbox.registrations).toMatchObject([
		{ url, body: { url, event_types: ['ConversationComplete'], enabled: true } },
	]);
	await act(workflow);
	expect(await finishConversation()).toEqual(expected);
	expect(host.sandbox.registrations).toHaveLength(expected.registrations);
});

test('two triggers in one workflow: one registration each, also after publishing again', async () => {
	const triggers = [createTrigger({}, 'First'), createTrigger({}, 'Second')];
	const workflow = await publishNodes(host, credential, triggers);
	await republish(workflow);
	expect(new Set(host.sandbox.registrations.map(({ url }) => url)).size).toBe(2);
	expect(await finishConversation()).toEqual(acceptedTwice);
});

test('the credential connected as another user: nothing until the workflow is unpublished and published', async () => {
	const own = await host.connect();
	const workflow = await publishNodes(host, own);
	await signInAs(host, own, secondUser);
	await host.client.updateWorkflow({ ...workflow, active: true });
	expect(await finishConversation()).toEqual(once);
	await republish(workflow);
	expect(await finishConversation()).toEqual(deliveredTwice);
});

test('listening for a test event three times registers the test URL once', async () => {
	const workflow = await publishNodes(host, credential);
	const urls = [findTestUrl(host, workflow), findWebhookUrl(host.n8n, workflow)].toSorted();

	await listenForTestEvent(host, workflow);
	// The same conversation goes to the production URL and to the test URL.
	expect(await finishConversation()).toEqual(acceptedTwice);
	await waitUntilDeaf(host, workflow);
	for (let times = 2; times <= 3; times += 1) {
		await listenForTestEvent(host, workflow);
		await stopListening(host, workflow);
	}

	expect(host.sandbox.registrations.map(({ url }) => url).toSorted()).toEqual(urls);
	const unheard = { registrations: 2, answers: ['404', 'accepted'], executions: 1 };
	expect(await finishConversation()).toEqual(unheard);
});

test.each([
	['by an event name of its own', '{"event":"Ping"}', 'event-not-wanted'],
	['by an empty body', '', 'no-event'],
])('a service that tests the URL %s before it registers it gets a 200', async (_, test, reason) => {
	const service = await startPingingService();
	service.setTest(test);
	const own = await host.connect({ apiBaseUrl: service.url });
	const { id } = await publishNodes(host, own);
	expect(service.asked).toEqual([{ status: 200, body: { status: 'ignored', reason } }]);
	expect(countExecutions(host, id)).toBe(0);
	await service.close();
});
