import type { RequestListener } from 'node:http';
import { serve } from '../support/servers/serve.mts';

/** A server that answers whatever a test wants. */
export type HostileServer = Awaited<ReturnType<typeof startHostileServer>>;

const realm = '/realms/hostile';

/** Starts one on a free port of loopback. Every path gets the same answer. */
export async function startHostileServer(answer: RequestListener) {
	/** Paths that were asked for, in order. */
	const requests: string[] = [];
	const { url, close } = await serve((request, response) => {
		requests.push(request.url ?? '');
		// Who asked may have gone.
		response.on('error', () => undefined);
		answer(request, response);
	});
	// As an identity server it has a realm.
	return { url: `${url}${realm}`, requests, close };
}

/** Answers with JSON. */
export const answerJson =
	(body: unknown): RequestListener =>
	(_request, response) => {
		response.setHeader('content-type', 'application/json');
		response.end(JSON.stringify(body));
	};

/** A body that comes a byte at a time and never ends. */
export const drip =
	(status: number, onByte?: (bytes: number) => void): RequestListener =>
	(_request, response) => {
		response.writeHead(status, { 'content-type': 'application/json' });
		let bytes = 0;
		const interval = setInterval(() => {
			response.write(' ');
			onByte?.(++bytes);
		}, 50);
		response.on('close', () => clearInterval(interval));
	};

/** A body that ends before its end. */
export const breakOff =
	(status: number): RequestListener =>
	(_request, response) => {
		response.writeHead(status, { 'content-length': '1000' });
		response.write('{"id":');
		response.socket?.destroySoon();
	};

export const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

/** Answers with this text or these bytes. */
export const answerWith =
	(body: string | Buffer, headers: Record<string, string> = {}, status = 200): RequestListener =>
	(_request, response) => {
		response.writeHead(status, { 'content-type': 'application/json', ...headers });
		response.end(body);
	};
