import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * A server on 127.0.0.1 that keeps its port while it stops and starts listening. 0 is any free port. Rejects
 * with the system's error, such as EADDRINUSE.
 */
export async function listenOnLoopback(port: number) {
	const server = createServer();
	server.listen(port, '127.0.0.1');
	await once(server, 'listening');
	const bound = boundPort(server);
	// An address is looked up first, so a server that was told to listen does not do so at once.
	let starting: Promise<unknown> | undefined;
	const listenAgain = () => {
		if (server.listening || starting !== undefined) return;
		server.listen(bound, '127.0.0.1');
		starting = once(server, 'listening').finally(() => {
			starting = undefined;
		});
	};
	const stopListening = async () => {
		await starting;
		if (!server.listening) return;
		const closed = once(server, 'close');
		server.close();
		server.closeAllConnections();
		await closed;
		// Clients in this process see their kept connections end before anything else happens.
		await nextTurn();
	};
	return {
		url: `http://127.0.0.1:${bound}`,
		/** Who answers requests, but those of other web sites; to be said once, before anyone knows the address. */
		serve: (listener: RequestListener) =>
			void server.on('request', rejectForeignRequests(listener)),
		/** New connections are refused and open ones dropped until `listenAgain`. */
		stopListening,
		/** Does nothing while it listens. */
		listenAgain,
		close: stopListening,
	};
}

function boundPort(server: Server): number {
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('The server has no port.');
	return address.port;
}

/**
 * Keeps other web sites away from a server on loopback, which every browser of this machine reaches: a
 * name of theirs that resolves to this machine (Host), and their pages' requests (Sec-Fetch-Site). A
 * link of theirs that a person follows is let through. So is a program that is no browser: it sends neither.
 */
function rejectForeignRequests(listener: RequestListener): RequestListener {
	return (request, response) => {
		const rejection = findRejection(request);
		if (rejection === undefined) {
			listener(request, response);
			return;
		}
		response.writeHead(403, { 'content-type': 'text/plain; charset=utf-8' });
		response.end(rejection);
	};
}

function findRejection({ headers, method, socket }: IncomingMessage): string | undefined {
	const hosts = [`127.0.0.1:${socket.localPort}`, `localhost:${socket.localPort}`];
	if (!hosts.includes(headers.host ?? '')) return 'Open the sandbox by its own address.';
	const isFollowed = headers['sec-fetch-mode'] === 'navigate' && method === 'GET';
	const isForeign = ['cross-site', 'same-site'].includes(String(headers['sec-fetch-site']));
	return isForeign && !isFollowed ? 'Only the sandbox itself may call this.' : undefined;
}
