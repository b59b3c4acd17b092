import type { IncomingMessage } from 'node:http';
import { Problem } from './respond-with-problem.mts';

const maxBodyBytes = 1_000_000;

/** Reads the whole body as text. Throws a 413 problem beyond 1 MB. */
export async function readBody(request: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	let bytes = 0;
	for await (const chunk of request) {
		const part = Buffer.from(chunk);
		bytes += part.length;
		// Read on: a connection that is cut before the body is through loses the answer.
		if (bytes <= maxBodyBytes) chunks.push(part);
	}
	if (bytes > maxBodyBytes) throw new Problem(413, 'The body is larger than 1 MB.');
	return Buffer.concat(chunks).toString('utf8');
}
