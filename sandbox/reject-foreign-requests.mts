import type { IncomingMessage, RequestListener } from 'node:http';

/**
 * Keeps other web sites away from a server on loopback, which every browser of this machine reaches: a
 * name of theirs that resolves to this machine (Host), and their pages' requests (Sec-Fetch-Site). A
 * link of theirs that a person follows is let through; whoever is no browser says nothing and is, too.
 */
export function rejectForeignRequests(listener: RequestListener): RequestListener {
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
