import * as z from 'zod/v4';
import { PERSONAL_DATA, type PersonalData } from '../../core/conversation/personal-data.ts';
import { waitUntil } from '../../host/wait-until.mts';
import { hostileDeliveries, type HostileDelivery } from './corpus/hostile-deliveries.mts';
import { marks } from './corpus/write-event.mts';
import { type HostileN8n, type PublishedWebhook, startHostileN8n } from './hostile-n8n.mts';
import { maxStallMs, measureSlowness } from './measure-stall.mts';
import { post, PROBE_INTERVAL_MS, sendAndWatch, type Harm } from './n8n-load.mts';
import { keepTable, writeHarmTable, type HarmRow } from './results-page.mts';

jest.setTimeout(300_000);

/** Of n8n's own Webhook node: what is passed on to n8n's engine costs there as well. */
const MAX_RATIO = 3;
const TRIES = 10;

/** The part of the corpus that a real n8n gets, by its names there. */
const selected = [
	'a turn of 120 kB of spaces after a line break',
	'15.5 MB of numbers as turns',
	'a list of numbers as reasons',
	'as many empty turns as are read',
	'an undocumented list of empty objects',
	'arguments of a tool that unfold',
	'very many fields',
	'nesting as deep as it is read',
	'nesting of 100,000 lists',
	'a text of 15.5 MB',
];

/** What takes long to search for numbers: sent to a trigger of each mode. */
const searched = [
	'a list that is none, as text',
	'undocumented texts that are no lists',
	'JSON nested 900 deep, as text',
	'names that are numbers, as text',
	'digits with a space between them',
	'plain digits in an error',
	'90,000 names like integers in arguments',
	'as many names like integers in arguments',
	'as many arguments that are no JSON',
];

/** What took quadratic time, at lengths that make it plain: from 20 kB to what n8n takes at most. */
const eventsOfMarks: HostileDelivery[] = [20_000, 15_500_000].map((bytes) => ({
	name: 'an event of marks',
	outcome: 'ignored event-not-wanted',
	body: () => `{"event":"${marks(bytes)}","data":{}}`,
}));

const bodiesForN8n = [
	...[...selected, ...searched].map((name) => {
		const found = hostileDeliveries.find((delivery) => delivery.name === name);
		if (found === undefined) throw new Error(`The corpus has no delivery "${name}".`);
		return found;
	}),
	...eventsOfMarks,
];

let hostile: HostileN8n;
let receivers: Record<PersonalData, PublishedWebhook>;
let webhook: PublishedWebhook;
let yardsticks: Harm[];
const rows: HarmRow[] = [];
const executionsSchema = z.object({
	data: z.array(z.object({ id: z.coerce.string(), status: z.string() })),
});

beforeAll(async () => {
	hostile = await startHostileN8n();
	const { n8n } = hostile;
	webhook = await hostile.publishWebhook();
	receivers = {
		keep: await hostile.publishTrigger(),
		maskNumbers: await hostile.publishTrigger({ options: { personalData: 'maskNumbers' } }),
		leaveOut: await hostile.publishTrigger({ options: { personalData: 'leaveOut' } }),
	};
	// What an earlier body left in memory counts for neither: each gets its own n8n, and all bodies.
	await n8n.restart();
	yardsticks = [];
	for (const { body } of bodiesForN8n) {
		yardsticks.push(await sendAndWatch(n8n, webhook.url, body()));
	}
	await n8n.restart();
});

afterAll(() => hostile.stop());

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
	const answer = await hostile.session.api(
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
		let harm = await sendAndWatch(hostile.n8n, url, text);
		for (let tries = 1; tries < TRIES; tries += 1) {
			if (listExcesses(harm, yardstick, searchedBytes).length === 0) break;
			yardstick = widen(yardstick, await sendAndWatch(hostile.n8n, webhook.url, text));
			harm = least(harm, await sendAndWatch(hostile.n8n, url, text));
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
	const health = await fetch(`${hostile.n8n.url}/healthz/readiness`);
	expect(health.status).toBe(200);
});

test('the page on security shows what was measured', () => {
	const table = writeHarmTable(rows);
	keepTable('harm', table);
	expect(rows).toHaveLength(sent.length);
});
