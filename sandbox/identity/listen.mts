import type { Server } from 'node:http';

/** Listens on loopback; port 0 lets the system choose. Answers the origin, without trailing slash. */
export async function listen(server: Server, port: number): Promise<string> {
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, '127.0.0.1', () => {
			server.off('error', reject);
			resolve();
		});
	});
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('port: no TCP address');
	return `http://127.0.0.1:${address.port}`;
}
