import { Agent } from 'node:http';
import { post } from '../../test/support/servers/post.mts';

export interface Load {
	url: string;
	connections: number;
	durationMs: number;
	headers: Record<string, string>;
	/** A body of its own for each request: no two are the same conversation. */
	nextBody: () => string;
}

export interface LoadResult {
	/** Milliseconds to each 2xx response. */
	latencies: number[];
	/** Other responses, and requests without one. */
	failed: number;
}

/** Keeps this many connections busy on loopback for this long. */
export async function sendLoad(load: Load): Promise<LoadResult> {
	const agent = new Agent({ keepAlive: true, maxSockets: load.connections });
	const latencies: number[] = [];
	let failed = 0;
	const endsAt = performance.now() + load.durationMs;
	const work = async () => {
		while (performance.now() < endsAt) {
			const sentAt = performance.now();
			const status = await post(load.url, load.nextBody(), { agent, headers: load.headers });
			if (status >= 200 && status < 300) latencies.push(performance.now() - sentAt);
			else failed += 1;
		}
	};
	await Promise.all(Array.from({ length: load.connections }, work));
	agent.destroy();
	return { latencies, failed };
}
