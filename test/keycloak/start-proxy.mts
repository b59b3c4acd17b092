import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

/**
 * What becomes of a request on its way to Keycloak: `refuse` drops it before, `lose` lets it take
 * effect and drops the answer, a number is the status of a gateway's answer.
 */
export type Disturbance = 'refuse' | 'lose' | number;

/** A request that came by, with Keycloak's answer. */
export interface Passed {
	method: string;
	path: string;
	form: Record<string, string>;
	/** 0 without an answer. */
	status: number;
	answer: string;
}

export interface Proxy {
	/** `http://127.0.0.1:<port>` and the path before /realms, no trailing slash. */
	url: string;
	passed: Passed[];
	/** So many further requests whose path ends like this meet the disturbance. */
	disturb(pathEnd: string, disturbance: Disturbance, times: number): void;
	/** User info refuses every access token given out so far: n8n then renews it. */
	refuseTokensSoFar(): void;
	close(): Promise<void>;
}

/**
 * Stands between n8n and Keycloak and tells Keycloak its own address, as a reverse proxy does. `path`
 * is a folder below which Keycloak appears (`/auth`).
 */
export async function startProxy(target: string, path = ''): Promise<Proxy> {
	const passed: Passed[] = [];
	const disturbances: { pathEnd: string; disturbance: Disturbance; times: number }[] = [];
	const refused = new Set<string>();
	let host = '';

	const serve = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
		const body = await buffer(incoming);
		const url = (incoming.url ?? '').slice(path.length);
		const [pathname = ''] = url.split('?');
		const entry: Passed = {
			method: incoming.method ?? '',
			path: pathname,
			form: Object.fromEntries(new URLSearchParams(body.toString('utf8'))),
			status: 0,
			answer: '',
		};
		passed.push(entry);
		const token = incoming.headers.authorization?.replace('Bearer ', '') ?? '';
		if (pathname.endsWith('/userinfo') && refused.has(token)) {
			entry.status = 401;
			response.writeHead(401).end();
			return;
		}
		const met = disturbances.find(({ pathEnd, times }) => times > 0 && pathname.endsWith(pathEnd));
		if (met !== undefined) met.times -= 1;
		const disturbance = met?.disturbance;
		if (disturbance === 'refuse') {
			response.destroy();
			return;
		}
		if (typeof disturbance === 'number') {
			response.writeHead(disturbance, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>');
			entry.status = disturbance;
			return;
		}
		const headers = {
			...incoming.headers,
			'x-forwarded-proto': 'http',
			'x-forwarded-host': host,
			'x-forwarded-port': host.split(':')[1],
			...(path !== '' && { 'x-forwarded-prefix': path }),
		};
		const outgoing = request(`${target}${url}`, { method: incoming.method, headers });
		outgoing.end(body);
		const answer: IncomingMessage[] = await once(outgoing, 'response');
		const [message] = answer;
		if (message === undefined) throw new Error('Keycloak gave no answer.');
		const content = await buffer(message);
		if (disturbance === 'lose') {
			response.destroy();
			return;
		}
		entry.status = message.statusCode ?? 0;
		entry.answer = content.toString('utf8');
		const headersBack = { ...message.headers };
		delete headersBack['transfer-encoding'];
		response.writeHead(entry.status, headersBack);
		response.end(content);
	};

	const server = createServer((incoming, response) => {
		serve(incoming, response).catch(() => response.destroy());
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
	host = `127.0.0.1:${address.port}`;
	const refuseTokensSoFar = (): void => {
		for (const { path: asked, answer } of passed) {
			const token = /"access_token":"([^"]+)"/.exec(answer)?.[1];
			if (asked.endsWith('/token') && token !== undefined) refused.add(token);
		}
	};
	return {
		url: `http://${host}${path}`,
		passed,
		disturb: (pathEnd, disturbance, times) => {
			disturbances.push({ pathEnd, disturbance, times });
		},
		refuseTokensSoFar,
		close: async () => {
			server.closeAllConnections();
			const closed = once(server, 'close');
			server.close();
			await closed;
		},
	};
}
