import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod/v4';
import { OUTPUTS, type Output } from '../../core/conversation/outputs.ts';
import { PERSONAL_DATA, type PersonalData } from '../../core/conversation/personal-data.ts';
import type { SavedWorkflow, WorkflowNode } from '../../host/n8n/n8n-workflow-types.mts';
import { waitUntil } from '../../host/wait-until.mts';
import { useHost } from '../support/n8n/start-host.mts';
import {
	chainNodes,
	createNode,
	createTrigger,
	findDatabase,
} from '../support/n8n/trigger-scene.mts';
import { ITEM_LIMIT } from '../support/records/item-limit.mts';
import { post } from '../support/servers/post.mts';
import { waitUntilIdle } from '../support/wait-until-idle.mts';
import { hostileDeliveries, type HostileDelivery } from './corpus/hostile-deliveries.mts';
import { maxStallMs, measureSlowness } from './measure-stall.mts';
import { PROBE_INTERVAL_MS, sendAndWatch, type Harm } from './n8n-load.mts';
import { keepTable, writeGrowthTable, writeHarmTable } from './results-page.mts';
import type { GrowthRow, HarmRow } from './results-page.mts';

const host = useHost();

/** Of n8n's own Webhook node: what is passed on to n8n's engine costs there as well. */
const MAX_RATIO = 3;
const TRIES = 10;

/** One body of each kind that cost much once, by its name in the corpus: the corpus as a whole is tried in process. */
const selected = [
	'a turn of 120 kB of spaces after a line break',
	'15.5 MB of numbers as turns',
	'as many empty turns as are read',
	'very many fields',
	'nesting of 100,000 lists',
	'a text of 15.5 MB',
	'an event of 15.5 MB of marks',
];

/** What takes long to search for numbers: sent to a trigger of each mode. */
const searched = [
	'a list that is none, as text',
	'plain digits in an error',
	'as many names like integers in arguments',
];

/** What becomes many items, or items of many times its size: sent to a trigger of each output. */
const multiplied = [
	'as many numbers as turns',
	'90,000 values in arguments',
	'10,000 turns of one word',
];

function findDelivery(name: string): HostileDelivery {
	const found = hostileDeliveries.find((delivery) => delivery.name === name);
	if (found === undefined) throw new Error(`The corpus has no delivery "${name}".`);
	return found;
}

const bodiesForN8n = [...selected, ...searched].map(findDelivery);

/** A workflow that is published: a node that receives, and one behind it. */
interface Receiver {
	workflow: SavedWorkflow;
	url: string;
}

async function publish(node: WorkflowNode, place: string): Promise<Receiver> {
	const behind = createNode('Behind', 'n8n-nodes-base.noOp', 1);
	const workflow = await host.client.createWorkflow(chainNodes([node, behind]));
	await host.client.activate(workflow.id);
	return { workflow, url: `${host.n8n.url}/webhook/${place}` };
}

/** Publishes n8n's own Webhook node. */
function publishWebhook(): Promise<Receiver> {
	const path = randomUUID();
	const parameters = { httpMethod: 'POST', path, options: {} };
	const node = createNode('Webhook', 'n8n-nodes-base.webhook', 2, parameters);
	return publish({ ...node, webhookId: path }, path);
}

/** Publishes the trigger, which verifies nothing. */
function publishTrigger(output: Output, personalData: PersonalData): Promise<Receiver> {
	const webhookId = randomUUID();
	const options = { registration: 'manual', withoutCredential: true, personalData };
	const node = createTrigger({ output, verifyDeliveries: 'off', options });
	return publish({ ...node, webhookId }, `${webhookId}/webhook`);
}

let receivers: Record<PersonalData, Receiver>;
let webhook: Receiver;
let yardsticks: Harm[];
const rows: HarmRow[] = [];
const growthRows: GrowthRow[] = [];
const executionsSchema = z.object({
	data: z.array(z.object({ id: z.coerce.string(), status: z.string() })),
});

beforeAll(async () => {
	const { n8n } = host;
	webhook = await publishWebhook();
	receivers = {
		keep: await publishTrigger('conversation', 'keep'),
		maskNumbers: await publishTrigger('conversation', 'maskNumbers'),
		leaveOut: await publishTrigger('conversation', 'leaveOut'),
	};
	// What an earlier body left in memory counts for neither: each gets its own n8n, and all bodies.
	await n8n.restart();
	yardsticks = [];
	for (const { body } of bodiesForN8n) {
		yardsticks.push(await sendAndWatch(n8n, webhook.url, body()));
	}
	await n8n.restart();
});

/** The least of each measure: other work on the machine only adds. */
const least = (a: Harm, b: Harm): Harm => ({
	status: b.status,
	cpuSeconds: Math.min(a.cpuSeconds, b.cpuSeconds),
	stallMs: Math.min(a.stallMs, b.stallMs),
	peakMegabytes: Math.min(a.peakMegabytes, b.peakMegabytes),
});

/** The yardstick after another look: how long the Webhook node stalls differs from time to time too. */
const widen = (yardstick: Harm, again: Harm): Harm => ({
	...yardstick,
	cpuSeconds: Math.max(yardstick.cpuSeconds, again.cpuSeconds),
	stallMs: Math.max(yardstick.stallMs, again.stallMs),
});

/** The most that was seen: n8n has a core of its own, which others may use at another moment. */
let slowness = 1;

/** @param searchedBytes what is searched for numbers besides: none of it counts for the Webhook node */
function listExcesses(harm: Harm, yardstick: Harm, searchedBytes: number): string[] {
	// What is shorter than the time between two probes is not seen.
	slowness = Math.max(slowness, measureSlowness());
	const stallMs = Math.max(yardstick.stallMs, PROBE_INTERVAL_MS * slowness);
	// The Webhook node passes on unread what the trigger reads.
	const readingMs = maxStallMs(searchedBytes) * slowness;
	const limits: [string, number, number][] = [
		['stall in ms', harm.stallMs, MAX_RATIO * stallMs + readingMs],
		['peak in MB', harm.peakMegabytes, MAX_RATIO * yardstick.peakMegabytes],
		['processor time in s', harm.cpuSeconds, MAX_RATIO * yardstick.cpuSeconds + readingMs / 1000],
	];
	return limits
		.filter(([, value, most]) => value > most)
		.map(([name, value, most]) => `${name}: ${value}, at most ${most}`);
}

/** The latest execution of our workflow. Without its data, which for some is very large. */
async function findLatest(): Promise<{ id: string; status: string } | undefined> {
	const answer = await host.session.api(
		'GET',
		`/executions?workflowId=${receivers.keep.workflow.id}&limit=1`,
	);
	return executionsSchema.parse(answer).data[0];
}

const trueEvent = (id: string) =>
	JSON.stringify({
		event: 'ConversationComplete',
		data: { id, history: [{ role: 'User', content: 'Hello' }] },
	});

const sent = bodiesForN8n.flatMap((delivery, index) => {
	const modes = searched.includes(delivery.name) ? PERSONAL_DATA : (['keep'] as const);
	return modes.map((mode) => ({ ...delivery, index, mode }));
});

test.each(sent)(
	'n8n bears $name as its Webhook node does: $mode',
	async ({ name, body, outcome, index, mode }) => {
		const text = body();
		let yardstick = yardsticks[index];
		if (yardstick === undefined) throw new Error('The Webhook node was not measured.');
		const bytes = Buffer.byteLength(text);
		const { url } = receivers[mode];
		const searchedBytes = mode === 'keep' ? 0 : bytes;
		let harm = await sendAndWatch(host.n8n, url, text);
		for (let tries = 1; tries < TRIES; tries += 1) {
			if (listExcesses(harm, yardstick, searchedBytes).length === 0) break;
			yardstick = widen(yardstick, await sendAndWatch(host.n8n, webhook.url, text));
			harm = least(harm, await sendAndWatch(host.n8n, url, text));
		}
		yardsticks[index] = yardstick;
		rows.push({ name, bytes, yardstick, mode, harm });
		expect(harm.status).toBe(outcome.startsWith('4') ? Number(outcome.slice(0, 3)) : 200);
		expect(listExcesses(harm, yardstick, searchedBytes)).toEqual([]);
	},
);

test('n8n is healthy afterwards, and the next true delivery is executed', async () => {
	const before = await findLatest();
	expect(await post(receivers.keep.url, trueEvent('after all'))).toBe(200);
	const latest = await waitUntil(
		async () => {
			const found = await findLatest();
			return found?.id === before?.id || found?.status === 'running' ? undefined : found;
		},
		{ what: 'the execution of the true delivery', timeoutMs: 30_000 },
	);
	expect(latest?.status).toBe('success');
	const health = await fetch(`${host.n8n.url}/healthz/readiness`);
	expect(health.status).toBe(200);
});

/** What n8n's database holds, without the pages that are free again. */
function readDatabaseBytes(): number {
	const database = new DatabaseSync(findDatabase(host), { readOnly: true, timeout: 5000 });
	const read = (name: string) => Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
	try {
		return (read('page_count') - read('freelist_count')) * read('page_size');
	} finally {
		database.close();
	}
}

async function measureGrowth({ url }: Receiver, body: string | Buffer): Promise<number> {
	const before = readDatabaseBytes();
	expect([200, 400]).toContain(await post(url, body));
	// n8n answers before it has stored what the execution came to.
	await waitUntilIdle(host.n8n.processId());
	return readDatabaseBytes() - before;
}

test.each(multiplied)('no output stores many times %s', async (name) => {
	const body = findDelivery(name).body();
	const bytes = Buffer.byteLength(body);
	const growth: Record<string, number> = {};
	for (const output of OUTPUTS) {
		growth[output] = await measureGrowth(await publishTrigger(output, 'keep'), body);
	}
	growthRows.push({ name, bytes, yardstick: await measureGrowth(webhook, body), growth });
	const most = ITEM_LIMIT.times * bytes + ITEM_LIMIT.bytesMore;
	expect(Object.entries(growth).filter(([, grown]) => grown > most)).toEqual([]);
});

test('the page on hostile deliveries shows what was measured', () => {
	keepTable('harm', writeHarmTable(rows));
	keepTable('stored', writeGrowthTable(growthRows));
	expect([rows.length, growthRows.length]).toEqual([sent.length, multiplied.length]);
});
