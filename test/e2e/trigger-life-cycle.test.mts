import { randomUUID } from 'node:crypto';
import type { SavedWorkflow, WorkflowNode } from '../../host/n8n/n8n-workflow-types.mts';
import {
	attachCredential,
	credentialType,
	describeCredential,
	findTrigger,
} from '../../host/n8n/voice-agent-nodes.mts';
import type { LoggedDelivery, SandboxUser } from '../../sandbox/types.mts';
import { findWebhookUrl, useHost } from '../support/n8n/start-host.mts';
import { signInAs, type CredentialReference } from '../support/n8n/connect-at-sandbox.mts';
import {
	chainNodes,
	connectAs,
	countExecutions,
	countSuccesses,
	createNode,
	createTrigger,
	findTestUrl,
	listenForTestEvent,
	postEvent,
	publishNodes,
	stopListening,
	waitUntilDeaf,
	withEnvironment,
} from '../support/n8n/trigger-scene.mts';

// What happens when…: each row starts from one published workflow with one registration. The table in
// docs/registrations.md says the same to users.
let credential: CredentialReference;

const createUser = (username: string): SandboxUser => ({
	id: randomUUID(),
	username,
	password: 'demo-password',
	name: username,
	email: `${username}@example.com`,
});
const [firstUser, secondUser] = [createUser('first'), createUser('second')];
const host = useHost({ users: [firstUser, secondUser], retryDelaysMs: [] });

beforeAll(async () => {
	credential = await connectAs(host, firstUser);
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

/** What the sender was told: the status in the body if the trigger answered, else n8n's HTTP status. */
function readAnswer({ attempts }: LoggedDelivery): string {
	const [attempt] = attempts;
	const body: unknown = JSON.parse(attempt?.answer ?? '');
	return attempt?.status === 200 ? String(Object(body).status) : String(attempt?.status);
}

/** Finishes a conversation and gives the answers of all registered URLs and how many executions began. */
async function finishConversation(): Promise<{ answers: string[]; executions: number }> {
	const before = countExecutions(host);
	const { deliveries } = await host.sandbox.finishConversation();
	const executions = countExecutions(host) - before;
	await countSuccesses(host);
	return { answers: deliveries.map(readAnswer).toSorted(), executions };
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

const withParameters = (parameters: Record<string, unknown>) => (trigger: WorkflowNode) => ({
	...trigger,
	parameters,
});

const renamed = (trigger: WorkflowNode) => ({ ...trigger, name: 'Renamed' });

const once = { registrations: 1, answers: ['accepted'], executions: 1 };
// The service keeps the earlier webhook as well and delivers twice.
const deliveredTwice = {
	registrations: 2,
	answers: ['accepted', 'duplicate'],
	executions: 1,
};

test.each<
	[
		string,
		(workflow: SavedWorkflow) => Promise<void>,
		{ registrations: number; answers: string[]; executions: number },
	]
>([
	['nothing', async () => undefined, once],
	[
		'unpublish',
		({ id }) => host.client.deactivate(id),
		{ registrations: 1, answers: ['404'], executions: 0 },
	],
	['unpublish, publish', republish, once],
	['restart (SIGTERM)', () => host.n8n.restart(), once],
	[
		'kill (SIGKILL), start',
		async () => {
			await host.n8n.kill();
			await host.n8n.restart();
		},
		once,
	],
	[
		'publish unchanged',
		async (workflow) => {
			await host.client.activate(workflow.id);
			await host.client.updateWorkflow({ ...workflow, active: true });
		},
		once,
	],
	[
		'edit another node, publish',
		async (workflow) => {
			const extra = createNode('Unconnected', 'n8n-nodes-base.noOp', 1);
			const nodes = [...workflow.nodes, extra];
			await host.client.updateWorkflow({ ...workflow, active: true, nodes });
		},
		once,
	],
	[
		'edit the trigger, publish',
		(workflow) => changeTrigger(workflow, withParameters({ output: 'flat' })),
		once,
	],
	['rename the trigger, publish', (workflow) => changeTrigger(workflow, renamed), once],
	[
		'rename the trigger, publish, restart, unpublish, publish',
		async (workflow) => {
			await changeTrigger(workflow, renamed);
			await host.n8n.restart();
			await republish(workflow);
		},
		once,
	],
	[
		'rename the workflow, unpublish, publish',
		async (workflow) => {
			await host.client.updateWorkflow({ ...workflow, active: true, name: 'Renamed' });
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
		{ registrations: 2, answers: ['accepted', 'accepted'], executions: 2 },
	],
	[
		'select a credential of another account, publish',
		async (workflow) => {
			const other = await connectAs(host, secondUser);
			const credentials = { [credentialType]: other };
			await changeTrigger(workflow, (trigger) => ({ ...trigger, credentials }));
			expect(host.sandbox.registrations.map(({ userId }) => userId)).toEqual([
				firstUser.id,
				secondUser.id,
			]);
		},
		deliveredTwice,
	],
	[
		'change the registration body, publish',
		(workflow) =>
			changeTrigger(
				workflow,
				withParameters({
					options: { registrationBody: '{"url":"%WEBHOOK_URL%","team":"sales"}' },
				}),
			),
		deliveredTwice,
	],
	[
		'name other events under Trigger On, publish',
		(workflow) =>
			changeTrigger(
				workflow,
				withParameters({
					triggerOn: 'otherEvents',
					eventNames: 'SessionStarted, ConversationComplete',
				}),
			),
		deliveredTwice,
	],
	[
		'raise the revision, publish',
		(workflow) => changeTrigger(workflow, withParameters({ options: { registerAgain: 2 } })),
		deliveredTwice,
	],
	[
		'delete the workflow',
		({ id }) => host.client.deleteWorkflow(id),
		{ registrations: 1, answers: ['404'], executions: 0 },
	],
])('%s', async (_what, act, expected) => {
	const workflow = await publishNodes(host, credential);
	const url = findWebhookUrl(host.n8n, workflow);
	expect(host.sandbox.registrations).toMatchObject([
		{ url, body: { url, event_types: ['ConversationComplete'], enabled: true } },
	]);
	await act(workflow);
	const outcome = await finishConversation();
	expect({ registrations: host.sandbox.registrations.length, ...outcome }).toEqual(expected);
	expect(countRegistrations()).toBe(expected.registrations);
});

test('two triggers in one workflow: one registration each, also after publishing again', async () => {
	const triggers = [createTrigger({}, 'First'), createTrigger({}, 'Second')];
	const workflow = await publishNodes(host, credential, triggers);
	await republish(workflow);
	expect(new Set(host.sandbox.registrations.map(({ url }) => url)).size).toBe(2);
	expect(countRegistrations()).toBe(2);
	expect(await finishConversation()).toEqual({
		answers: ['accepted', 'accepted'],
		executions: 2,
	});
});

test.each<[string, (own: CredentialReference) => Promise<void>]>([
	[
		'another address inside the credential',
		async ({ id, name }) => {
			// The same API by another name, so the same tokens serve.
			const apiBaseUrl = host.sandbox.url.replace('127.0.0.1', 'localhost');
			const data = { ...describeCredential(host.sandbox), apiBaseUrl };
			await host.client.updateCredential(id, name, credentialType, data);
		},
	],
	['the credential connected as another user', (own) => signInAs(host, own, secondUser)],
])('%s: nothing until the workflow is unpublished and published', async (_what, change) => {
	const own = await connectAs(host, firstUser);
	const workflow = await publishNodes(host, own);
	await change(own);
	await host.client.updateWorkflow({ ...workflow, active: true });
	expect({ registrations: countRegistrations(), ...(await finishConversation()) }).toEqual(once);
	await republish(workflow);
	expect({ registrations: countRegistrations(), ...(await finishConversation()) }).toEqual(
		deliveredTwice,
	);
});

test('listening for a test event three times registers the test URL once', async () => {
	const workflow = await publishNodes(host, credential);
	const urls = [findTestUrl(host, workflow), findWebhookUrl(host.n8n, workflow)].toSorted();

	await listenForTestEvent(host, workflow);
	// The same conversation goes to the production URL and to the test URL.
	expect(await finishConversation()).toEqual({ answers: ['accepted', 'accepted'], executions: 2 });
	await waitUntilDeaf(host, workflow);
	for (let times = 2; times <= 3; times += 1) {
		await listenForTestEvent(host, workflow);
		await stopListening(host, workflow);
	}

	expect(host.sandbox.registrations.map(({ url }) => url).toSorted()).toEqual(urls);
	expect(countRegistrations()).toBe(2);
	expect(await finishConversation()).toEqual({ answers: ['404', 'accepted'], executions: 1 });
});

describe('a registration that fails, over the five attempts of n8n', () => {
	/** Publishes a workflow of one trigger, which has to fail; gives what n8n shows as the reason. */
	async function failToPublish(workflow: SavedWorkflow): Promise<string | null | undefined> {
		await host.session.api('POST', `/workflows/${workflow.id}/activate`);
		const { status, triggers } = await host.client.publicationOutcome(workflow.id);
		expect({ status, triggers: triggers.length }).toEqual({ status: 'failed', triggers: 1 });
		return triggers[0]?.errorMessage;
	}

	const createWorkflow = (parameters: Record<string, unknown> = {}) =>
		host.client.createWorkflow(
			attachCredential(chainNodes([createTrigger(parameters)]), credential),
		);

	/** A delivery to a workflow that could not be published: n8n itself rejects it. */
	async function expectNothingListens(workflow: SavedWorkflow): Promise<void> {
		const answer = await postEvent(findWebhookUrl(host.n8n, workflow), { id: randomUUID() });
		expect(answer).toMatchObject({ httpStatus: 404, body: { code: 404 } });
		expect(countExecutions(host, workflow.id)).toBe(0);
	}

	test('rejected (400): n8n shows the words of the service; five requests, no registration', async () => {
		const workflow = await createWorkflow({
			options: { registrationBody: '{"address":"%WEBHOOK_URL%"}' },
		});
		const reason = await failToPublish(workflow);
		expect(reason).toContain('The field url is required.');
		expect(reason).toContain('Registration Body');
		expect(reason).toContain('Code: registration-rejected');
		expect(countRegistrations()).toBe(5);
		expect(host.sandbox.registrations).toHaveLength(0);
		await expectNothingListens(workflow);
	});

	test('not refreshed: n8n shows the words of the identity server; two requests, the second asked for', async () => {
		await host.sandbox.switchOnFault('token-expired');
		const body = JSON.stringify({ error: 'too_many_requests', error_description: 'Slow down' });
		await host.sandbox.switchOnFault('status', { target: 'token', status: 429, body });
		const workflow = await createWorkflow();
		const reason = await failToPublish(workflow);
		host.sandbox.clearFaults();
		expect(reason).toContain('Code: identity-unavailable. ');
		expect(reason).toContain('Slow down');
		const refreshes = host.sandbox.requests.filter(({ path }) => path.endsWith('/token'));
		expect(refreshes).toHaveLength(2);
		await expectNothingListens(workflow);
	});

	test('the answer is lost: one request, one registration', async () => {
		// The second request would be answered as usual: were it sent, there would be two webhooks.
		const once = { target: 'webhooks', times: 1, afterEffect: true } as const;
		await host.sandbox.switchOnFault('dropped-connection', once);
		const workflow = await createWorkflow();
		const reason = await failToPublish(workflow);
		expect(reason).toContain('delete it there');
		expect(reason?.split('Code: registration-unconfirmed. ')).toHaveLength(2);
		expect(countRegistrations()).toBe(1);
		expect(host.sandbox.registrations).toHaveLength(1);
		await expectNothingListens(workflow);
	});
});

// The last two, since n8n stays stopped behind each.
test('another WEBHOOK_URL: nothing at the restart, one more once published again', async () => {
	const workflow = await publishNodes(host, credential);
	const environment = { WEBHOOK_URL: `http://127.0.0.1:${host.n8n.port}/` };
	await withEnvironment(host, environment, async () => {
		// The old address still leads to this n8n.
		expect({ registrations: countRegistrations(), ...(await finishConversation()) }).toEqual(once);
		await republish(workflow);
		expect(host.sandbox.registrations.map(({ url }) => new URL(url).hostname)).toEqual([
			'localhost',
			'127.0.0.1',
		]);
		expect({ registrations: countRegistrations(), ...(await finishConversation()) }).toEqual(
			deliveredTwice,
		);
	});
});

test('published the old way beside a trigger that is rejected: registered once, however often', async () => {
	const environment = { N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'false' };
	await withEnvironment(host, environment, async () => {
		const rejected = createTrigger(
			{ options: { registrationBody: '{"address":"%WEBHOOK_URL%"}' } },
			'Rejected',
		);
		const nodes = chainNodes([createTrigger(), rejected]);
		const workflow = await host.client.createWorkflow(attachCredential(nodes, credential));
		for (let times = 0; times < 3; times++) {
			await expect(host.session.api('POST', `/workflows/${workflow.id}/activate`)).rejects.toThrow(
				'The field url is required.',
			);
		}
		expect(host.sandbox.registrations.map(({ url }) => url)).toEqual([
			findWebhookUrl(host.n8n, workflow),
		]);
	});
});
