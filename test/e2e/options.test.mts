import { dirname } from 'node:path';
import type { SavedWorkflow } from '../../host/n8n/n8n-workflow-types.mts';
import { findTrigger } from '../../host/n8n/voice-agent-nodes.mts';
import { waitUntil } from '../../host/wait-until.mts';
import { freezeClock } from '../support/clock.mts';
import { describeAgentTools } from '../support/n8n/describe-agent-tools.mts';
import { findSecrets, listSecrets, readDatabase } from '../support/n8n/find-secrets.mts';
import { runByHand } from '../support/n8n/run-by-hand.mts';
import { findWebhookUrl, useHost } from '../support/n8n/start-host.mts';
import { createTokenCredential } from '../support/n8n/connect-at-sandbox.mts';
import {
	chainNodes,
	countExecutions,
	createAction,
	createTrigger,
	deliverTo,
	postEvent,
	publishNodes,
} from '../support/n8n/trigger-scene.mts';

// Options and fields that few users set: each once in a real n8n. The cases of each are in test/nodes.
const host = useHost({ retryDelaysMs: [] });

// Registrations outlive the workflow: without this, deliveries would go to earlier ones as well.
beforeEach(() => {
	host.sandbox.registrations.length = 0;
	host.sandbox.requests.length = 0;
	host.sandbox.clearFaults();
});

/** Saves a trigger that requires tokens and registers nothing, with an access token credential of these fields. */
async function saveTrigger(
	fields: Record<string, unknown>,
	parameters: Record<string, unknown> = {},
): Promise<SavedWorkflow> {
	const credentials = { voiceAgentTokenApi: await createTokenCredential(host, fields) };
	const trigger = createTrigger({
		authentication: 'accessToken',
		verifyDeliveries: 'require',
		options: { registration: 'manual' },
		...parameters,
	});
	return await host.client.createWorkflow(
		chainNodes([{ ...trigger, credentials, webhookId: crypto.randomUUID() }]),
	);
}

const expectedClient = 'the-service';

test.each([
	[{ checkSender: '={{ true }}', expectedClient: `={{ "${expectedClient}" }}` }, 401],
	[{ checkSender: '={{ false }}', expectedClient }, 200],
])('with a pasted token and %j a delivery of another client gets %i', async (fields, status) => {
	const { access_token: accessToken } = await host.sandbox.identity.issueTokens();
	const workflow = await saveTrigger({ accessToken, ...fields }, { options: {} });
	await host.client.activate(workflow.id);
	const headers = { authorization: `Bearer ${accessToken}` };
	expect(host.sandbox.requests.filter(({ path }) => path.startsWith('/api/'))).toMatchObject([
		{ method: 'GET', path: '/api/Users/me', headers },
		{ method: 'POST', path: '/api/Webhooks', headers },
	]);
	const deliverFrom = async (client: string) => {
		const token = await host.sandbox.identity.signJwt({ sub: client, azp: client });
		return postEvent(findWebhookUrl(host.n8n, workflow), host.sandbox.createRecord(), { token });
	};
	expect((await deliverFrom('another-client')).httpStatus).toBe(status);
	expect((await deliverFrom(expectedClient)).httpStatus).toBe(200);
	await host.client.deactivate(workflow.id);
});

/** n8n without a license has no variables, so each is missing. */
const MISSING = '={{ $vars.missing }}';

// n8n makes five attempts at each within a quarter of a minute, so all fail side by side.
test('a publication that fails names the field that cannot be used, or has the words of the service', async () => {
	const senders = { checkSender: true, expectedClient: '={{ "" }}', expectedSubject: 'a' };
	const rejected = { registrationBody: '{"address":"%WEBHOOK_URL%"}' };
	const unusable: [Record<string, unknown>, Record<string, unknown>, string[]][] = [
		[senders, {}, ["'Expected Client'"]],
		[{ signingSecret: '={{ undefined }}' }, {}, ["'Webhook Signing Secret'"]],
		[{}, { filters: { agents: MISSING } }, ["'Filters → Agents'"]],
		[{}, { verifyDeliveries: '={{ "off" }}' }, ["'Verify Deliveries'"]],
		[
			{},
			{ options: rejected },
			['The field url is required.', 'Registration Body', 'Code: registration-rejected'],
		],
	];
	const publishing = unusable.map(async ([fields, parameters, words]) => {
		const workflow = await saveTrigger(fields, parameters);
		await host.session.api('POST', `/workflows/${workflow.id}/activate`);
		const { status, triggers } = await host.client.publicationOutcome(workflow.id);
		expect({ status, triggers: triggers.length }).toEqual({ status: 'failed', triggers: 1 });
		for (const each of words) expect(triggers[0]?.errorMessage).toContain(each);
		// Nothing listens: n8n itself rejects a delivery.
		const answer = await postEvent(findWebhookUrl(host.n8n, workflow), { id: 'c-1' });
		expect(answer).toMatchObject({ httpStatus: 404, body: { code: 404 } });
		expect(countExecutions(host, workflow.id)).toBe(0);
	});
	await Promise.all(publishing);
	const asked = host.sandbox.requests.filter(({ path }) => path.startsWith('/api/Webhooks'));
	expect(asked).toHaveLength(5);
	expect(host.sandbox.registrations).toEqual([]);
});

test.each([
	['={{ new Date(0) }}', '1970-01-01T00:00:00.000Z'],
	['={{ DateTime.fromISO("2026-11-26", { zone: "utc" }) }}', '2026-11-26T00:00:00.000Z'],
])('a text that is %s is %s', async (textField, name) => {
	const fieldValue = JSON.stringify(host.sandbox.createRecord());
	const reading = { authentication: 'accessToken', source: 'field', fieldValue, textField };
	const node = createAction('conversation', 'getTranscript', reading);
	const credentials = { voiceAgentTokenApi: await createTokenCredential(host) };
	const { items, error } = await runByHand(host, { ...node, credentials });
	expect([error, Object.keys(items[0] ?? {})]).toEqual([undefined, [name]]);
});

test('a credential that is deleted after publishing answers 503, and no execution fails', async () => {
	const workflow = await saveTrigger({ signingSecret: 'the-signing-secret' });
	await host.client.activate(workflow.id);
	const { credentials } = findTrigger(workflow);
	await host.client.deleteCredential(credentials?.voiceAgentTokenApi?.id ?? '');
	const url = findWebhookUrl(host.n8n, workflow);
	expect(await postEvent(url, host.sandbox.createRecord())).toMatchObject({
		httpStatus: 503,
		retryAfter: expect.stringMatching(/^[1-9]\d*$/),
		body: { status: 'postponed', reason: 'credential-unusable' },
	});
	expect(await host.client.listExecutions(workflow.id)).toEqual([]);
	await host.client.deactivate(workflow.id);
});

test('Try to Delete asks the service to delete what was registered', async () => {
	const options = { onUnpublish: 'tryToDelete' };
	const workflow = await publishNodes(host, await host.connect(), [createTrigger({ options })]);
	const [registration] = host.sandbox.registrations;
	await host.client.deactivate(workflow.id);
	const asked = host.sandbox.requests.filter(({ method }) => method === 'DELETE');
	expect(asked).toMatchObject([
		{
			path: `/api/Webhooks/${registration?.id}`,
			headers: { authorization: expect.stringMatching(/^Bearer \S/) },
		},
	]);
});

test('Refresh Token refreshes the token once half its life is over', async () => {
	const { identity, requests } = host.sandbox;
	// The access token lives as long as the refresh token: it is no reason to refresh.
	const daySeconds = 86_400;
	identity.setLifetimes({ accessTokenSeconds: 30 * daySeconds });
	freezeClock(new Date(Date.now() - 16 * daySeconds * 1000));
	const credential = await host.connect();
	jest.useRealTimers();
	const workflow = await publishNodes(host, credential);
	const hasRefreshed = () => requests.some(({ form }) => form.grant_type === 'refresh_token');
	expect(hasRefreshed()).toBe(false);
	await deliverTo(host, workflow);
	await waitUntil(() => hasRefreshed() || undefined, { what: 'the sign-in to be refreshed' });
	identity.setLifetimes({ accessTokenSeconds: daySeconds });
	await host.client.deactivate(workflow.id);
});

// Within, so that its sign-in is made after the tests above, which end others.
describe('the node as a tool', () => describeAgentTools(host));

// What n8n wrote down is searched for tokens and secrets at the end of each suite with a real n8n: `close`.
test('a service that repeats the token in an error: it is left out, and so is the session token', async () => {
	// The first goes on if it fails, the second stops the workflow.
	const credential = await host.connect();
	const workflow = await publishNodes(host, credential, [
		createTrigger(),
		{ ...createAction('user', 'getCurrent'), onError: 'continueRegularOutput' },
		createAction('identity', 'getUserInfo'),
	]);
	const sessionToken = `session-${crypto.randomUUID()}`;
	for (const [index, status] of [400, 500].entries()) {
		const tokens = listSecrets(host.sandbox).filter(({ kind }) => kind === 'access token');
		const body = JSON.stringify({ message: `rejected: ${tokens.map(({ value }) => value)}` });
		expect(body).toMatch(/rejected: eyJ/);
		for (const target of ['users-me', 'userinfo'] as const) {
			await host.sandbox.switchOnFault('status', { target, status, body });
		}
		await host.sandbox.finishConversation({ overrides: { session_token: sessionToken } });
		const executions = await host.client.waitForExecutions(workflow.id, index + 1);
		expect(executions.at(-1)?.status).toBe('error');
		host.sandbox.clearFaults();
	}

	await host.n8n.stop();
	const dataFolder = dirname(host.n8n.logFile);
	// The failures are there, with what the service said, and without what it repeated.
	for (const part of ['transcript', 'request-rejected', 'service-failed', '[removed]']) {
		expect(readDatabase(dataFolder).get('execution_data')).toContain(part);
	}
	const known = [
		{ kind: 'session token', value: sessionToken },
		{ kind: 'name', value: credential.name },
		{ kind: 'line', value: 'n8n ready on' },
	];
	// The search looks into the log, the files of the database and its tables.
	const found = await findSecrets(dataFolder, known);
	expect(found).toEqual(
		expect.arrayContaining([
			'line in n8n.log',
			expect.stringMatching(/^name in .*database\.sqlite/),
			'name in table credentials_entity',
		]),
	);
	expect(found.filter((place) => !/^(?:line|name) in /.test(place))).toEqual([]);
});
