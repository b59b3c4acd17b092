import { choosePorts, rememberPorts } from '../../../host/demo/select-ports.mts';
import {
	defaultPorts,
	type Ports,
	loadStartState,
	type StartState,
	findStateFile,
} from '../../../host/demo/start-state.mts';
import { mkdtemp, rm, mkdir, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findStaleAddresses } from '../../../host/demo/find-stale-addresses.mts';
import { keepSandbox, nameWebhooks } from '../../../host/demo/keep-sandbox.mts';
import { dropReplaced, raiseRegisterAgain } from '../../../host/demo/publish-example.mts';
import type { SavedWorkflow } from '../../../host/n8n/n8n-workflow-types.mts';
import type { IdentityMemory, SandboxRegistration } from '../../../sandbox/types.mts';
import { findN8nFolder, resetDataFolder } from '../../../host/demo/reset-data-folder.mts';

const otherPorts: Ports = { n8n: 41001, broker: 41002, api: 41003, identity: 41004 };
const anyFree = 50000;

let folder: string;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'voice-agent-starts-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

/** A machine on which somebody listens on these ports. */
const findFreePortWithout =
	(...taken: number[]) =>
	async (wanted: number[]): Promise<number> =>
		wanted.find((port) => !taken.includes(port)) ?? anyFree;

const first = { ports: defaultPorts, earlierPorts: [] };

test('free default ports are taken without a word, a taken one with who uses which other', async () => {
	const free = { ports: defaultPorts, notices: [] };
	expect(await choosePorts(first, findFreePortWithout())).toEqual(free);
	expect(await choosePorts(first, findFreePortWithout(5678, 4011))).toEqual({
		ports: { ...defaultPorts, n8n: anyFree, identity: anyFree },
		notices: [
			`Port 5678 is taken: n8n uses ${anyFree}.`,
			`Port 4011 is taken: the sandbox's identity server uses ${anyFree}.`,
		],
	});
});

test('the default ports come before those of the last start', async () => {
	const { ports, notices } = await choosePorts(
		{ ports: { ...defaultPorts, n8n: otherPorts.n8n }, earlierPorts: [] },
		findFreePortWithout(),
	);
	expect(ports).toEqual(defaultPorts);
	expect(notices).toEqual([`Port 5678 is free again: n8n uses it, not ${otherPorts.n8n}.`]);
});

test('a port of an earlier start is kept, also if it was not the last, and it is said', async () => {
	const notice = `Port 4010 is taken: the sandbox uses ${otherPorts.api}, as in an earlier start.`;
	for (const earlier of [
		{ ports: { ...defaultPorts, api: otherPorts.api }, earlierPorts: [defaultPorts] },
		{ ports: defaultPorts, earlierPorts: [{ ...defaultPorts, api: otherPorts.api }] },
	]) {
		const { ports, notices } = await choosePorts(earlier, findFreePortWithout(4010));
		expect(ports).toEqual({ ...defaultPorts, api: otherPorts.api });
		expect(notices).toEqual([notice]);
	}
});

test('each set of ports is remembered once, without the present one', () => {
	const remembered = rememberPorts(defaultPorts, {
		ports: otherPorts,
		earlierPorts: [defaultPorts, { ...otherPorts }],
	});
	expect(remembered).toEqual([otherPorts]);
	expect(rememberPorts(otherPorts, { ports: defaultPorts, earlierPorts: [otherPorts] })).toEqual([
		defaultPorts,
	]);
});

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
const testUrl = 'http://localhost:5678/webhook-test/own/webhook';
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

	test.each<[string, SavedWorkflow, StartState, SandboxRegistration[]?]>([
		['its webhook is known on this port too', ownWorkflow, state, [register(movedUrl)]],
		['it is not published', { ...ownWorkflow, active: false }, state],
		['this start is on the port of its webhook', ownWorkflow, { ...state, ports: defaultPorts }],
		[
			'only a test webhook of it is known',
			ownWorkflow,
			createState({ registrations: [register(testUrl)] }),
		],
		['it registered with another service', ownWorkflow, createState({})],
	])('is not if %s', async (_name, workflow, ...given) => {
		expect(await find(workflow, [], ...given)).toEqual([]);
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
	const createSandbox = () => ({
		registrations: [] as SandboxRegistration[],
		identity: { readMemory: () => memory },
	});

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
		const test = register(testUrl);
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

describe('a start that resets its folder', () => {
	beforeEach(async () => {
		await mkdir(findN8nFolder(folder));
		await writeFile(join(findN8nFolder(folder), 'n8n.log'), '');
		await writeFile(join(folder, 'notes.txt'), '');
	});

	test('deletes the n8n and the state of earlier starts, also a state that cannot be read', async () => {
		await writeFile(findStateFile(folder), 'broken');
		await resetDataFolder(folder);
		expect(await readdir(folder)).toEqual(['notes.txt']);
	});

	test('touches nothing in a folder that no start has used', async () => {
		await resetDataFolder(folder);
		expect(await readdir(folder)).toEqual(['n8n', 'notes.txt']);
	});
});
