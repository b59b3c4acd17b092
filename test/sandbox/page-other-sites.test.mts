import { request } from 'node:http';
import { startSandbox } from '../../sandbox/start-sandbox.mts';
import type { Sandbox } from '../../sandbox/types.mts';
import { postJson } from './call-api.mts';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox();
});
afterEach(() => sandbox.reset());
afterAll(() => sandbox.close());

describe('other web sites', () => {
	const body = { name: 'status' };

	test('what they are rejected works from the page', async () => {
		const headers = { origin: sandbox.url, 'sec-fetch-site': 'same-origin' };
		expect((await postJson(sandbox, '/sandbox/faults', body, headers)).status).toBe(204);
		expect(sandbox.faults).toHaveLength(1);
	});

	test.each([
		['by their origin', { origin: 'https://evil.test' }],
		['by an opaque origin', { origin: 'null' }],
		['by what the browser says', { 'sec-fetch-site': 'cross-site' }],
		['from another port', { 'sec-fetch-site': 'same-site' }],
	])('are rejected %s', async (_name, headers) => {
		expect((await postJson(sandbox, '/sandbox/faults', body, headers)).status).toBe(403);
		expect(sandbox.faults).toHaveLength(0);
	});

	test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])(
		'cannot post a form (%s)',
		async (contentType) => {
			const answer = await postJson(sandbox, '/sandbox/faults', body, {
				'content-type': contentType,
			});
			expect(answer.status).toBe(415);
			expect(sandbox.faults).toHaveLength(0);
		},
	);

	const identityPath = () => new URL(sandbox.identityServerUrl).pathname;
	const everywhere: [string, () => URL][] = [
		...['/', '/token', '/developers', '/sandbox/state', '/api/Users/me'].map(
			(path): [string, () => URL] => [path, () => new URL(path, sandbox.url)],
		),
		...['/.well-known/openid-configuration', '/protocol/openid-connect/certs'].map(
			(path): [string, () => URL] => [
				path,
				() => new URL(`${identityPath()}${path}`, sandbox.identityServerUrl),
			],
		),
	];

	test.each(everywhere)('cannot read %s through a name of theirs', async (_path, url) => {
		expect((await callWithHeaders(url(), { host: 'evil.test' })).status).toBe(403);
		expect((await callWithHeaders(url(), { host: url().host })).status).not.toBe(403);
	});

	test.each(everywhere)('cannot ask for %s from a page of theirs', async (_path, url) => {
		const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' };
		expect((await callWithHeaders(url(), headers)).status).toBe(403);
	});

	test.each<[string, number]>([
		['/token', 403],
		['/sandbox/state', 403],
		['/token/', 404],
		['/TOKEN', 404],
		['/developers', 200],
	])('a link of theirs to %s is answered with %i', async (path, status) => {
		const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
		expect((await callWithHeaders(new URL(path, sandbox.url), headers)).status).toBe(status);
	});

	test('a link of theirs may lead to the sign-in', async () => {
		const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
		const url = new URL(`${sandbox.identityServerUrl}/protocol/openid-connect/auth`);
		expect((await callWithHeaders(url, headers)).status).not.toBe(403);
	});
});

/** fetch does not let a caller select these headers. */
function callWithHeaders(url: URL, headers: Record<string, string>): Promise<{ status: number }> {
	return new Promise((resolve, reject) => {
		const call = request(url, { headers }, (response) => {
			response.resume();
			response.once('end', () => resolve({ status: response.statusCode ?? 0 }));
		});
		call.on('error', reject).end();
	});
}
