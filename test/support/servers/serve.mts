import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { Server as NetServer } from 'node:net';

/** A server of a test, on a free port of loopback. */
export interface TestServer {
	/** Its address, without a slash at the end. */
	url: string;
	/** Ends open connections, too. */
	close(): Promise<void>;
}

/** Starts a server on loopback, and gives the port. Default: a free one. */
export async function listen(server: NetServer, port = 0): Promise<number> {
	server.listen(port, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('The server has no port.');
	return address.port;
}

/** Ends open connections, too. */
export async function close(server: Server): Promise<void> {
	const closed = once(server, 'close');
	server.close();
	server.closeAllConnections();
	await closed;
}

export async function serve(listener: RequestListener): Promise<TestServer> {
	const server = createServer(listener);
	return {
		url: `http://127.0.0.1:${await listen(server)}`,
		close: () => close(server),
	};
}

/** A body that never ends, as fast as it is read. */
export const flood =
	(status: number): RequestListener =>
	(_request, response) => {
		response.writeHead(status, { 'content-type': 'application/json' });
		const chunk = Buffer.alloc(100_000, ' ');
		const write = () => {
			while (!response.closed && response.write(chunk));
			response.once('drain', write);
		};
		write();
	};
