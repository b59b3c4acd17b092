import { createServer } from 'node:net';
import { readErrorCode } from './read-error-code.mts';

// `localhost` is ::1 as well as 127.0.0.1, and a browser may try either first.
const loopbacks = ['127.0.0.1', '::1'];

async function listen(host: string, port: number): Promise<number | undefined> {
	const server = createServer();
	return new Promise((resolve) => {
		// A machine without IPv6 has nobody listening there either.
		server.once('error', (error) => {
			resolve(readErrorCode(error) === 'EADDRINUSE' ? undefined : port);
		});
		server.listen(port, host, () => {
			const address = server.address();
			server.close(() => resolve(typeof address === 'object' && address ? address.port : port));
		});
	});
}

/** The preferred port where nobody listens on it, else one that the system chooses. Default: the latter. */
export async function findFreePort(preferred = 0): Promise<number> {
	const results = await Promise.all(loopbacks.map((host) => listen(host, preferred)));
	const [port] = results;
	const free = port !== undefined && results.every((result) => result !== undefined);
	if (free) return port;
	return findFreePort();
}
