import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/v4';
import { demonstratedConversation } from '../../host/demo/deliver-conversation.mts';
import {
	attachCredential,
	credentialType,
	findTrigger,
} from '../../host/n8n/voice-agent-nodes.mts';
import { readDemoWorkflow } from '../../host/demo/prepare-example.mts';
import { findN8nFolder } from '../../host/demo/data-folder.mts';
import { isPortTaken } from '../../host/demo/select-ports.mts';
import { loadStartState, type Ports } from '../../host/demo/start-state.mts';
import { startN8n } from '../../host/n8n/start-n8n.mts';
import { readItems, type SavedWorkflow } from '../../host/n8n/n8n-workflow-types.mts';
import { waitUntil } from '../../host/wait-until.mts';
import { choosePeople } from '../../sandbox/default-people.mts';
import { startSandbox } from '../../sandbox/start-sandbox.mts';
import { projectRoot } from '../../scripts/project-paths.mjs';
import { runByHand } from '../support/n8n/run-by-hand.mts';
import { signInAs, type CredentialReference } from '../support/n8n/connect-at-sandbox.mts';
import { createAction } from '../support/n8n/trigger-scene.mts';
import { endStarts, logIn, npmStart, stayUp } from './npm-start.mts';

jest.setTimeout(600_000);

// The command as a newcomer types it, in a process of its own.
let dataFolder: string;

beforeAll(async () => {
	dataFolder = await mkdtemp(join(tmpdir(), 'voice-agent-start-'));
});

afterEach(endStarts);
afterAll(() => rm(dataFolder, { recursive: true, force: true }));

const readDelivered = (output: string) => /conversation (\S+) was delivered/.exec(output)?.[1];

async function expectAllEnded(): Promise<void> {
	expect(existsSync(join(dataFolder, 'run.json'))).toBe(false);
	const { ports } = await loadStartState(dataFolder);
	for (const port of Object.values(ports)) {
		await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
	}
}

function holdPort(port: number): Promise<Server> {
	// Hangs up, as a silent port would keep n8n waiting that calls the user's old sandbox as it starts.
	const server = createServer((socket) => socket.destroy());
	return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)));
}

async function isN8nUp(): Promise<boolean> {
	const { ports } = await loadStartState(dataFolder);
	return fetch(`http://localhost:${ports.n8n}/healthz/readiness`).then(
		({ status }) => status === 200,
		() => false,
	);
}

/** Publishes a workflow with a credential, both the user's own, as somebody would who tries further. */
async function publishOwnWorkflow() {
	const { credentialId } = await loadStartState(dataFolder);
	const { session, client } = await logIn(dataFolder);
	const { data } = z
		.object({ data: z.looseObject({ oauthTokenData: z.unknown().optional() }) })
		.parse(await session.rest('GET', `/credentials/${credentialId}?includeData=true`));
	delete data.oauthTokenData;
	const credential = {
		name: 'My sandbox',
		id: await client.createCredential('My sandbox', credentialType, data),
	};
	await signInAs({ session }, credential, choosePeople({}).user);
	const example = await readDemoWorkflow();
	const workflow = await client.createWorkflow(
		attachCredential({ ...example, name: 'My calls' }, credential),
	);
	await client.activate(workflow.id);
	return { workflow, credential };
}

let firstId: string | undefined;
let usualPorts: Ports;
let ownWorkflow: SavedWorkflow;
let ownCredential: CredentialReference;

test('--reset begins anew, shows the first conversation, stays up until Ctrl-C, and cleans up then', async () => {
	await writeFile(join(dataFolder, 'state.json'), 'what an earlier start left');
	await mkdir(findN8nFolder(dataFolder));
	const log = join(findN8nFolder(dataFolder), 'n8n.log');
	await writeFile(log, 'of an earlier n8n');
	const { interrupt, ended } = await stayUp(dataFolder, { argv: ['--reset'] });
	usualPorts = (await loadStartState(dataFolder)).ports;
	expect(await isN8nUp()).toBe(true);
	({ workflow: ownWorkflow, credential: ownCredential } = await publishOwnWorkflow());
	interrupt();
	const output = await ended;
	expect((await loadStartState(dataFolder)).registrations).toHaveLength(2);

	// The first conversation of a new sandbox is known beforehand.
	const sandbox = await startSandbox({ seed: 1 });
	const record = sandbox.createRecord(demonstratedConversation);
	await sandbox.close();
	firstId = readDelivered(output);
	expect(firstId).toBe(record.id);
	expect(output).toContain(`\n${record.from_number} called ${record.agent_title} on `);
	expect(output).toContain('Where to look next');
	expect(output).toMatch(/http:\/\/localhost:\d+\/workflow\/\S+\/executions\/\d+/);
	expect(output).toContain(log);
	expect(output.trimEnd().endsWith('Ending …\nEnded.')).toBe(true);
	expect(await readFile(log, 'utf8')).not.toContain('earlier');
	await expectAllEnded();
});

test('a second start takes other ports if these are taken, and --once delivers, cleans up and ends with 0', async () => {
	const { n8n, api } = usualPorts;
	const servers = await Promise.all([n8n, api].map(holdPort));
	try {
		const { code, output } = await npmStart(['--once', '--data', dataFolder]);
		expect({ code, output }).toEqual({ code: 0, output: expect.any(String) });
		expect(output).toContain(`Port ${n8n} is taken: n8n uses `);
		expect(output).toContain(`Port ${api} is taken: the sandbox uses `);
		const id = readDelivered(output);
		expect(id).toMatch(/^[0-9a-f-]{36}$/);
		expect(id).not.toBe(firstId);
		// What has ended cannot be visited.
		expect(output).not.toContain('Where to look next');
		expect(output).toContain('Everything has ended. Run `npm start`');
		await expectAllEnded();
	} finally {
		for (const server of servers) await new Promise((resolve) => server.close(resolve));
	}
});

test('once they are free it is back on them, registers nothing anew, and the own workflow runs', async () => {
	const listUrls = async () => {
		const { registrations } = await loadStartState(dataFolder);
		return registrations.map(({ url }) => url).toSorted();
	};
	const known = await listUrls();
	const { output, terminate, ended } = await stayUp(dataFolder);
	expect((await loadStartState(dataFolder)).ports).toEqual(usualPorts);
	expect(output()).not.toContain(`Port ${usualPorts.n8n} `);
	const { session, client } = await logIn(dataFolder);
	const [execution] = await client.waitForExecutions(ownWorkflow.id, 1);
	const items = execution && readItems(execution, findTrigger(ownWorkflow).name);
	expect(items?.map(({ id }) => id)).toEqual([readDelivered(output())]);

	// The user's own credential was signed in two starts ago.
	const credentials = { [credentialType]: ownCredential };
	const whoAmI = { ...createAction('user', 'getCurrent'), credentials };
	const run = await runByHand({ session, client }, whoAmI);
	expect(run).toMatchObject({ error: undefined, items: [{ email: choosePeople({}).user.email }] });
	expect(await listUrls()).toEqual(known);

	terminate();
	expect(await ended).toContain('Ended.');
	await expectAllEnded();
});

test('a start that is killed takes n8n with it; a port that is taken, n8n names as a start reads it', async () => {
	const { kill } = await stayUp(dataFolder);
	const { ports } = await loadStartState(dataFolder);
	const second = startN8n({ dataFolder: join(dataFolder, 'second'), port: ports.n8n });
	expect(isPortTaken(await second.catch((error: unknown) => error))).toBe(true);
	await kill();
	await waitUntil(async () => ((await isN8nUp()) ? undefined : true), {
		what: 'n8n to end with the start that was killed',
	});
});

test('an option that does not exist ends it with 1 and its name', async () => {
	const { code, output } = await npmStart(['--twice']);
	expect(code).toBe(1);
	expect(output).toContain("npm start failed: Unknown option '--twice'");
});

test('--help answers in a fresh clone before anything is installed, and starts nothing', async () => {
	const clone = join(dataFolder, 'clone');
	await cp(join(projectRoot, 'package.json'), join(clone, 'package.json'));
	await cp(join(projectRoot, 'scripts'), join(clone, 'scripts'), { recursive: true });
	const { code, output } = await npmStart(['--help', '--data', join(clone, 'unused')], clone);
	expect({ code, output }).toEqual({ code: 0, output: expect.any(String) });
	for (const option of ['once', 'reset', 'watch', 'verbose', 'data', 'n8n', 'help']) {
		expect(output).toMatch(new RegExp(`^ {2}--${option} `, 'm'));
	}
	expect(await readdir(clone)).toEqual(['package.json', 'scripts']);
});
