import { readFileSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer } from 'node:net';
import path from 'node:path';
import { listen } from './serve.mts';

const readFixture = (name: string) =>
	readFileSync(path.join(import.meta.dirname, '../../fixtures/certificates', name));

/** A port of this machine at which nobody listens. */
export async function findClosedPort(): Promise<number> {
	const server = createTcpServer();
	const port = await listen(server);
	await new Promise((resolve) => server.close(resolve));
	return port;
}

/** Speaks https under a certificate that it signed itself. */
export async function startUntrustedServer() {
	/** The paths that were asked for. */
	const requests: string[] = [];
	const server = createTlsServer(
		{ key: readFixture('self-signed.key.pem'), cert: readFixture('self-signed.cert.pem') },
		(request, response) => {
			requests.push(request.url ?? '');
			response.end('{}');
		},
	);
	return { port: await listen(server), requests, close: () => server.close() };
}
