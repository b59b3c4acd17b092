import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { readMemoryMegabytes } from '../../host/watch-process.mts';
import type { LoggedDelivery } from '../../sandbox/types.mts';
import { useHost } from '../support/n8n/start-host.mts';
import {
	countSuccesses,
	createNode,
	createTrigger,
	publishNodes,
} from '../support/n8n/trigger-scene.mts';
import { playEpisodes } from './episodes.mts';

// Steady deliveries to a real n8n while faults come and go.
const minutes = Number(process.env.SOAK_MINUTES ?? 1);
const intervalMs = 400;
/** Every eighth conversation is delivered twice at once. */
const copyEvery = 8;
const seed = Date.now();

// A sender that does not give up.
const retryDelaysMs = Array.from({ length: 60 }, () => 500);
const host = useHost({ seed, retryDelaysMs, maxRetryAfterMs: 5000 });
jest.setTimeout(minutes * 60_000 + 600_000);

let conversations = 0;
let deliveries: LoggedDelivery[];
let episodes: { name: string; metBy: number }[];
let successes: number;
const memory: { minute: number; megabytes: number }[] = [];

beforeAll(async () => {
	const ask = createNode('Get User', 'n8n-nodes-voice-agent.voiceAgent', 1, {
		resource: 'user',
		operation: 'getCurrent',
	});
	const workflow = await publishNodes(host, await host.connect(), [
		createTrigger({ verifyDeliveries: 'require' }),
		{ ...ask, retryOnFail: true, maxTries: 5, waitBetweenTries: 5000 },
	]);
	const endsAtMs = Date.now() + minutes * 60_000;
	const episodeMs = Math.min(20_000, (minutes * 60_000) / 12);
	[deliveries, episodes] = await Promise.all([
		deliverUntil(endsAtMs),
		playEpisodes(host.sandbox, { episodeMs, endsAtMs }),
	]);
	successes = await countSuccesses(host, workflow.id);
	report();
});

/** Delivers a conversation at a time, and looks at n8n's memory. Resolves when all were answered. */
async function deliverUntil(endsAtMs: number): Promise<LoggedDelivery[]> {
	const startedAtMs = Date.now();
	const sent: Promise<LoggedDelivery[]>[] = [];
	for (; Date.now() < endsAtMs; conversations += 1) {
		const record = host.sandbox.createRecord({ turns: 60, withTestRun: false });
		const copies = conversations % copyEvery === 0 ? 2 : 1;
		for (let copy = 0; copy < copies; copy += 1) sent.push(host.sandbox.deliver(record));
		memory.push({
			minute: (Date.now() - startedAtMs) / 60_000,
			megabytes: await readMemoryMegabytes(host.n8n.processId()),
		});
		await sleep(intervalMs);
	}
	return (await Promise.all(sent)).flat();
}

/** What n8n's memory grows by, in megabytes a minute, by least squares. The first half is warm-up. */
function measureGrowth(): number {
	const samples = memory.filter(({ minute }) => minute > minutes / 2);
	const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
	const middle = mean(samples.map(({ minute }) => minute));
	const usual = mean(samples.map(({ megabytes }) => megabytes));
	return (
		mean(samples.map(({ minute, megabytes }) => (minute - middle) * (megabytes - usual))) /
		mean(samples.map(({ minute }) => (minute - middle) ** 2))
	);
}

function report(): void {
	const text = [
		`seed: ${seed}`,
		`conversations: ${conversations}, deliveries: ${deliveries.length}`,
		`attempts: ${deliveries.flatMap(({ attempts }) => attempts).length}`,
		...episodes.map(({ name, metBy }) => `met by ${metBy}: ${name}`),
		`n8n's memory: ${memory.at(-1)?.megabytes.toFixed(0)} MB, ${measureGrowth().toFixed(1)} MB a minute more`,
		'',
	].join('\n');
	const file = process.env.SUITE_NOTE;
	if (file === undefined) console.log(text);
	else appendFileSync(file, text);
}

test('every delivery is accepted in the end', () => {
	expect(deliveries.length).toBeGreaterThan(conversations);
	expect(deliveries.filter(({ state }) => state !== 'delivered')).toEqual([]);
});

test('every conversation runs once, and ends well', () => {
	expect(successes).toBe(conversations);
});

test('every fault is met', () => {
	expect(episodes.length).toBeGreaterThan(3);
	expect(episodes.filter(({ metBy }) => metBy === 0)).toEqual([]);
});

// A shorter run is all warm-up. A trigger that kept each record, of 60 turns, would need more.
if (minutes >= 8) {
	test('n8n needs hardly more memory in time', () => {
		expect(measureGrowth()).toBeLessThan(40);
	});
}
