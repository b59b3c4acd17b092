import { dirname } from 'node:path';
import { readItems, type SavedWorkflow } from '../../host/n8n/n8n-workflow-types.mts';
import { waitUntil } from '../../host/wait-until.mts';
import { freezeClock } from '../support/clock.mts';
import { findSecrets, listSecrets, readDatabase } from '../support/n8n/find-secrets.mts';
import { runByHand, type HandRun } from '../support/n8n/run-by-hand.mts';
import { findWebhookUrl, useHost } from '../support/n8n/start-host.mts';
import {
	createTokenCredential,
	type CredentialReference,
} from '../support/n8n/connect-at-sandbox.mts';
import {
	chainNodes,
	countExecutions,
	createNode,
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

/** Saves a trigger with an access token credential that registers nothing. */
async function saveTrigger(
	voiceAgentTokenApi: CredentialReference,
	parameters: Record<string, unknown> = {},
): Promise<SavedWorkflow> {
	const options = { registration: 'manual' };
	const trigger = createTrigger({ authentication: 'accessToken', options, ...parameters });
	const credentials = { voiceAgentTokenApi };
	return await host.client.createWorkflow(
		chainNodes([{ ...trigger, credentials, webhookId: crypto.randomUUID() }]),
	);
}

test('the access token credential registers, receives and calls with the scheme Bearer', async () => {
	const { access_token: accessToken } = await host.sandbox.identity.issueTokens();
	const credentials = { voiceAgentTokenApi: await createTokenCredential(host, { accessToken }) };
	const authentication = 'accessToken';
	const nodes = [
		{ ...createTrigger({ authentication }), credentials, webhookId: crypto.randomUUID() },
		{
			...createNode('Who am I', 'n8n-nodes-voice-agent.voiceAgent', 1, {
				authentication,
				resource: 'user',
				operation: 'getCurrent',
			}),
			credentials,
		},
	];
	const workflow = await host.client.createWorkflow(chainNodes(nodes));
	await host.client.activate(workflow.id);
	await deliverTo(host, workflow);
	const [execution] = await host.client.listExecutions(workflow.id);
	if (execution === undefined) throw new Error('There is no execution.');
	expect(readItems(execution, 'Who am I')).toMatchObject([{ email: host.sandbox.user.email }]);
	const asked = host.sandbox.requests.filter(({ path }) => path.startsWith('/api/'));
	expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
		'GET /api/Users/me',
		'POST /api/Webhooks',
		'GET /api/Users/me',
	]);
	expect(asked.map(({ headers }) => headers.authorization)).toEqual(
		asked.map(() => `Bearer ${accessToken}`),
	);
	await host.client.deactivate(workflow.id);
});

/** Saves a trigger that requires tokens, with a credential of these fields. */
const createWith = async (fields: Record<string, unknown>, parameters: object = {}) =>
	await saveTrigger(await createTokenCredential(host, fields), {
		verifyDeliveries: 'require',
		...parameters,
	});

const expectedClient = 'the-service';

test.each([
	[{ checkSender: '={{ true }}', expectedClient: `={{ "${expectedClient}" }}` }, 401],
	[{ checkSender: '={{ false }}', expectedClient }, 200],
])('with the credential %j a delivery of another client gets %i', async (fields, status) => {
	const workflow = await createWith(fields);
	await host.client.activate(workflow.id);
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
	const unusable: [Record<string, unknown>, object, string[]][] = [
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
		const workflow = await createWith(fields, parameters);
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

/** Runs an operation of the action node with a pasted token. */
async function runOperation(parameters: Record<string, unknown>): Promise<HandRun> {
	const voiceAgentTokenApi = await createTokenCredential(host);
	const node = createNode('Voice Agent', 'n8n-nodes-voice-agent.voiceAgent', 1, {
		authentication: 'accessToken',
		...parameters,
	});
	return await runByHand(host, { ...node, credentials: { voiceAgentTokenApi } });
}

test('a missing variable fails, and sends nothing', async () => {
	const webhookUrl = 'https://n8n.example.com/webhook/calls';
	const registering = { resource: 'webhook', operation: 'register', webhookUrl };
	const { items, error } = await runOperation({ ...registering, options: { event: MISSING } });
	expect(items).toEqual([]);
	expect(error?.message).toContain("'Options → Event Names'");
	expect(host.sandbox.registrations).toEqual([]);
});

test.each([
	['={{ new Date(0) }}', '1970-01-01T00:00:00.000Z'],
	['={{ DateTime.fromISO("2026-11-26", { zone: "utc" }) }}', '2026-11-26T00:00:00.000Z'],
])('a text that is %s is %s', async (textField, name) => {
	const fieldValue = JSON.stringify(host.sandbox.createRecord());
	const reading = { resource: 'conversation', operation: 'getTranscript', source: 'field' };
	const { items, error } = await runOperation({ ...reading, fieldValue, textField });
	expect([error, Object.keys(items[0] ?? {})]).toEqual([undefined, [name]]);
});

test('a credential that is deleted after publishing answers 503, and no execution fails', async () => {
	const credential = await createTokenCredential(host, { signingSecret: 'the-signing-secret' });
	const workflow = await saveTrigger(credential);
	await host.client.activate(workflow.id);
	await host.client.deleteCredential(credential.id);
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

// What n8n wrote down is searched for tokens and secrets at the end of each suite with a real n8n: `close`.
test('a service that repeats the token in an error: it is left out, and so is the session token', async () => {
	const createAction = (resource: string, operation: string) =>
		createNode(operation, 'n8n-nodes-voice-agent.voiceAgent', 1, { resource, operation });
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
