import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { credentialType } from '../../host/n8n/voice-agent-nodes.mts';
import { readItems, type SavedWorkflow } from '../../host/n8n/n8n-workflow-types.mts';
import type { RecordedRequest } from '../../sandbox/types.mts';
import { describeAgentTools } from '../support/n8n/describe-agent-tools.mts';
import { chainByHand, runByHand, runFile } from '../support/n8n/run-by-hand.mts';
import { findWebhookUrl, useHost } from '../support/n8n/start-host.mts';
import type { CredentialReference } from '../support/n8n/connect-at-sandbox.mts';
import {
	countExecutions,
	createAction,
	createNode,
	createTrigger,
	deliverTo,
	findDatabase,
	findTestUrl,
	listenForTestEvent,
	postEvent,
	publishNodes,
	saveNodes,
	waitUntilDeaf,
} from '../support/n8n/trigger-scene.mts';
import { exampleNames, readExampleFile } from '../support/n8n/read-example.mts';
import { expireTogether } from '../support/n8n/expire-together.mts';
import { readKnownTypes } from '../support/n8n/known-types.mts';

// What a user must be able to rely on in every supported n8n, each once.
const host = useHost({ retryDelaysMs: Array.from({ length: 60 }, () => 500) });
let credential: CredentialReference;

beforeAll(async () => {
	// After a restart n8n answers before its workflows are active.
	credential = await host.connect();
});

beforeEach(() => {
	host.sandbox.registrations.length = 0;
	host.sandbox.requests.length = 0;
	host.sandbox.clearFaults();
});

const urlOf = (workflow: SavedWorkflow) => findWebhookUrl(host.n8n, workflow);
const countPosts = () =>
	host.sandbox.requests.filter(({ method, path }) => method === 'POST' && /webhooks$/i.test(path))
		.length;
const isToken = ({ path }: RecordedRequest) => path.endsWith('/protocol/openid-connect/token');
const isRefresh = (request: RecordedRequest) =>
	isToken(request) && request.form.grant_type === 'refresh_token';

const createGetUser = () => ({
	...createAction('user', 'getCurrent'),
	credentials: { [credentialType]: credential },
});

test('a confidential application sends its secret once, in the form', async () => {
	const { clientId, clientSecret } = host.sandbox.clients.confidential;
	await host.connect({ applicationType: 'confidential', clientId, clientSecret });
	const [authorization] = host.sandbox.requests.filter(({ path }) => path.endsWith('/auth'));
	expect(authorization?.query).toMatchObject({ code_challenge_method: 'S256' });
	const [token] = host.sandbox.requests.filter(isToken);
	expect(token?.form.code_verifier).toMatch(/^[\w.~-]{43,128}$/);
	expect(token?.headers).not.toHaveProperty('authorization');
	expect(token?.form.client_secret).toBe(clientSecret);
});

test('published, delivered, and delivered again after a power failure: registered once', async () => {
	const workflow = await publishNodes(host, credential);
	expect(host.sandbox.registrations.map(({ url }) => url)).toEqual([urlOf(workflow)]);
	expect(await deliverTo(host, workflow)).toMatchObject({
		shape: 'A',
		statistics: expect.any(Object),
	});

	await host.n8n.kill();
	await host.n8n.restart();
	await deliverTo(host, workflow);
	await host.client.deactivate(workflow.id);
	await host.client.activate(workflow.id);
	await deliverTo(host, workflow);
	expect(countPosts()).toBe(1);
	await host.client.deactivate(workflow.id);
});

test('a test event reaches the editor', async () => {
	const workflow = await saveNodes(host, credential);
	await listenForTestEvent(host, workflow);
	expect(host.sandbox.registrations.map(({ url }) => url)).toEqual([findTestUrl(host, workflow)]);
	const answer = await postEvent(findTestUrl(host, workflow), { id: randomUUID() });
	expect(answer).toMatchObject({ httpStatus: 200, body: { status: 'accepted' } });
	await waitUntilDeaf(host, workflow);
});

test('every operation on a conversation runs', async () => {
	const operations = ['parse', 'getTranscript', 'createReport'].map((operation) =>
		createAction('conversation', operation),
	);
	const workflow = await publishNodes(host, credential, [
		createTrigger(),
		...operations,
		createAction('recording', 'download'),
		createAction('conversation', 'createSample'),
	]);
	await host.sandbox.finishConversation({ withRecording: true });
	const [execution] = await host.client.waitForExecutions(workflow.id, 1);
	expect(execution?.data?.resultData.error?.message).toBeUndefined();
	if (execution === undefined) throw new Error('Nothing ran.');
	expect(readItems(execution, 'recording download')[0]).toMatchObject({
		transcript: expect.any(String),
		report: expect.any(Object),
		recordings: { downloaded: 1 },
	});
	expect(readItems(execution, 'conversation createSample')).toHaveLength(1);
	await host.client.deactivate(workflow.id);
});

test('every operation that calls somebody runs', async () => {
	const own = await host.connect();
	const nodes = [
		createAction('user', 'getCurrent'),
		createAction('identity', 'getUserInfo'),
		createAction('identity', 'getServerSettings'),
		createAction('identity', 'verifyToken'),
		createAction('identity', 'refreshToken'),
		createAction('webhook', 'register', { webhookUrl: 'https://n8n.example.com/webhook/x' }),
		createAction('identity', 'signOut'),
	].map((node) => ({ ...node, credentials: { [credentialType]: own } }));
	const { items, error } = await runByHand(host, ...nodes);
	expect(error?.message).toBeUndefined();
	expect(items).toMatchObject([{ signed_out: true }]);
	expect(countPosts()).toBe(1);
});

test('a sign-in that has ended asks to reconnect', async () => {
	host.sandbox.identity.revokeAccessTokens();
	host.sandbox.identity.revokeRefreshTokens();
	const { error } = await runByHand(host, createGetUser()).finally(async () => {
		credential = await host.connect();
	});
	expect(error?.description).toContain('Reconnect this credential');
	expect(error?.description).toContain('credential-reconnect-needed');
});

test('beside a trigger that the service rejects, in its words, another one registers once', async () => {
	const options = { registrationBody: '{"address":"%WEBHOOK_URL%"}' };
	const nodes = [createTrigger(), createTrigger({ options }, 'Rejected')];
	const workflow = await saveNodes(host, credential, nodes);
	for (let times = 0; times < 2; times++) {
		await expect(host.client.activate(workflow.id)).rejects.toThrow(
			/Code: registration-rejected\..*Registration Body.*The field url is required\./s,
		);
	}
	expect(host.sandbox.registrations.map(({ url }) => url)).toEqual([urlOf(workflow)]);
	await host.client.deleteWorkflow(workflow.id);
});

test.each([
	['continueRegularOutput', 0, {}],
	['continueErrorOutput', 1, { kept: 'yes' }],
] as const)('a failed item goes on with its code: %s', async (onError, output, kept) => {
	await host.sandbox.switchOnFault('status', { target: 'users-me', status: 403 });
	const jsonOutput = '{"kept": "yes"}';
	const item = createNode('Item', 'n8n-nodes-base.set', 3.4, { mode: 'raw', jsonOutput });
	const failing = { ...createGetUser(), onError };
	const behind = createNode('Behind', 'n8n-nodes-base.noOp', 1);
	const file = chainByHand(item, failing, behind);
	const link = [{ node: behind.name, type: 'main', index: 0 }];
	file.connections[failing.name] = { main: output === 0 ? [link] : [[], link] };
	expect((await runFile(host, file)).items).toEqual([
		{ ...kept, error: expect.stringMatching(/not allowed.*Code: permission-denied$/) },
	]);
});

test('a refresh token that failed is sent once in a run, and again by Retry On Fail', async () => {
	const list = createNode('List', 'n8n-nodes-base.set', 3.4, {
		mode: 'raw',
		jsonOutput: '{"list": [1, 2, 3, 4, 5]}',
	});
	const split = createNode('Split', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'list' });
	const action = createGetUser();
	const countRefreshes = async (settings: Record<string, unknown>) => {
		await host.sandbox.switchOnFault('token-expired');
		await host.sandbox.switchOnFault('status', { target: 'token' });
		await runByHand(host, list, split, { ...action, ...settings });
		const refreshes = host.sandbox.requests.filter(isRefresh).length;
		host.sandbox.requests.length = 0;
		host.sandbox.clearFaults();
		return refreshes;
	};
	expect(await countRefreshes({ onError: 'continueRegularOutput' })).toBe(1);
	expect(await countRefreshes({ retryOnFail: true, maxTries: 2, waitBetweenTries: 0 })).toBe(2);
});

test('executions that find an expired token at once refresh it once, and the sign-in lives', async () => {
	const workflow = await host.client.createWorkflow(chainByHand(createGetUser()));
	let known = 0;
	/** Executions whose calls are all rejected before any of them refreshes. */
	const burst = async (calls: number) => {
		host.sandbox.requests.length = 0;
		await expireTogether(host.sandbox, calls, () =>
			Promise.all(Array.from({ length: calls }, () => host.client.run(workflow, 'Start'))),
		);
		known += calls;
		const executions = await host.client.waitForExecutions(workflow.id, known);
		expect(executions.filter(({ status }) => status !== 'success')).toEqual([]);
		expect(host.sandbox.requests.filter(isRefresh)).toHaveLength(1);
	};
	// To the sandbox a refresh token that comes twice ends the sign-in: the last refresh would fail.
	for (const calls of [2, 3, 10, 1]) await burst(calls);
});

test("a delivery is rejected while n8n's database cannot be written, and its repeat runs", async () => {
	const workflow = await publishNodes(host, credential);
	const record = { id: randomUUID(), status: 'Completed' };
	const database = new DatabaseSync(findDatabase(host), { timeout: 60_000 });
	database.exec('BEGIN IMMEDIATE');
	try {
		expect((await postEvent(urlOf(workflow), record)).httpStatus).toBe(500);
		// It waits for its turn as long as the execution did, which n8n may still want to store.
		await expect(saveNodes(host, credential)).rejects.toThrow();
		expect(countExecutions(host, workflow.id)).toBe(0);
	} finally {
		// n8n cannot be ended in order otherwise.
		database.close();
	}
	const { body } = await postEvent(urlOf(workflow), record);
	expect(body.status).toBe('accepted');
	expect(countExecutions(host, workflow.id)).toBe(1);
	await host.client.deactivate(workflow.id);
});

test('the examples use no node that this n8n lacks', async () => {
	const { findNode } = await readKnownTypes();
	const lacking = exampleNames.filter((name) =>
		readExampleFile(name).nodes.some(
			({ type, typeVersion }) => findNode(type, typeVersion) === undefined,
		),
	);
	expect(lacking).toEqual([]);
});

// Within, so that its sign-in is made after the tests above, which end others.
describe('the node as a tool', () => describeAgentTools(host));
