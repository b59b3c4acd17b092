import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { sendPlain } from '../../../../nodes/shared/http/transport.ts';
import { createHost } from '../../../support/in-process/host.mts';
import { flood, serve, type TestServer } from '../../../support/servers/serve.mts';

let server: TestServer;

/** What the node gets from a server that answers every request by `answer`. */
async function get(answer: RequestListener) {
	server = await serve(answer);
	const context = createHost({ type: 'voiceAgent' }).execute();
	return await sendPlain(context, { method: 'GET', url: `${server.url}/`, maxTries: 1 });
}

afterEach(() => server.close());

const document = { keys: [], padding: 'x'.repeat(900_000) };

const zip: RequestListener = (_, response) => {
	response.setHeader('Content-Encoding', 'gzip');
	response.end(gzipSync(JSON.stringify(document)));
};

test.each<[string, RequestListener]>([
	['plain JSON', (_, response) => response.end(JSON.stringify(document))],
	['compressed JSON', zip],
	['JSON after a mark', (_, response) => response.end(`\uFEFF${JSON.stringify(document)}`)],
])('reads %s below 1 MB', async (_what, answer) => {
	expect(await get(answer)).toMatchObject({ kind: 'response', status: 200, body: document });
});

test('reads an error body that is no JSON as text', async () => {
	const outcome = await get((_, response) => response.writeHead(502).end('<b>Bad gateway</b>'));
	expect(outcome).toMatchObject({ kind: 'response', status: 502, body: '<b>Bad gateway</b>' });
});

test('gives up a small compressed body that unfolds to more than 1 MB', async () => {
	const bomb = gzipSync(JSON.stringify({ keys: [], padding: 'x'.repeat(50_000_000) }));
	expect(bomb.length).toBeLessThan(100_000);
	const outcome = await get((_, response) => {
		response.setHeader('Content-Encoding', 'gzip');
		response.end(bomb);
	});
	expect(outcome).toMatchObject({ kind: 'response', status: 200, body: undefined });
});

test('ends the connection of a body that never ends', async () => {
	let hasEnded: Promise<unknown> = Promise.resolve();
	const outcome = await get((request, response) => {
		hasEnded = once(response, 'close');
		flood(200)(request, response);
	});
	expect(outcome).toMatchObject({ kind: 'response', body: undefined });
	await hasEnded;
});
