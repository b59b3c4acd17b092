import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';

export interface Received {
	headers: IncomingHttpHeaders;
	body: string;
}

export interface Receiver {
	url: string;
	received: Received[];
	close(): Promise<void>;
}

/** Answers the n-th request with the n-th answer, the last one from then on; `null` drops the connection. */
export async function startReceiver(
	...answers: ({ status: number; headers?: Record<string, string>; body?: string } | null)[]
): Promise<Receiver> {
	const received: Received[] = [];
	const server = createServer(async (request, response) => {
		received.push({ headers: request.headers, body: await text(request) });
		const answer = answers[Math.min(received.length, answers.length) - 1];
		if (answer === null) request.socket.destroy();
		else response.writeHead(answer?.status ?? 200, answer?.headers).end(answer?.body ?? '');
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('The receiver has no port.');
	return {
		url: `http://127.0.0.1:${address.port}/hook`,
		received,
		close: async () => {
			server.closeAllConnections();
			const closed = once(server, 'close');
			server.close();
			await closed;
		},
	};
}
