import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { Server } from 'node:net';

/** A server of a test, on a free port of loopback. */
export interface TestServer {
	/** Its address, without a slash at the end. */
	url: string;
	/** Ends open connections, too. */
	close(): Promise<void>;
}

/** Starts a server on a free port of loopback, and gives the port. */
export async function listen(server: Server): Promise<number> {
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('The server has no port.');
	return address.port;
}

export async function serve(listener: RequestListener): Promise<TestServer> {
	const server = createServer(listener);
	return {
		url: `http://127.0.0.1:${await listen(server)}`,
		close: async () => {
			const closed = once(server, 'close');
			server.close();
			server.closeAllConnections();
			await closed;
		},
	};
}
