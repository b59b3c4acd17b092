import { randomUUID } from 'node:crypto';
import { attachCredential } from '../../host/n8n/voice-agent-nodes.mts';
import { findWebhookUrl, useHost } from '../support/n8n/start-host.mts';
import type { CredentialReference } from '../support/n8n/connect-at-sandbox.mts';
import {
	chainNodes,
	countExecutions,
	createTrigger,
	postEvent,
	withEnvironment,
} from '../support/n8n/trigger-scene.mts';

// What comes of a registration that fails, over the five attempts of a real n8n. Every other failure is
// in test/nodes and test/faults.
const host = useHost({ retryDelaysMs: [] });
let credential: CredentialReference;

beforeAll(async () => {
	credential = await host.connect();
});

beforeEach(() => {
	host.sandbox.registrations.length = 0;
	host.sandbox.requests.length = 0;
});

const countRegistrations = () =>
	host.sandbox.requests.filter(({ path }) => path.startsWith('/api/Webhooks')).length;

const rejectedByService = { options: { registrationBody: '{"address":"%WEBHOOK_URL%"}' } };

/** Publishes one trigger, which has to fail; gives what n8n shows as the reason. */
async function failToPublish(parameters = {}): Promise<string | null | undefined> {
	const file = attachCredential(chainNodes([createTrigger(parameters)]), credential);
	const workflow = await host.client.createWorkflow(file);
	await host.session.api('POST', `/workflows/${workflow.id}/activate`);
	const { status, triggers } = await host.client.publicationOutcome(workflow.id);
	expect({ status, triggers: triggers.length }).toEqual({ status: 'failed', triggers: 1 });
	// Nothing listens: n8n itself rejects a delivery.
	const answer = await postEvent(findWebhookUrl(host.n8n, workflow), { id: randomUUID() });
	expect(answer).toMatchObject({ httpStatus: 404, body: { code: 404 } });
	expect(countExecutions(host, workflow.id)).toBe(0);
	// When n8n starts it would publish it again.
	await host.client.deleteWorkflow(workflow.id);
	return triggers[0]?.errorMessage;
}

test('rejected (400): n8n shows the words of the service; five requests, no registration', async () => {
	const reason = await failToPublish(rejectedByService);
	expect(reason).toContain('The field url is required.');
	expect(reason).toContain('Registration Body');
	expect(reason).toContain('Code: registration-rejected');
	expect(countRegistrations()).toBe(5);
	expect(host.sandbox.registrations).toHaveLength(0);
});

test('the answer is lost: one request, one registration', async () => {
	// The second request would be answered as usual: were it sent, there would be two webhooks.
	const once = { target: 'webhooks', times: 1, afterEffect: true } as const;
	await host.sandbox.switchOnFault('dropped-connection', once);
	const reason = await failToPublish();
	expect(reason).toContain('delete it there');
	expect(reason?.split('Code: registration-unconfirmed. ')).toHaveLength(2);
	expect(countRegistrations()).toBe(1);
	expect(host.sandbox.registrations).toHaveLength(1);
});

// The last test, since n8n stays stopped behind it.
test('published the old way beside a trigger that is rejected: registered once, however often', async () => {
	const environment = { N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'false' };
	await withEnvironment(host, environment, async () => {
		const rejected = createTrigger(rejectedByService, 'Rejected');
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
