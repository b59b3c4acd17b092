import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';

/** A server of a test, on a free port of loopback. */
export interface TestServer {
	/** Its address, without a slash at the end. */
	url: string;
	/** Ends open connections, too. */
	close(): Promise<void>;
}

export async function serve(listener: RequestListener): Promise<TestServer> {
	const server = createServer(listener);
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('The server has no port.');
	return {
		url: `http://127.0.0.1:${address.port}`,
		close: async () => {
			const closed = once(server, 'close');
			server.close();
			server.closeAllConnections();
			await closed;
		},
	};
}
