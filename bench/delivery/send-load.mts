import { Agent, request } from 'node:http';

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

function send(agent: Agent, load: Load): Promise<number> {
	const body = load.nextBody();
	return new Promise((resolve, reject) => {
		const sent = request(load.url, {
			method: 'POST',
			agent,
			headers: {
				'content-type': 'application/json',
				'content-length': Buffer.byteLength(body),
				...load.headers,
			},
		});
		sent.once('response', (response) => {
			response.resume();
			response.once('end', () => resolve(response.statusCode ?? 0));
		});
		sent.once('error', reject);
		sent.end(body);
	});
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
			const status = await send(agent, load);
			if (status >= 200 && status < 300) latencies.push(performance.now() - sentAt);
			else failed += 1;
		}
	};
	await Promise.all(Array.from({ length: load.connections }, work));
	agent.destroy();
	return { latencies, failed };
}
