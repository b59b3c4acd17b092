import { request, type Agent } from 'node:http';

/** Sends a body as JSON, and gives the status of the response; 0 if the connection was cut. */
export function post(
	url: string,
	body: string | Buffer,
	{ agent, headers }: { agent?: Agent; headers?: Record<string, string> } = {},
): Promise<number> {
	const length = Buffer.byteLength(body);
	const labels = { 'content-type': 'application/json', 'content-length': length, ...headers };
	return new Promise((resolve) => {
		const sent = request(url, { method: 'POST', agent, headers: labels }, (response) => {
			response.resume();
			response.once('end', () => resolve(response.statusCode ?? 0));
		});
		sent.once('error', () => resolve(0));
		sent.end(body);
	});
}
