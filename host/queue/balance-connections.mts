import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

const host = '127.0.0.1';
const healthLimitMs = 5000;

/**
 * Passes each connection on to the next of these ports in turn whose n8n says that it is ready, as the
 * balancer in front of webhook processors must: while n8n starts it answers 200 and does nothing with
 * what was sent (docs/operate.md). A connection is never tried twice once it was taken: whether what was
 * sent had an effect is then the sender's question.
 */
export async function balanceConnections(ports: () => number[]) {
	const open = new Set<Socket>();
	const counts = new Map<number, number>();
	let turn = 0;

	const join = (from: Socket, to: Socket): void => {
		from.pipe(to);
		from.once('close', () => to.destroy());
		from.on('error', () => to.destroy());
	};

	const passOn = async (client: Socket, candidates: number[]): Promise<void> => {
		const [port, ...others] = candidates;
		if (port === undefined || client.destroyed) {
			client.destroy();
			return;
		}
		if (!(await isReady(port))) return passOn(client, others);
		const server = connect({ host, port });
		open.add(server);
		server.once('close', () => open.delete(server));
		const onRejected = (): void => void passOn(client, others);
		server.once('error', onRejected);
		server.once('connect', () => {
			server.off('error', onRejected);
			counts.set(port, (counts.get(port) ?? 0) + 1);
			join(client, server);
			join(server, client);
		});
	};

	const balancer = createServer((client) => {
		open.add(client);
		client.once('close', () => open.delete(client));
		client.on('error', () => client.destroy());
		const all = ports();
		const first = turn++ % Math.max(1, all.length);
		void passOn(client, [...all.slice(first), ...all.slice(0, first)]);
	});
	balancer.listen(0, host);
	await once(balancer, 'listening');
	const address = balancer.address();
	const port = typeof address === 'object' ? address?.port : undefined;
	return {
		/** `http://localhost:<port>`, no trailing slash. */
		url: `http://localhost:${port}`,
		/** How many connections each port was given. */
		counts: () => new Map(counts),
		/** Closes it and every connection through it. */
		close: async (): Promise<void> => {
			for (const socket of open) socket.destroy();
			await new Promise<void>((resolve) => balancer.close(() => resolve()));
		},
	};
}

async function isReady(port: number): Promise<boolean> {
	try {
		const response = await fetch(`http://${host}:${port}/healthz/readiness`, {
			signal: AbortSignal.timeout(healthLimitMs),
		});
		await response.arrayBuffer();
		return response.status === 200;
	} catch {
		// Nobody listens, or it takes too long to say so.
		return false;
	}
}
