import type { IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { serve } from './serve.mts';

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** Answers the n-th request with the n-th answer, the last one from then on; `null` drops the connection. */
export async function startReceiver(
	...answers: ({ status: number; headers?: Record<string, string>; body?: string } | null)[]
) {
	const received: Array<{ headers: IncomingHttpHeaders; body: string }> = [];
	const { url, close } = await serve(async (request, response) => {
		received.push({ headers: request.headers, body: await text(request) });
		const answer = answers[Math.min(received.length, answers.length) - 1];
		if (answer === null) request.socket.destroy();
		else response.writeHead(answer?.status ?? 200, answer?.headers).end(answer?.body ?? '');
	});
	return { url: `${url}/hook`, received, close };
}
