import { setTimeout as sleep } from 'node:timers/promises';
import { readMemoryMegabytes } from '../../host/watch-process.mts';
import type { LoggedDelivery, RecordedRequest, Sandbox } from '../../sandbox/types.mts';
import type { QueueHost } from './start-queue-host.mts';

interface Episode {
	name: string;
	begin(sandbox: Sandbox): Promise<void>;
	/** A request by which the service or the identity server notices it. */
	isMetBy(request: RecordedRequest): boolean;
}

/** What goes wrong in turn; before each of them everything is well for as long. */
const episodes: Episode[] = [
	{
		name: 'API answers 503',
		begin: (sandbox) => sandbox.switchOnFault('status', { target: 'users-me', status: 503 }),
		isMetBy: ({ path, status }) => path.endsWith('/api/Users/me') && status === 503,
	},
	{
		name: 'access tokens expired',
		begin: (sandbox) => sandbox.switchOnFault('token-expired'),
		isMetBy: ({ path }) => path.endsWith('/token'),
	},
	{
		name: 'keys rotated while the identity server is away',
		begin: async (sandbox) => {
			await sandbox.switchOnFault('away', { target: 'certs' });
			await sandbox.identity.rotateKeys();
		},
		isMetBy: ({ path }) => path.endsWith('/certs'),
	},
];

const intervalMs = 400;
/** Every eighth conversation is delivered twice at once. */
const copyEvery = 8;

/**
 * Delivers a conversation of 60 turns at a time for some minutes, to one processor, which has to know
 * copies, while faults come and go. Resolves when all were answered.
 */
export async function deliverSteadily(host: QueueHost, minutes: number) {
	const { main, processors, workers } = host.queue;
	const memory = [main, ...processors, ...workers].map((n8n) => watchMemory(n8n.processId()));
	const endsAtMs = Date.now() + minutes * 60_000;
	const played = playEpisodes(host.sandbox, endsAtMs, Math.min(20_000, minutes * 5_000));
	const sent: Promise<LoggedDelivery[]>[] = [];
	let conversations = 0;
	for (; Date.now() < endsAtMs; conversations += 1) {
		const record = host.sandbox.createRecord({ turns: 60, withTestRun: false });
		const copies = conversations % copyEvery === 0 ? 2 : 1;
		for (let copy = 0; copy < copies; copy += 1) sent.push(host.sandbox.deliver(record));
		await Promise.all(memory.map(({ look }) => look()));
		await sleep(intervalMs);
	}
	return {
		conversations,
		deliveries: (await Promise.all(sent)).flat(),
		episodes: await played,
		/** Megabytes a minute, of main, of each processor and of each worker. */
		growth: memory.map(({ measureGrowth }) => measureGrowth()),
	};
}

/** The outcome for a person to read. */
export function describeSoak(soak: Awaited<ReturnType<typeof deliverSteadily>>): string {
	const { conversations, deliveries, episodes: played, growth } = soak;
	return [
		`conversations: ${conversations}, deliveries: ${deliveries.length}`,
		`attempts: ${deliveries.flatMap(({ attempts }) => attempts).length}`,
		...played.map(({ name, metBy }) => `met by ${metBy}: ${name}`),
		`MB a minute more of main, processors and workers: ${growth.map((each) => each.toFixed(1))}`,
	].join('\n');
}

/**
 * Lets faults of this length come and go until a moment. Gives the name of each with the number of
 * requests that met it and of deliveries that were rejected meanwhile.
 */
async function playEpisodes(sandbox: Sandbox, endsAtMs: number, episodeMs: number) {
	const played: { name: string; metBy: number }[] = [];
	while (Date.now() + 2 * episodeMs <= endsAtMs) {
		const episode = episodes[played.length % episodes.length];
		if (episode === undefined) break;
		const { name, begin, isMetBy } = episode;
		await sleep(episodeMs);
		const before = { requests: sandbox.requests.length, rejections: countRejections(sandbox) };
		await begin(sandbox);
		await sleep(episodeMs);
		sandbox.clearFaults();
		const requests = sandbox.requests.slice(before.requests).filter(isMetBy).length;
		played.push({ name, metBy: requests + countRejections(sandbox) - before.rejections });
	}
	return played;
}

const countRejections = ({ deliveries }: Sandbox): number =>
	deliveries.flatMap(({ attempts }) => attempts).filter(({ status }) => status !== 200).length;

/** Looks at the memory of a process. Its growth is by least squares; the first half is warm-up. */
function watchMemory(processId: number) {
	const startedAtMs = Date.now();
	const samples: { minute: number; megabytes: number }[] = [];
	const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
	return {
		look: async () => {
			const minute = (Date.now() - startedAtMs) / 60_000;
			samples.push({ minute, megabytes: await readMemoryMegabytes(processId) });
		},
		measureGrowth: (): number => {
			const half = samples.slice(samples.length / 2);
			const middle = mean(half.map(({ minute }) => minute));
			const usual = mean(half.map(({ megabytes }) => megabytes));
			return (
				mean(half.map(({ minute, megabytes }) => (minute - middle) * (megabytes - usual))) /
				mean(half.map(({ minute }) => (minute - middle) ** 2))
			);
		},
	};
}
