import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findStaleAddresses } from '../../../host/demo/find-stale-addresses.mts';
import { keepSandbox, nameWebhooks } from '../../../host/demo/keep-sandbox.mts';
import { dropReplaced, raiseRegisterAgain } from '../../../host/demo/publish-example.mts';
import {
	defaultPorts,
	loadStartState,
	type Ports,
	type StartState,
} from '../../../host/demo/start-state.mts';
import type { SavedWorkflow } from '../../../host/n8n/n8n-workflow-types.mts';
import type { IdentityMemory, SandboxRegistration } from '../../../sandbox/types.mts';

const otherPorts: Ports = { n8n: 41001, broker: 41002, api: 41003, identity: 41004 };

const register = (url: string): SandboxRegistration => ({
	id: url,
	userId: 'user',
	url,
	body: {},
	created_at: '2026-11-03T09:15:00Z',
});

const memory: IdentityMemory = {
	signingKey: { privateJwk: {}, publicJwk: {} },
	refreshTokenSecret: '00',
	models: {},
	issued: {},
	revoked: [],
};

const createState = (changes: Partial<StartState>): StartState => ({
	ports: otherPorts,
	earlierPorts: [defaultPorts],
	owner: { email: 'owner@example.com', password: 'Sandbox-1' },
	registrations: [],
	nextSeed: 1,
	...changes,
});

const ownUrl = 'http://localhost:5678/webhook/own/webhook';
const movedUrl = 'http://localhost:41001/webhook/own/webhook';

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

interface FakeCredential {
	id: string;
	name: string;
	type: string;
	data: Record<string, unknown>;
}

async function find(
	workflow: SavedWorkflow,
	credentials: FakeCredential[],
	state: StartState,
	present: SandboxRegistration[] = [],
) {
	const rest = async (_method: string, path: string): Promise<unknown> =>
		path === '/credentials'
			? credentials.map(({ data: _data, ...entry }) => entry)
			: credentials.find(({ id }) => path === `/credentials/${id}?includeData=true`);
	const client = { listWorkflows: async () => [workflow] };
	return findStaleAddresses({ rest }, client, { registrations: present }, state);
}

describe('a published workflow', () => {
	const state = createState({ registrations: [register(ownUrl)] });

	test('is named if its webhook is known on an earlier port alone', async () => {
		expect(await find(ownWorkflow, [], state)).toEqual([
			{ kind: 'workflow', name: 'My calls', field: 'its webhook', address: ownUrl },
		]);
	});

	test.each<[string, SavedWorkflow, StartState, SandboxRegistration[]]>([
		['its webhook is known on this port too', ownWorkflow, state, [register(movedUrl)]],
		['it is not published', { ...ownWorkflow, active: false }, state, []],
		[
			'this start is on the port of its webhook',
			ownWorkflow,
			{ ...state, ports: defaultPorts },
			[],
		],
		[
			'only a test webhook of it is known',
			ownWorkflow,
			createState({ registrations: [register('http://localhost:5678/webhook-test/own/webhook')] }),
			[],
		],
		['it registered with another service', ownWorkflow, createState({}), []],
	])('is not if %s', async (_name, workflow, given, present) => {
		expect(await find(workflow, [], given, present)).toEqual([]);
	});
});

describe('a credential', () => {
	const create = (data: Record<string, unknown>, type = 'voiceAgentOAuth2Api'): FakeCredential => ({
		id: 'c1',
		name: 'Mine',
		type,
		data,
	});
	const findOf = (credential: FakeCredential) =>
		find({ ...ownWorkflow, active: false }, [credential], createState({}));

	test('is named with each address of an earlier start', async () => {
		const data = {
			apiBaseUrl: 'http://127.0.0.1:4010',
			identityServerUrl: 'http://localhost:4011/realms/voice-agent',
		};
		expect(await findOf(create(data))).toEqual([
			{ kind: 'credential', name: 'Mine', field: 'API Base URL', address: data.apiBaseUrl },
			{
				kind: 'credential',
				name: 'Mine',
				field: 'Identity Server URL',
				address: data.identityServerUrl,
			},
		]);
	});

	test.each<[string, FakeCredential]>([
		['with the addresses of this start', create({ apiBaseUrl: 'http://127.0.0.1:41003' })],
		['of a real service', create({ apiBaseUrl: 'https://api.example.com:4010' })],
		[
			'of a server of the user on this machine',
			create({ identityServerUrl: 'http://localhost:8080' }),
		],
		['with an address that is none', create({ apiBaseUrl: 'soon', identityServerUrl: 7 })],
		['of another kind', create({ apiBaseUrl: 'http://127.0.0.1:4010' }, 'httpBasicAuth')],
	])('%s is not', async (_name, credential) => {
		expect(await findOf(credential)).toEqual([]);
	});
});

describe('registrations', () => {
	let folder: string;
	const createSandbox = () => ({
		registrations: [] as SandboxRegistration[],
		identity: { readMemory: () => memory },
	});

	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), 'voice-agent-registrations-'));
	});

	afterEach(() => rm(folder, { recursive: true, force: true }));

	test('survive a start on other ports, which does not deliver to them', async () => {
		const foreign = register('https://example.com/hook');
		const taken = createSandbox();
		const state = createState({ registrations: [register(ownUrl), foreign] });
		const save = await keepSandbox(taken, folder, state);
		expect(taken.registrations).toEqual([foreign]);
		taken.registrations.push(register(movedUrl));
		await save();

		const free = createSandbox();
		const saved = await loadStartState(folder);
		const next = { ...saved, ports: defaultPorts, earlierPorts: [otherPorts] };
		await (
			await keepSandbox(free, folder, next)
		)();
		expect(free.registrations.map(({ url }) => url)).toEqual([ownUrl, foreign.url]);
		expect((await loadStartState(folder)).registrations).toHaveLength(3);
	});

	test('a webhook that the user deletes or changes in the sandbox stays so', async () => {
		const sandbox = createSandbox();
		const state = createState({ registrations: [register(movedUrl), register(`${movedUrl}?2`)] });
		const save = await keepSandbox(sandbox, folder, state);
		sandbox.registrations.shift();
		sandbox.registrations.forEach((entry) => {
			entry.body = { enabled: false };
		});
		await save();
		expect((await loadStartState(folder)).registrations).toEqual([
			{ ...register(`${movedUrl}?2`), body: { enabled: false } },
		]);
	});

	test('of the example only the newest of its URL is kept', () => {
		const test = register('http://localhost:5678/webhook-test/own/webhook');
		const registrations = [
			register(ownUrl),
			test,
			register(ownUrl),
			{ ...register(ownUrl), id: '3' },
		];
		dropReplaced(registrations, 'own');
		expect(registrations).toEqual([test, { ...register(ownUrl), id: '3' }]);
	});
});

test('the example registers anew by its revision, and keeps its other settings', () => {
	const [trigger] = ownWorkflow.nodes;
	if (trigger === undefined) throw new Error('The workflow has no trigger.');
	const once = raiseRegisterAgain({
		...ownWorkflow,
		nodes: [{ ...trigger, parameters: { output: 'flat', options: { onUnpublish: 'keep' } } }],
	});
	const twice = raiseRegisterAgain(once);
	expect(twice.nodes.map(({ parameters }) => parameters)).toEqual([
		{ output: 'flat', options: { onUnpublish: 'keep', registerAgain: 3 } },
	]);
});

test('webhooks are named by the workflows behind them, each once', async () => {
	const testUrl = 'http://localhost:5678/webhook-test/own/webhook';
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
