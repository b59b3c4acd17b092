import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** A request, read whole. */
export interface Call {
	method: string;
	path: string;
	query: URLSearchParams;
	headers: IncomingHttpHeaders;
	body: Buffer;
}

export interface Reply {
	status: number;
	headers?: Record<string, string>;
	body?: string | Buffer;
	/** The connection is cut behind the body. */
	cut?: boolean;
}

/** The parts of the service, each of which knows its own paths. */
export type Part = (call: Call) => Reply | undefined;

export interface Server {
	url: string;
	/** What came, in its order. */
	calls: Call[];
	/** Replies to the next call to a path with this ending, in place of the part that knows it. */
	replyOnce(ending: string, reply: Reply): void;
	/** Lets the next call to a path with this ending take effect, and cuts the line without a reply. */
	loseReplyOnce(ending: string): void;
	close(): Promise<void>;
}

export const toJson = (
	status: number,
	value: unknown,
	headers: Record<string, string> = {},
): Reply => ({
	status,
	headers: { 'Content-Type': 'application/json', ...headers },
	body: JSON.stringify(value),
});

/** Serves the parts that `build` makes for the address that the system chose. */
export async function serve(build: (url: string) => Part[]): Promise<Server> {
	const calls: Call[] = [];
	const once: Array<{ ending: string; reply?: Reply }> = [];
	const takeOnce = (path: string) => {
		const index = once.findIndex(({ ending }) => path.endsWith(ending));
		return index < 0 ? undefined : once.splice(index, 1)[0];
	};
	let parts: Part[] = [];
	const server = createServer(async (request, response) => {
		const body = await buffer(request);
		const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://service');
		const call = { method: request.method ?? '', path, query, headers: request.headers, body };
		calls.push(call);
		const exception = takeOnce(path);
		const reply = exception?.reply ?? findReply(parts, call);
		if (exception !== undefined && exception.reply === undefined) {
			response.destroy();
			return;
		}
		response.writeHead(reply.status, reply.headers);
		if (reply.cut) response.write(reply.body ?? '', () => response.destroy());
		else response.end(reply.body);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	if (typeof address !== 'object' || address === null) throw new Error('No port');
	const url = `http://127.0.0.1:${address.port}`;
	parts = build(url);
	return {
		url,
		calls,
		replyOnce: (ending, reply) => void once.push({ ending, reply }),
		loseReplyOnce: (ending) => void once.push({ ending }),
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

function findReply(parts: Part[], call: Call): Reply {
	for (const part of parts) {
		const reply = part(call);
		if (reply !== undefined) return reply;
	}
	return { status: 404, headers: { 'Content-Type': 'text/html' }, body: '<h1>Not Found</h1>' };
}
