import { randomUUID } from 'node:crypto';
import { credentialType } from '../../../host/n8n/voice-agent-nodes.mts';
import type { WorkflowNode } from '../../../host/n8n/n8n-workflow-types.mts';
import { errorCatalog, type ErrorCode } from '../../../nodes/shared/error-catalog.ts';
import { serve, type TestServer } from '../servers/serve.mts';
import { createOpenai } from '../vendors/openai.mts';
import { answerFrom } from '../vendors/answer-from.mts';
import { createSwitchboard } from '../vendors/switchboard.mts';
import type { CredentialReference } from './connect-at-sandbox.mts';
import { chainByHand, runFile } from './run-by-hand.mts';
import type { Host } from './start-host.mts';
import { chainNodes, createNode } from './trigger-scene.mts';

const TOOL = 'voice_agent';
const langchain = '@n8n/n8n-nodes-langchain';
const ids = [randomUUID(), randomUUID(), randomUUID()] as const;
const broken = { hello: 1 };

const createTool = (
	resource: string,
	operation: string,
	parameters: Record<string, unknown> = {},
) =>
	createNode(TOOL, 'n8n-nodes-voice-agent.voiceAgentTool', 1, {
		...{ resource, operation, descriptionType: 'manual', toolDescription: 'Asks for a call.' },
		...parameters,
	});

/** What a model reads of a failure: reason, code and advice. */
const wholeError = (code: ErrorCode) => {
	const [reason, advice, adviceForTool = advice] = errorCatalog[code];
	return [reason.slice(0, -1), `Code: ${code}.`, adviceForTool];
};

/** What n8n and the package make of the node as a tool of an AI agent, with a stand-in for the model. */
export function describeAgentTools(host: Host): void {
	const openai = createOpenai();
	const problems: string[] = [];
	let server: TestServer;
	let model: CredentialReference;
	let voiceAgent: CredentialReference;

	beforeAll(async () => {
		const standIn = { ...openai };
		const account = { vendors: [standIn], problems, switchboard: createSwitchboard() };
		server = await serve(answerFrom([account]));
		standIn.host = new URL(server.url).host;
		const { type, fields } = openai.credential;
		const values = { ...fields, url: `${server.url}/v1` };
		model = { id: await host.client.createCredential('Model', type, values), name: 'Model' };
		voiceAgent = await host.connect();
		openai.say((_, message) => (message?.role === 'tool' ? 'Done.' : [TOOL, {}]));
	});
	afterAll(() => server.close());
	beforeEach(() => {
		openai.requests.length = 0;
		host.sandbox.clearFaults();
	});

	/** What the model reads of the tool for each item, in the order of the items; all at once, or one by one in a loop. */
	async function runAgent(
		typeVersion: number,
		tool: WorkflowNode,
		list: readonly object[],
		{ isLooped = false } = {},
	) {
		const raw = { mode: 'raw', jsonOutput: JSON.stringify({ list }) };
		const agent = createNode('Agent', `${langchain}.agent`, typeVersion, {
			...{ promptType: 'define', text: '={{ $itemIndex }}', options: {} },
		});
		const file = chainByHand(
			createNode('List', 'n8n-nodes-base.set', 3.4, raw),
			createNode('Items', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'list' }),
			agent,
		);
		const parameters = { model: { __rl: true, mode: 'id', value: 'model-1' }, options: {} };
		const chat = createNode('Model', `${langchain}.lmChatOpenAi`, 1.2, parameters);
		file.nodes.splice(-1, 0, { ...chat, credentials: { openAiApi: model } });
		file.nodes.splice(-1, 0, { ...tool, credentials: { [credentialType]: voiceAgent } });
		const linkAs = (type: string) => [{ node: agent.name, type, index: 0 }];
		file.connections[chat.name] = { ai_languageModel: [linkAs('ai_languageModel')] };
		file.connections[TOOL] = { ai_tool: [linkAs('ai_tool')] };
		if (isLooped) {
			const loop = createNode('Loop', 'n8n-nodes-base.splitInBatches', 3, { batchSize: 1 });
			file.nodes.splice(-1, 0, loop);
			const toLoop = { main: [[{ node: loop.name, type: 'main', index: 0 }]] };
			Object.assign(file.connections, { Items: toLoop, [agent.name]: toLoop });
			file.connections[loop.name] = { main: [[], linkAs('main')] };
		}
		const { error } = await runFile(host, file);
		expect([error?.message, ...problems]).toEqual([undefined]);
		const read = openai.requests.flatMap(({ messages }) => {
			const item = messages.find(({ role }) => role === 'user')?.content;
			const result = messages.find(({ role }) => role === 'tool')?.content;
			return result === undefined ? [] : [[item, result] as const];
		});
		return read.toSorted(([a = ''], [b = '']) => a.localeCompare(b)).map(([, result]) => result);
	}

	const createCall = (id: string) => ({ call: { id, history: [{ role: 'user', content: id }] } });
	const calls = [createCall(ids[0]), createCall(ids[1]), createCall(ids[2])] as const;
	const readCall = (operation: string) =>
		createTool('conversation', operation, { fieldValue: '={{ $json.call }}' });

	test.each(['getTranscript', 'parse'])(
		'AI Agent 3.1: %s reads the call of each item, and the model reads the whole error',
		async (operation) => {
			const list = [calls[0], { call: broken }, calls[2]];
			const [first, second, third] = await runAgent(3.1, readCall(operation), list);
			expect(first).toContain(`"id":"${ids[0]}"`);
			for (const words of wholeError('item-without-record')) expect(second).toContain(words);
			expect(third).toContain(`"id":"${ids[2]}"`);
		},
	);

	test('AI Agent 3.1: Verify Token reads the field of each item, and the model reads the whole error', async () => {
		const list = ['voice-agent-api', 'another', 'voice-agent-api'].map((audience) => ({
			audience,
		}));
		const expected = { audience: '={{ $json.audience }}', failOnInvalid: true };
		const tool = createTool('identity', 'verifyToken', expected);
		const [first, second, third] = await runAgent(3.1, tool, list);
		for (const result of [first, third]) expect(result).toContain('"valid":true');
		for (const words of wholeError('token-invalid')) expect(second).toContain(words);
	});

	test.each([
		['user', 'getCurrent', 'users-me', 'permission-denied', '"id":'],
		['identity', 'getUserInfo', 'userinfo', 'user-info-rejected', '"sub":'],
		['identity', 'getServerSettings', 'discovery', 'identity-rejected', '"issuer":'],
	] as const)(
		'AI Agent 3.1: %s %s answers each item, and the model reads the whole error',
		async (resource, operation, target, code, words) => {
			await host.sandbox.switchOnFault('status', { target, status: 403, times: 1 });
			const results = await runAgent(3.1, createTool(resource, operation), [{}, {}, {}]);
			const failed = results.filter((result) => !result.includes(words));
			expect([results.length, failed.length]).toEqual([3, 1]);
			for (const part of wholeError(code)) expect(failed[0]).toContain(part);
		},
	);

	// Version 2 of n8n's own node works so; docs/nodes/voice-agent tells the user.
	test('AI Agent 2: without a loop every item reads the first call; a failure is read with On Error: Continue alone', async () => {
		const read = await runAgent(2.2, readCall('getTranscript'), calls);
		expect(read).toEqual(read.map(() => expect.stringContaining(`"id":"${ids[0]}"`)));
		expect(read).toHaveLength(3);
		openai.requests.length = 0;
		const looped = await runAgent(2.2, readCall('getTranscript'), calls, { isLooped: true });
		expect(looped).toEqual(ids.map((id) => expect.stringContaining(`"id":"${id}"`)));
		openai.requests.length = 0;
		const list = [{ call: broken }];
		expect(await runAgent(2.2, readCall('getTranscript'), list)).toEqual(['']);
		openai.requests.length = 0;
		const onError = 'continueRegularOutput';
		const [result] = await runAgent(2.2, { ...readCall('getTranscript'), onError }, list);
		for (const words of wholeError('item-without-record')) expect(result).toContain(words);
	});

	test('MCP Server Trigger: a client gives the call, and reads the transcript or the whole error', async () => {
		const path = randomUUID();
		const trigger = {
			...createNode('MCP', `${langchain}.mcpTrigger`, 2, { path }),
			webhookId: path,
		};
		const fieldValue = "={{ $fromAI('conversation', 'The call', 'json') }}";
		const file = chainNodes([trigger]);
		file.nodes.push(createTool('conversation', 'getTranscript', { fieldValue }));
		file.connections[TOOL] = { ai_tool: [[{ node: trigger.name, type: 'ai_tool', index: 0 }]] };
		const workflow = await host.client.createWorkflow(file);
		await host.client.activate(workflow.id);
		const ask = await openMcp(`${host.n8n.url}/mcp/${path}`);
		expect(await ask('tools/list')).toContain(`"name":"${TOOL}"`);
		const use = (conversation: unknown) =>
			ask('tools/call', { name: TOOL, arguments: { conversation } });
		expect(await use(calls[1].call)).toContain(ids[1]);
		const failed = await use(broken);
		for (const words of wholeError('item-without-record')) expect(failed).toContain(words);
		await host.client.deactivate(workflow.id);
	});
}

/** A session of the Model Context Protocol over HTTP. The function asks, and gives the response as text. */
async function openMcp(url: string) {
	const headers: Record<string, string> = {
		accept: 'application/json, text/event-stream',
		'content-type': 'application/json',
	};
	let id = 0;
	const post = async (message: object) => {
		const body = JSON.stringify({ jsonrpc: '2.0', ...message });
		const response = await fetch(url, { method: 'POST', headers, body });
		const session = response.headers.get('mcp-session-id');
		if (session !== null) headers['mcp-session-id'] = session;
		return await response.text();
	};
	const ask = async (method: string, params = {}) => await post({ id: ++id, method, params });
	const client = { name: 'test', version: '1' };
	const start = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: client };
	expect(await ask('initialize', start)).toContain('"serverInfo"');
	await post({ method: 'notifications/initialized' });
	return ask;
}
