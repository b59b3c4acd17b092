import type { SavedWorkflow } from '../../host/n8n/n8n-workflow-types.mts';
import { findTrigger, findWebhookUrl, startHost, type Host } from './start-host.mts';

jest.setTimeout(240_000);

// One workflow through everything that makes n8n call the hooks of a trigger, and a restart, which
// makes it call none. In this order: each test stands on the one before.
let host: Host;
let workflow: SavedWorkflow;

const registeredUrls = () => host.sandbox.registrations.map(({ url }) => url);
const callsOfWebhooks = () =>
	host.sandbox.requests
		.filter(({ path }) => path.startsWith('/api/Webhooks'))
		.map(({ method }) => method);

beforeAll(async () => {
	host = await startHost();
	workflow = await host.importExample(await host.connect());
});

afterAll(() => host.close());

/** Takes part in a delivery that the trigger has to emit. */
async function expectDelivered(): Promise<void> {
	const { deliveries } = await host.sandbox.finishConversation();
	expect(deliveries.map(({ state }) => state)).toEqual(['delivered']);
}

/** Publishes the trigger with these parameters in place of its own. */
async function republish(parameters: Record<string, unknown>): Promise<void> {
	const before = await host.client.getWorkflow(workflow.id);
	const { id } = findTrigger(before);
	await host.client.updateWorkflow({
		...before,
		nodes: before.nodes.map((node) => (node.id === id ? { ...node, parameters } : node)),
	});
}

test('publishing registers the address of the trigger', async () => {
	await host.client.activate(workflow.id);
	expect(registeredUrls()).toEqual([findWebhookUrl(host.n8n, workflow)]);
	expect(host.sandbox.registrations[0]?.body).toMatchObject({
		url: findWebhookUrl(host.n8n, workflow),
		event_types: ['ConversationComplete'],
		enabled: true,
	});
	await expectDelivered();
});

test('unpublishing deletes nothing, and publishing again registers nothing new', async () => {
	await host.client.deactivate(workflow.id);
	expect(callsOfWebhooks()).toEqual(['POST']);
	await host.client.activate(workflow.id);
	expect(callsOfWebhooks()).toEqual(['POST']);
	await expectDelivered();
});

test.each(['restart', 'kill'] as const)('a %s of n8n registers nothing new', async (way) => {
	if (way === 'kill') await host.n8n.kill();
	await host.n8n.restart();
	expect(callsOfWebhooks()).toEqual(['POST']);
	await expectDelivered();
});

test('renaming the trigger and publishing registers nothing new', async () => {
	const before = await host.client.getWorkflow(workflow.id);
	const { name } = findTrigger(before);
	const renamed = 'Finished conversations';
	workflow = await host.client.updateWorkflow({
		...before,
		nodes: before.nodes.map((node) => (node.name === name ? { ...node, name: renamed } : node)),
		connections: { [renamed]: before.connections[name] },
	});
	expect(findTrigger(workflow).name).toBe(renamed);
	expect(callsOfWebhooks()).toEqual(['POST']);
	await expectDelivered();
});

test('a restart after the renaming registers nothing new', async () => {
	await host.n8n.restart();
	await host.client.deactivate(workflow.id);
	await host.client.activate(workflow.id);
	expect(callsOfWebhooks()).toEqual(['POST']);
	expect(host.sandbox.registrations).toHaveLength(1);
	await expectDelivered();
});

test('raising the revision registers once more', async () => {
	await republish({ options: { registerAgain: 2 } });
	expect(callsOfWebhooks()).toEqual(['POST', 'POST']);
});

test('other events are registered once, in any order, and each starts the workflow', async () => {
	const parameters = { triggerOn: 'otherEvents', options: { registerAgain: 2 } };
	await republish({ ...parameters, eventNames: 'SessionStarted, ConversationComplete' });
	expect(callsOfWebhooks()).toEqual(['POST', 'POST', 'POST']);
	expect(host.sandbox.registrations.at(-1)?.body).toMatchObject({
		event_types: ['ConversationComplete', 'SessionStarted'],
		enabled: true,
	});
	await republish({ ...parameters, eventNames: 'ConversationComplete, SessionStarted' });
	expect(callsOfWebhooks()).toEqual(['POST', 'POST', 'POST']);
	const record = host.sandbox.createRecord();
	const answers: unknown[][] = [];
	for (const event of ['SessionStarted', 'ConversationComplete']) {
		const deliveries = await host.sandbox.deliver(record, { event });
		const attempts = deliveries.flatMap((delivery) => delivery.attempts);
		answers.push(attempts.map(({ answer }) => Object(JSON.parse(answer)).status).toSorted());
	}
	// The two webhooks from before are for the one event alone, at the same address.
	expect(answers).toEqual([['accepted'], ['accepted', 'duplicate', 'duplicate']]);
});

test('nobody called the documentation-only event endpoint', () => {
	expect(host.sandbox.trappedCalls).toEqual([]);
});
