import { mkdtemp, rm, mkdir, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepSandbox, nameWebhooks } from '../../../host/demo/keep-sandbox.mts';
import { publishExample } from '../../../host/demo/prepare-example.mts';
import { findN8nFolder, resetDataFolder } from '../../../host/demo/data-folder.mts';
import { choosePorts, startOnPorts } from '../../../host/demo/select-ports.mts';
import { defaultPorts, loadStartState, type Ports } from '../../../host/demo/start-state.mts';
import type { N8nClient } from '../../../host/n8n/n8n-client.mts';
import type { SavedWorkflow } from '../../../host/n8n/n8n-workflow-types.mts';
import { startSandbox } from '../../../sandbox/start-sandbox.mts';
import type { IdentityMemory, SandboxRegistration } from '../../../sandbox/types.mts';
import { serve } from '../../support/servers/serve.mts';

let folder: string;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'voice-agent-starts-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

test('a port that is taken is named with the one in its place, which the next start finds too', async () => {
	const taken = [5678, 4011, 14011];
	const find = async (wanted: number[]) => wanted.find((port) => !taken.includes(port)) ?? 50000;
	const place = 'What you set up with';
	expect(await choosePorts(find)).toEqual({
		ports: { ...defaultPorts, n8n: 15678, identity: 50000 },
		notices: [
			`Port 5678 is taken: n8n uses 15678. ${place} 5678 works again once it is free.`,
			`Port 4011 is taken: the sandbox's identity server uses 50000. ${place} 4011 works again once it is free.`,
		],
	});
	taken.length = 0;
	expect(await choosePorts(find)).toEqual({ ports: defaultPorts, notices: [] });
});

test('a port that another program takes before the start is given up for another, and no other error is', async () => {
	const taken = await serve((_, response) => response.end());
	const free = { ...defaultPorts, api: 0, identity: 0 };
	const choices = [{ ...free, api: Number(new URL(taken.url).port) }, free];
	const choose = async () => ({ ports: choices.shift() ?? free, notices: [] });
	const start = ({ api: port, identity: identityPort }: Ports) =>
		startSandbox({ port, identityPort });
	jest.spyOn(console, 'log').mockReturnValue();
	const sandbox = await startOnPorts(start, choose);
	await sandbox.close();
	await taken.close();
	expect(choices).toEqual([]);
	choices.push(free, free);
	const failing = startOnPorts(() => Promise.reject(new Error('disk full')), choose);
	await expect(failing).rejects.toThrow('disk full');
	expect(choices).toHaveLength(1);
});

const register = (url: string): SandboxRegistration => ({
	id: url,
	userId: 'user',
	url,
	body: {},
	created_at: '2026-11-03T09:15:00Z',
});

const memory: IdentityMemory = {
	signingKey: { kty: 'RSA' },
	models: {},
	revoked: [],
	opaque: {},
};

const ownUrl = 'http://localhost:5678/webhook/own/webhook';
const testUrl = 'http://localhost:5678/webhook-test/own/webhook';

const ownWorkflow: SavedWorkflow = {
	id: 'w1',
	name: 'My calls',
	active: true,
	connections: {},
	settings: {},
	nodes: [
		{
			id: 'n1',
			name: 'Trigger',
			type: 'n8n-nodes-voice-agent.voiceAgentTrigger',
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
			webhookId: 'own',
		},
	],
};

test('a webhook that the user deletes or changes in the sandbox stays so', async () => {
	const sandbox = {
		registrations: [] as SandboxRegistration[],
		identity: { readMemory: () => memory },
	};
	const state = await loadStartState(folder);
	state.registrations = [register(testUrl), register(ownUrl)];
	const save = await keepSandbox(sandbox, folder, state);
	sandbox.registrations.shift();
	sandbox.registrations.forEach((entry) => {
		entry.body = { enabled: false };
	});
	await save();
	expect((await loadStartState(folder)).registrations).toEqual([
		{ ...register(ownUrl), body: { enabled: false } },
	]);
});

test.each([
	['is registered', [{}], []],
	['was deleted in the sandbox', [], [{ onUnpublish: 'keep', registerAgain: 2 }]],
	['was disabled there', [{ enabled: false }], [{ onUnpublish: 'keep', registerAgain: 2 }]],
])("where the example's webhook %s, its options become %j", async (_, bodies, expected) => {
	const [trigger] = ownWorkflow.nodes;
	if (trigger === undefined) throw new Error('The workflow has no trigger.');
	const saved = { ...trigger, parameters: { output: 'flat', options: { onUnpublish: 'keep' } } };
	const updated: SavedWorkflow[] = [];
	const client: N8nClient = Object.assign(Object.create(null), {
		activate: async () => undefined,
		deactivate: async () => undefined,
		updateWorkflow: async (workflow: SavedWorkflow) => updated.push(workflow),
	});
	const registrations = bodies.map((body) => ({ ...register(ownUrl), body }));
	const workflow = { ...ownWorkflow, nodes: [saved] };
	await publishExample(client, 'http://localhost:5678', workflow, registrations);
	expect(updated.map(({ nodes }) => nodes[0]?.parameters)).toEqual(
		expected.map((options) => ({ output: 'flat', options })),
	);
});

test('webhooks are named by the workflows behind them, each once', async () => {
	const registrations = [ownUrl, testUrl, 'https://example.com/hook'].map(register);
	let calls = 0;
	const client = {
		listWorkflows: async () => {
			calls += 1;
			return [ownWorkflow];
		},
	};
	await nameWebhooks(registrations, client);
	await nameWebhooks(registrations, client);
	expect(registrations.map(({ workflow }) => workflow)).toEqual(['My calls', 'My calls', '']);
	expect(calls).toBe(1);
});

test.each([
	['deletes the n8n and the state of earlier starts, also a broken one', ['state.json'], []],
	['touches nothing in a folder that no start has used', [], ['n8n']],
])('a start that resets its folder %s', async (_name, states, left) => {
	await mkdir(findN8nFolder(folder));
	for (const file of ['n8n/n8n.log', 'notes.txt', ...states])
		await writeFile(join(folder, file), '');
	await resetDataFolder(folder);
	expect(await readdir(folder)).toEqual([...left, 'notes.txt']);
});
