import { setTimeout as sleep } from 'node:timers/promises';
import type { RecordedRequest, Sandbox } from '../../sandbox/types.mts';

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

/**
 * Lets faults of this length come and go until a moment. Gives the name of each episode with the number
 * of requests that met it and of deliveries that were rejected meanwhile.
 */
export async function playEpisodes(
	sandbox: Sandbox,
	{ episodeMs, endsAtMs }: { episodeMs: number; endsAtMs: number },
): Promise<{ name: string; metBy: number }[]> {
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
