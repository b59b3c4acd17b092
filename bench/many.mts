// Many published workflows: an n8n with our trigger in each, on a third as many credentials, beside an n8n with n8n's
// own Webhook node in each. Both in one run, in turn: a start, the first burst after it, and a later burst. A burst is
// one delivery to each workflow, all at once.
// Run: npm run bench -- many --workflows 75 (about 10 minutes; nothing else should be busy)
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createClient } from '../host/n8n/n8n-client.mts';
import { openSession } from '../host/n8n/n8n-session.mts';
import type { WorkflowNode } from '../host/n8n/n8n-workflow-types.mts';
import { startN8n } from '../host/n8n/start-n8n.mts';
import { credentialType } from '../host/n8n/voice-agent-nodes.mts';
import {
	readCpuSeconds,
	readMemoryMegabytes,
	readPeakMegabytes,
	resetPeak,
} from '../host/watch-process.mts';
import { startSandbox } from '../sandbox/start-sandbox.mts';
import { writeTable } from '../scripts/write-table.mts';
import { connectAtSandbox, signInAs } from '../test/support/n8n/connect-at-sandbox.mts';
import { chainNodes, createNode, createTrigger } from '../test/support/n8n/trigger-scene.mts';
import { post } from '../test/support/servers/post.mts';
import { waitUntilIdle } from '../test/support/wait-until-idle.mts';
import { quantile } from './measure.mts';
import { writeSection } from './write-section.mts';

const { values } = parseArgs({
	options: {
		workflows: { type: 'string', default: '75' },
		quick: { type: 'boolean', default: false },
	},
});
const workflows = Number(values.workflows);
const rounds = values.quick ? 1 : 3;
const credentials = Math.ceil(workflows / 3);

/** A refresh is due after half of this time. */
const SIGN_IN_SECONDS = 480;

/** What is measured of one n8n: a value for each round. */
const createMeasures = () => ({
	startCpu: new Array<number>(),
	firstCpu: new Array<number>(),
	laterCpu: new Array<number>(),
	idleMemory: new Array<number>(),
	peakMemory: new Array<number>(),
	/** Of a burst, for each execution. */
	executionMemory: new Array<number>(),
});

type Side = Awaited<ReturnType<typeof startSide>>;

async function startSide() {
	const dataFolder = await mkdtemp(join(tmpdir(), 'voice-agent-many-'));
	const n8n = await startN8n({ dataFolder });
	const owner = { email: 'owner@example.com', password: 'Bench-owner-1' };
	const session = await openSession(n8n.url, owner);
	const urls: string[] = [];
	return {
		...{ n8n, session, client: createClient(session), urls, measures: createMeasures() },
		close: async () => {
			await n8n.stop();
			await rm(dataFolder, { recursive: true, force: true });
		},
	};
}

/** Publishes a workflow that ends with the same node whatever begins it. */
async function publish({ n8n, client, urls }: Side, trigger: WorkflowNode, path: string) {
	const behind = createNode('Behind', 'n8n-nodes-base.noOp', 1);
	const { id } = await client.createWorkflow(chainNodes([trigger, behind]));
	await client.activate(id);
	urls.push(`${n8n.url}/webhook/${path}`);
}

async function measureStart({ n8n, measures }: Side): Promise<void> {
	await n8n.restart();
	await waitUntilIdle(n8n.processId());
	measures.startCpu.push(await readCpuSeconds(n8n.processId()));
	measures.idleMemory.push(await readMemoryMegabytes(n8n.processId()));
}

async function measureBurst(side: Side, cpuSeconds: number[]): Promise<void> {
	const { n8n, measures, urls } = side;
	const id = n8n.processId();
	await resetPeak(id);
	const [cpu, memory] = [await readCpuSeconds(id), await readMemoryMegabytes(id)];
	const statuses = await Promise.all(urls.map((url) => post(url, writeBody(), { headers })));
	await waitUntilIdle(id);
	const failed = statuses.filter((status) => status !== 200);
	if (failed.length > 0) throw new Error(`A burst was answered with ${failed.join(', ')}.`);
	const peak = await readPeakMegabytes(id);
	cpuSeconds.push((await readCpuSeconds(id)) - cpu);
	measures.peakMemory.push(peak);
	measures.executionMemory.push((peak - memory) / urls.length);
}

/** Numbers of requests that came to the sandbox meanwhile: all, those for keys, and refreshes. */
async function count(act: () => Promise<void>) {
	const before = sandbox.requests.length;
	await act();
	const came = sandbox.requests.slice(before);
	return {
		all: came.length,
		keys: came.filter(({ path }) => path.endsWith('/certs')).length,
		refreshes: came.filter(({ form }) => form.grant_type === 'refresh_token').length,
	};
}

const webhookSide = await startSide();
const ours = await startSide();
const sides = [ours, webhookSide];
const sandbox = await startSandbox({
	redirectUris: [`${ours.n8n.url}/rest/oauth2-credential/callback`],
});
const record = sandbox.createRecord({ shape: 'A', turns: 74, withTestRun: false });
const writeBody = () =>
	JSON.stringify({ event: 'ConversationComplete', data: { ...record, id: randomUUID() } });
const { audience } = sandbox.identity;
const claims = { sub: sandbox.user.id, aud: audience, scope: 'openid' };
const headers = { authorization: `Bearer ${await sandbox.identity.signJwt(claims)}` };

try {
	const owned = [];
	for (let made = 0; made < credentials; made += 1) {
		owned.push(await connectAtSandbox({ sandbox, ...ours }, `Account ${made}`));
	}
	for (let made = 0; made < workflows; made += 1) {
		const [path, webhookId] = [randomUUID(), randomUUID()];
		const webhook = { httpMethod: 'POST', path, options: {} };
		const own = createNode('Trigger', 'n8n-nodes-base.webhook', 2, webhook);
		await publish(webhookSide, { ...own, webhookId: path }, path);
		const { id = '', name = '' } = owned[made % credentials] ?? {};
		const trigger = createTrigger({ options: { usePrivateWebhookUrl: true } });
		const credential = { [credentialType]: { id, name } };
		await publish(ours, { ...trigger, webhookId, credentials: credential }, `${webhookId}/webhook`);
	}
	console.log(`  published: ${workflows} on each side`);

	// Once, a refresh of every credential is due.
	sandbox.identity.setLifetimes({ refreshTokenSeconds: SIGN_IN_SECONDS });
	for (const one of owned) await signInAs(ours, one, sandbox.user);
	sandbox.identity.setLifetimes({ refreshTokenSeconds: 30 * 86_400 });
	await sleep((SIGN_IN_SECONDS / 2) * 1000);

	const atStarts: number[] = [];
	const [keys, refreshes]: [number[], number[]] = [[], []];
	for (let round = 0; round < rounds; round += 1) {
		for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
			atStarts.push((await count(() => measureStart(side))).all);
			const first = await count(() => measureBurst(side, side.measures.firstCpu));
			if (side === ours) {
				keys.push(first.keys);
				refreshes.push(first.refreshes);
			}
			await measureBurst(side, side.measures.laterCpu);
		}
		console.log(`  round ${round + 1} of ${rounds}`);
	}

	const row = (what: string, name: keyof Side['measures'], digits: number) => {
		const [own, webhook] = sides.map(({ measures }) => quantile(measures[name]));
		const [a = Number.NaN, b = Number.NaN] = [own, webhook];
		return [what, a.toFixed(digits), b.toFixed(digits), (a / b).toFixed(2)];
	};
	const table = writeTable(
		['', 'Voice Agent Trigger', 'Webhook node', 'ratio'],
		[
			row('a start, s of CPU', 'startCpu', 1),
			row('the first burst after it, s of CPU', 'firstCpu', 1),
			row('a later burst, s of CPU', 'laterCpu', 1),
			row('memory idle after a start, MB', 'idleMemory', 0),
			row('memory at the peak of a burst, MB', 'peakMemory', 0),
			row('memory for each execution under way, MB', 'executionMemory', 1),
		],
	);
	const text = `${workflows} published workflows on each side, ours with ${credentials} credentials; medians of ${rounds} rounds. Requests to the service at a start: ${atStarts.join(', ')}. In the first burst after a start: requests for keys ${keys.join(', ')}; refreshes ${refreshes.join(', ')}, of ${credentials} that were due in the first round.`;
	console.log(`${text}\n\n${table}`);
	if (!values.quick) writeSection('many', 'npm run bench -- many', `${text}\n\n${table}`);
} finally {
	for (const side of sides) await side.close();
	await sandbox.close();
}
