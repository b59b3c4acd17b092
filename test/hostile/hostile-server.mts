import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that answers whatever a test wants. */
export interface HostileServer {
	/** Its address. As an identity server it has a realm. */
	url: string;
	/** Paths that were asked for, in order. */
	requests: string[];
	close(): Promise<void>;
}

const realm = '/realms/hostile';

/** Starts one on a free port of loopback. Every path gets the same answer. */
export async function startHostileServer(answer: RequestListener): Promise<HostileServer> {
	const requests: string[] = [];
	const server = createServer((request, response) => {
		requests.push(request.url ?? '');
		// Who asked may have gone.
		response.on('error', () => undefined);
		answer(request, response);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}${realm}`,
		requests,
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}

/** Answers with JSON. */
export const answerJson =
	(body: unknown): RequestListener =>
	(_request, response) => {
		response.setHeader('content-type', 'application/json');
		response.end(JSON.stringify(body));
	};

/** Answers with this text or these bytes. */
export const answerWith =
	(body: string | Buffer, headers: Record<string, string> = {}, status = 200): RequestListener =>
	(_request, response) => {
		response.writeHead(status, { 'content-type': 'application/json', ...headers });
		response.end(body);
	};
