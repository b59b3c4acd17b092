import type { IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { serve } from '../nodes/host/serve.mts';

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
	const { url, close } = await serve(async (request, response) => {
		received.push({ headers: request.headers, body: await text(request) });
		const answer = answers[Math.min(received.length, answers.length) - 1];
		if (answer === null) request.socket.destroy();
		else response.writeHead(answer?.status ?? 200, answer?.headers).end(answer?.body ?? '');
	});
	return { url: `${url}/hook`, received, close };
}
