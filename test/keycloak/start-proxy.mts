import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { close, listen } from '../support/servers/serve.mts';

/**
 * What becomes of a request on its way to Keycloak: `drop` cuts the connection before it arrives,
 * `lose` lets it take effect and cuts the connection then, a number is the status of a gateway's
 * answer in place of Keycloak's, `hang` gives no answer for as long as the other side waits.
 * `time-out` and `time-out-after-effect` are a gateway that gives up waiting for Keycloak.
 */
export type Disturbance = 'drop' | 'lose' | 'hang' | 'time-out' | 'time-out-after-effect' | number;

/** A request that came by, with Keycloak's answer. */
export interface Passed {
	method: string;
	path: string;
	form: Record<string, string>;
	/** 0 without an answer. */
	status: number;
	answer: string;
}

const gatewayLimitMs = 300;

/**
 * Stands between n8n and Keycloak and tells Keycloak its own address, as a reverse proxy does. `path`
 * is a folder below which Keycloak appears (`/auth`).
 */
export async function startProxy(target: string, path = '') {
	const passed: Passed[] = [];
	const disturbances: { pathEnd: string; disturbance: Disturbance; times: number }[] = [];
	const rejected = new Set<string>();
	let port = 0;

	/** Asks Keycloak, as the server that n8n knows. */
	const forward = async (incoming: IncomingMessage, url: string, body: Buffer) => {
		const headers = {
			...incoming.headers,
			'x-forwarded-proto': 'http',
			'x-forwarded-host': `127.0.0.1:${port}`,
			'x-forwarded-port': String(port),
			...(path !== '' && { 'x-forwarded-prefix': path }),
		};
		const outgoing = request(`${target}${url}`, { method: incoming.method, headers });
		outgoing.end(body);
		const [message]: IncomingMessage[] = await once(outgoing, 'response');
		if (message === undefined) throw new Error('Keycloak gave no answer.');
		return { message, content: await buffer(message) };
	};

	const answerAsGateway = (entry: Passed, response: ServerResponse, status: number): void => {
		entry.status = status;
		response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>');
	};

	const timeOut = async (entry: Passed, response: ServerResponse): Promise<void> => {
		await sleep(gatewayLimitMs);
		answerAsGateway(entry, response, 504);
	};

	const takeDisturbance = (pathname: string): Disturbance | undefined => {
		const met = disturbances.find(({ pathEnd, times }) => times > 0 && pathname.endsWith(pathEnd));
		if (met !== undefined) met.times -= 1;
		return met?.disturbance;
	};

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
		if (pathname.endsWith('/userinfo') && rejected.has(token)) {
			entry.status = 401;
			return void response.writeHead(401).end();
		}

		const disturbance = takeDisturbance(pathname);
		if (disturbance === 'hang') return;
		if (typeof disturbance === 'number') return answerAsGateway(entry, response, disturbance);
		if (disturbance === 'drop') return void response.destroy();
		if (disturbance === 'time-out') return await timeOut(entry, response);
		const { message, content } = await forward(incoming, url, body);
		if (disturbance === 'lose') return void response.destroy();
		if (disturbance === 'time-out-after-effect') return await timeOut(entry, response);
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
	port = await listen(server);
	return {
		/** `http://127.0.0.1:<port>` and the path before /realms, no trailing slash. */
		url: `http://127.0.0.1:${port}${path}`,
		passed,
		/** So many further requests whose path ends like this meet the disturbance. */
		disturb: (pathEnd: string, disturbance: Disturbance, times: number): void => {
			disturbances.push({ pathEnd, disturbance, times });
		},
		/** User info rejects every access token given out so far: n8n then refreshes it. */
		rejectTokensSoFar: (): void => {
			for (const { path: asked, answer } of passed) {
				const token = /"access_token":"([^"]+)"/.exec(answer)?.[1];
				if (asked.endsWith('/token') && token !== undefined) rejected.add(token);
			}
		},
		/** Connections are rejected from now on, as by a server that is stopped. */
		stop: () => close(server),
		start: async (): Promise<void> => {
			await listen(server, port);
		},
		close: async (): Promise<void> => {
			if (server.listening) await close(server);
		},
	};
}
