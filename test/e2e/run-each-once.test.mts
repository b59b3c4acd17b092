import { CREDENTIAL_BLANKING_VALUE } from 'n8n-workflow';
import * as z from 'zod/v4';
import { describeCredential } from '../../host/n8n/voice-agent-nodes.mts';
import { readItems, type SavedWorkflow } from '../../host/n8n/n8n-workflow-types.mts';
import { waitUntil } from '../../host/wait-until.mts';
import { startSandbox } from '../../sandbox/start-sandbox.mts';
import type { FaultOptions } from '../../sandbox/faults/faults.mts';
import type { RecordedRequest, Sandbox } from '../../sandbox/types.mts';
import { runByHand, type HandRun } from '../support/n8n/run-by-hand.mts';
import { findWebhookUrl, useHost } from '../support/n8n/start-host.mts';
import type { CredentialReference } from '../support/n8n/connect-at-sandbox.mts';
import {
	chainNodes,
	createNode,
	createTrigger,
	postEvent,
	publishNodes,
} from '../support/n8n/trigger-scene.mts';

// What a user can select and seldom does: each once in a real n8n. The cases of each are in test/nodes.
const host = useHost({ retryDelaysMs: [] });
let elsewhere: Sandbox;

beforeAll(async () => {
	elsewhere = await startSandbox();
});

afterAll(() => elsewhere.close());

// Registrations outlive the workflow: without this, deliveries would go to earlier ones as well.
beforeEach(() => {
	host.sandbox.registrations.length = 0;
	host.sandbox.requests.length = 0;
	host.sandbox.clearFaults();
});

const listRequests = (method: string, pathEnd: string) =>
	host.sandbox.requests.filter(
		(request) => request.method === method && request.path.endsWith(pathEnd),
	);

/** An access token credential that the API made of these fields. */
async function createTokenCredential(
	fields: Record<string, unknown>,
): Promise<CredentialReference> {
	const { url: apiBaseUrl, identityServerUrl } = host.sandbox;
	const name = 'Access token';
	const data = { apiBaseUrl, identityServerUrl, ...fields };
	return { id: await host.client.createCredential(name, 'voiceAgentTokenApi', data), name };
}

/** Saves a trigger with such a credential that registers nothing. */
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

async function issueToken(): Promise<string> {
	return (await host.sandbox.identity.issueTokens()).access_token;
}

/** Finishes a conversation and gives what the trigger emitted for it. */
async function deliverTo(workflow: SavedWorkflow): Promise<Record<string, unknown>> {
	const { record, deliveries } = await host.sandbox.finishConversation();
	expect(deliveries.map(({ state }) => state)).toEqual(['delivered']);
	return waitForItem(workflow, record.id);
}

function waitForItem(workflow: SavedWorkflow, id: unknown): Promise<Record<string, unknown>> {
	return waitUntil(
		async () =>
			(await host.client.listExecutions(workflow.id))
				.flatMap((execution) => readItems(execution, 'Voice Agent Trigger'))
				.find((item) => item.id === id),
		{ what: 'the execution of the conversation', timeoutMs: 30_000 },
	);
}

test('the access token credential registers, receives and calls with the scheme Bearer', async () => {
	const token = await issueToken();
	const credentials = { voiceAgentTokenApi: await createTokenCredential({ accessToken: token }) };
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
	await deliverTo(workflow);
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
		asked.map(() => `Bearer ${token}`),
	);
	await host.client.deactivate(workflow.id);
});

test.each([
	['continueErrorOutput', 1, true],
	['continueRegularOutput', 0, false],
])('with On Error %s a failed item keeps its fields: %s', async (onError, output, isKept) => {
	const voiceAgentTokenApi = await createTokenCredential({ accessToken: await issueToken() });
	const failing = {
		...createNode('Who am I', 'n8n-nodes-voice-agent.voiceAgent', 1, {
			authentication: 'accessToken',
			resource: 'user',
			operation: 'getCurrent',
		}),
		credentials: { voiceAgentTokenApi },
		onError,
	};
	const { name, nodes, connections, settings } = await saveTrigger(voiceAgentTokenApi);
	const after = createNode('After', 'n8n-nodes-base.noOp', 1);
	const toAfter = { node: after.name, type: 'main', index: 0 };
	const [trigger] = nodes;
	const workflow = await host.client.createWorkflow({
		name,
		settings,
		nodes: [...nodes, failing, after],
		connections: {
			...connections,
			[trigger?.name ?? '']: { main: [[{ ...toAfter, node: failing.name }]] },
			[failing.name]: { main: output === 0 ? [[toAfter]] : [[], [toAfter]] },
		},
	});
	await host.client.activate(workflow.id);
	await host.sandbox.switchOnFault('status', { target: 'users-me', status: 403 });
	const record = host.sandbox.createRecord();
	await postEvent(findWebhookUrl(host.n8n, workflow), record);
	await waitForItem(workflow, record.id);
	const [execution] = await host.client.listExecutions(workflow.id);
	if (execution === undefined) throw new Error('There is no execution.');
	const [item, ...others] = readItems(execution, after.name);
	expect(others).toEqual([]);
	expect(item?.error).toMatch(/not allowed.*Code: permission-denied$/);
	expect(item?.id).toBe(isKept ? record.id : undefined);
	expect(Object.keys(item ?? {}).length).toBeGreaterThan(isKept ? 10 : 0);
	await host.client.deactivate(workflow.id);
});

/** Runs n8n's HTTP Request node against the API with a credential of ours. */
async function requestUser(type: string, credential: CredentialReference): Promise<HandRun> {
	const node = createNode('HTTP Request', 'n8n-nodes-base.httpRequest', 4.2, {
		url: `${host.sandbox.url}/api/Users/me`,
		authentication: 'predefinedCredentialType',
		nodeCredentialType: type,
		options: {},
	});
	return runByHand(host, { ...node, credentials: { [type]: credential } });
}

test("the OAuth2 credential works in n8n's HTTP Request node, also when its token has ended", async () => {
	const credential = await host.connect();
	const first = await requestUser('voiceAgentOAuth2Api', credential);
	await host.sandbox.switchOnFault('token-expired');
	const refreshed = await requestUser('voiceAgentOAuth2Api', credential);
	expect([first, refreshed]).toMatchObject(
		[0, 1].map(() => ({ items: [{ email: host.sandbox.user.email }], error: undefined })),
	);
	const tokens = listRequests('GET', '/api/Users/me').map(({ headers }) => headers.authorization);
	expect(new Set(tokens).size).toBe(2);
});

test("the access token credential works in n8n's HTTP Request node", async () => {
	const token = await issueToken();
	const credential = await createTokenCredential({ accessToken: token });
	const { items } = await requestUser('voiceAgentTokenApi', credential);
	expect(items).toMatchObject([{ email: host.sandbox.user.email }]);
	expect(listRequests('GET', '/api/Users/me').at(-1)?.headers.authorization).toBe(
		`Bearer ${token}`,
	);
});

test('a signing secret lets only signed deliveries through', async () => {
	const signingSecret = 'the-signing-secret';
	const workflow = await publishNodes(host, await host.connect({ signingSecret }));
	const signed = await host.sandbox.finishConversation({ delivery: { signingSecret } });
	await waitForItem(workflow, signed.record.id);
	for (const delivery of [{}, { signingSecret: 'another' }]) {
		const { deliveries } = await host.sandbox.finishConversation({ delivery });
		expect(deliveries.map(({ attempts }) => attempts[0]?.status)).toEqual([401]);
	}
	expect(await host.client.listExecutions(workflow.id)).toHaveLength(1);
	await host.client.deactivate(workflow.id);
});

/** Saves a trigger that requires tokens, with a credential of these fields. */
const createWith = async (fields: Record<string, unknown>, parameters: object = {}) =>
	await saveTrigger(await createTokenCredential(fields), {
		verifyDeliveries: 'require',
		...parameters,
	});

const expectedClient = 'the-service';

test.each([
	[{ checkSender: true, expectedClient }, 401],
	[{ checkSender: '={{ true }}', expectedClient: `={{ "${expectedClient}" }}` }, 401],
	[{ checkSender: false, expectedClient }, 200],
	[{ checkSender: '={{ false }}', expectedClient }, 200],
	[{ expectedClient }, 200],
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

describe('publishing fails, and names the field', () => {
	const unusable: ReadonlyArray<readonly [Record<string, unknown>, string, object?]> = [
		[{ checkSender: true }, 'Check Sender'],
		[{ checkSender: '={{ undefined }}' }, 'Check Sender'],
		[{ checkSender: true, expectedClient: '={{ "" }}', expectedSubject: 'a' }, 'Expected Client'],
		[{ checkSender: true, expectedClient: '={{ undefined }}' }, 'Expected Client'],
		[{ signingSecret: '={{ "" }}' }, 'Webhook Signing Secret'],
		[{ signingSecret: '={{ undefined }}' }, 'Webhook Signing Secret'],
		[{}, 'Filters → Agents', { filters: { agents: MISSING } }],
		[{}, 'Filters → Campaigns', { filters: { campaigns: "={{ $('Gone').item.json.x }}" } }],
		[{}, 'Options → Personal Data', { options: { personalData: '={{ "keep" }}' } }],
		[{}, 'Verify Deliveries', { verifyDeliveries: '={{ "off" }}' }],
	];
	let outcomes: Array<PromiseSettledResult<unknown>>;

	// At once: n8n takes a quarter of a minute for its five attempts at each.
	beforeAll(async () => {
		const workflows = await Promise.all(
			unusable.map(([fields, , parameters]) => createWith(fields, parameters)),
		);
		outcomes = await Promise.allSettled(workflows.map(({ id }) => host.client.activate(id)));
	});

	test.each(
		unusable.map(([fields, field, parameters], index) => ({ fields, field, parameters, index })),
	)('with the credential $fields and the parameters $parameters: $field', ({ field, index }) => {
		expect(outcomes[index]).toMatchObject({
			status: 'rejected',
			reason: { message: expect.stringContaining(`'${field}'`) },
		});
	});
});

/** Runs an operation of the action node with a pasted token. */
async function runOperation(parameters: Record<string, unknown>): Promise<HandRun> {
	const voiceAgentTokenApi = await createTokenCredential({ accessToken: await issueToken() });
	const node = createNode('Voice Agent', 'n8n-nodes-voice-agent.voiceAgent', 1, {
		authentication: 'accessToken',
		...parameters,
	});
	return await runByHand(host, { ...node, credentials: { voiceAgentTokenApi } });
}

test.each([
	[{ resource: 'identity', operation: 'verifyToken', audience: MISSING }, 'Expected Audience'],
	[
		{
			resource: 'webhook',
			operation: 'register',
			webhookUrl: 'https://n8n.example.com/webhook/calls',
			options: { event: MISSING },
		},
		'Options → Event Names',
	],
])('%j, a missing variable, fails and sends nothing', async (parameters, name) => {
	const { items, error } = await runOperation(parameters);
	expect(items).toEqual([]);
	expect(error?.message).toContain(`'${name}'`);
	expect(host.sandbox.registrations).toEqual([]);
});

test.each([
	['={{ new Date(0) }}', '1970-01-01T00:00:00.000Z'],
	['={{ DateTime.fromISO("2026-11-26", { zone: "utc" }) }}', '2026-11-26T00:00:00.000Z'],
	['={{ 5 }}', '5'],
])('a text that is %s is %s', async (textField, name) => {
	const fieldValue = JSON.stringify(host.sandbox.createRecord());
	const reading = { resource: 'conversation', operation: 'getTranscript', source: 'field' };
	const { items, error } = await runOperation({ ...reading, fieldValue, textField });
	expect([error, Object.keys(items[0] ?? {})]).toEqual([undefined, [name]]);
});

test('a credential that is deleted after publishing answers 503, and no execution fails', async () => {
	const credential = await createTokenCredential({ signingSecret: 'the-signing-secret' });
	const workflow = await saveTrigger(credential);
	await host.client.activate(workflow.id);
	await host.client.deleteCredential(credential.id);
	const url = findWebhookUrl(host.n8n, workflow);
	expect(await postEvent(url, host.sandbox.createRecord())).toMatchObject({
		httpStatus: 503,
		retryAfter: expect.stringMatching(/^[1-9]\d*$/),
		body: { status: 'unavailable', reason: 'credential-unusable' },
	});
	expect(await host.client.listExecutions(workflow.id)).toEqual([]);
	await host.client.deactivate(workflow.id);
});

test('Without Credential and with manual registration it registers nothing, and receives', async () => {
	const trigger = {
		...createTrigger({ options: { registration: 'manual', withoutCredential: true } }),
		webhookId: crypto.randomUUID(),
	};
	const workflow = await host.client.createWorkflow(chainNodes([trigger]));
	await host.client.activate(workflow.id);
	expect(host.sandbox.requests).toEqual([]);
	const record = host.sandbox.createRecord();
	const answer = await postEvent(findWebhookUrl(host.n8n, workflow), record);
	expect(answer).toMatchObject({ httpStatus: 200, body: { status: 'accepted', id: record.id } });
	await waitForItem(workflow, record.id);
	await host.client.deactivate(workflow.id);
});

test('Try to Delete asks the service to delete what was registered', async () => {
	const options = { onUnpublish: 'tryToDelete' };
	const workflow = await publishNodes(host, await host.connect(), [createTrigger({ options })]);
	const [registration] = host.sandbox.registrations;
	await host.client.deactivate(workflow.id);
	const asked = listRequests('DELETE', `/api/Webhooks/${registration?.id}`);
	expect(asked).toMatchObject([
		{ headers: { authorization: expect.stringMatching(/^Bearer \S/) } },
	]);
});

test('Refresh Token refreshes the token once half its life is over', async () => {
	// Due after 15 s, and good until 30 s. The trigger looks once an hour.
	host.sandbox.identity.setLifetimes({ refreshTokenSeconds: 30 });
	const workflow = await publishNodes(host, await host.connect());
	const dueAtMs = Date.now() + 15_000;
	await waitUntil(() => Date.now() > dueAtMs || undefined, {
		what: 'half the life of the sign-in',
		timeoutMs: 20_000,
	});
	await deliverTo(workflow);
	const isRefresh = ({ path, form }: RecordedRequest) =>
		path.endsWith('/token') && form.grant_type === 'refresh_token';
	await waitUntil(() => host.sandbox.requests.some(isRefresh) || undefined, {
		what: 'the sign-in to be refreshed',
		timeoutMs: 10_000,
	});
	host.sandbox.identity.setLifetimes({ refreshTokenSeconds: 2_592_000 });
	await host.client.deactivate(workflow.id);
});

describe('the test that n8n runs of a credential', () => {
	const answer = z.object({ status: z.string(), message: z.string() });

	/** As the editor's button does: what is masked there n8n fills in from what it has saved. */
	async function testCredential(
		{ id, name }: CredentialReference,
		type: string,
		data: Record<string, unknown>,
	) {
		const credentials = { id, name, type, data };
		return answer.parse(await host.session.rest('POST', '/credentials/test', { credentials }));
	}

	const masked = CREDENTIAL_BLANKING_VALUE;
	const types: [string, () => Promise<() => Promise<z.infer<typeof answer>>>][] = [
		[
			'OAuth2',
			async () => {
				const credential = await host.connect();
				const data = { ...describeCredential(host.sandbox), oauthTokenData: masked };
				return () => testCredential(credential, 'voiceAgentOAuth2Api', data);
			},
		],
		[
			'access token',
			async () => {
				const credential = await createTokenCredential({ accessToken: await issueToken() });
				const { url: apiBaseUrl, identityServerUrl } = host.sandbox;
				const data = { apiBaseUrl, identityServerUrl, accessToken: masked };
				return () => testCredential(credential, 'voiceAgentTokenApi', data);
			},
		],
	];

	test.each(types)('of type %s is good with a token that the service takes', async (_, create) => {
		const run = await create();
		host.sandbox.requests.length = 0;
		expect(await run()).toMatchObject({ status: 'OK' });
		expect(host.sandbox.requests).toMatchObject([
			{
				method: 'GET',
				path: '/api/Users/me',
				status: 200,
				headers: { authorization: expect.stringMatching(/^Bearer \S+$/) },
			},
		]);
	});

	test.each(types)('of type %s is bad with a token that the service rejects', async (_, create) => {
		const run = await create();
		host.sandbox.identity.revokeAccessTokens();
		host.sandbox.identity.revokeRefreshTokens();
		host.sandbox.requests.length = 0;
		expect(await run()).toMatchObject({ status: 'Error' });
		expect(listRequests('GET', '/api/Users/me')[0]?.status).toBe(401);
	});

	test.each(types)('of type %s is bad where it is led elsewhere, and stays', async (_, create) => {
		const run = await create();
		const redirect: FaultOptions = {
			target: 'users-me',
			status: 302,
			headers: { location: `${elsewhere.url}/api/Users/me` },
		};
		await host.sandbox.switchOnFault('status', redirect);
		expect(await run()).toMatchObject({ status: 'Error' });
		expect(listRequests('GET', '/api/Users/me')).toMatchObject([{ status: 302 }]);
		expect(elsewhere.requests).toEqual([]);
	});

	test.each(types)('of type %s is bad while the service is away', async (_, create) => {
		const run = await create();
		await host.sandbox.switchOnFault('away', { target: 'users-me', refuseConnections: true });
		expect(await run()).toEqual({ status: 'Error', message: expect.stringContaining('ECONN') });
	});
});
