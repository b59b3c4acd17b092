import { readFileSync } from 'node:fs';
import path from 'node:path';
import { errorCatalog } from '../../../nodes/shared/error-catalog.ts';
import {
	countRequests,
	endWith,
	fail,
	getConfiguration,
	getCurrent,
	getUserInfo,
	register,
	requestsEndingWith,
	runForItems,
	runNode,
} from '../../support/in-process/driver.mts';
import { expectFailure } from '../../support/in-process/expect-failure.mts';
import { connectCredential } from '../../support/in-process/sandbox-credential.mts';
import type { StoredCredential } from '../../support/in-process/stored-credential.mts';
import { findClosedPort, startUntrustedServer } from '../../support/servers/wrong-servers.mts';
import { useSandbox } from '../../support/servers/use-sandbox.mts';
import { skipWaits } from '../../support/clock.mts';

const sandbox = useSandbox();
const elsewhere = useSandbox();
beforeEach(skipWaits);
afterEach(() => jest.restoreAllMocks());

/** No name of DNS has so long a part, so no DNS server is asked, which could be slow or know an address. */
const unknownHost = `${'x'.repeat(64)}.invalid`;

/** An address of the credential, an operation that only that address matters to, and its field's name. */
const addresses = [
	['apiBaseUrl', getCurrent, 'API Base URL', 'service-unreachable', '/api/Users/me'],
	[
		'identityServerUrl',
		getConfiguration,
		'Identity Server URL',
		'identity-unavailable',
		'/.well-known/openid-configuration',
	],
] as const;

let untrusted: Awaited<ReturnType<typeof startUntrustedServer>>;
let closedPort: number;
beforeAll(async () => {
	untrusted = await startUntrustedServer();
	closedPort = await findClosedPort();
});
afterAll(() => untrusted.close());

describe.each(addresses)('%s', (name, parameters, field, unreachable, path) => {
	let credential: StoredCredential;
	beforeEach(async () => {
		credential = await connectCredential(sandbox);
		// Only the address under test is asked.
		credential.data.verifyTokens = false;
	});

	test.each<[string, (address: string) => string, string, RegExp]>([
		[
			'of a server that speaks http',
			(address) => address.replace('http:', 'https:'),
			'connection-not-encrypted',
			/EPROTO|ERR_SSL_\w+/,
		],
		['of a host that nobody knows', () => `https://${unknownHost}`, 'host-not-found', /ENOTFOUND/],
		[
			'of a certificate that is not trusted',
			() => `https://127.0.0.1:${untrusted.port}`,
			'certificate-not-trusted',
			/DEPTH_ZERO_SELF_SIGNED_CERT/,
		],
		[
			'at which nobody listens',
			() => `http://127.0.0.1:${closedPort}`,
			unreachable,
			/\(ECONNREFUSED\)\./,
		],
	])('%s says so, and nothing is sent', async (_, change, code, words) => {
		const address = change(String(credential.data[name]));
		credential.data[name] = address;
		const failure = await fail(parameters, credential);
		const { message, description } = failure;
		expect(failure).toMatchObject({ code, description: expect.stringMatching(words) });
		expect(
			`${message} ${description}`.match(/sent nothing|connection failed/gi)?.length,
		).toBeLessThan(3);
		const asked = code === unreachable ? `: '${field}' (${address}${path}).` : `'${field}'`;
		expect(message).toContain(asked);
		expect([countRequests(sandbox), untrusted.requests]).toEqual([{}, []]);
	});

	test('with a wrong path names the address that was asked', async () => {
		const target = name === 'apiBaseUrl' ? 'users-me' : 'discovery';
		const body = '{"error":"not_found","message":"Nothing here."}';
		await sandbox.switchOnFault('status', { target, status: 404, body });
		const { code, message, description } = await fail(parameters, credential);
		expect(code).toBe(name === 'apiBaseUrl' ? 'not-found' : 'identity-not-found');
		expect(message).toContain(`'${field}' (${String(credential.data[name])}${path}).`);
		expect(description).toContain('Nothing here; not_found.');
		expect(description).toMatch(name === 'apiBaseUrl' ? /ends before \/api/ : /its realm/);
	});

	test('that redirects names the whole address where it leads, without the query', async () => {
		const target = name === 'apiBaseUrl' ? 'users-me' : 'discovery';
		for (const [location, whole] of [
			['https://new.example.com/base?token=hidden', 'https://new.example.com/base'],
			['/v2/me', new URL('/v2/me', String(credential.data[name])).href],
		] as const) {
			const headers = { location };
			await sandbox.switchOnFault('status', { target, status: 301, headers, times: 1 });
			const { code, message, description } = await fail(parameters, credential);
			expect(code).toBe('address-redirects');
			expect(message).toContain(`'${field}'`);
			expect(description).toContain('a sign-in page');
			expect(description).toContain(`It leads to ${whole}`);
			expect(description).not.toContain('hidden');
		}
		expect(Object.values(countRequests(sandbox))).toEqual([2]);
	});
});

test('a refresh that is redirected to a host that nobody knows blames no address', async () => {
	const headers = { location: `http://${unknownHost}/token` };
	await sandbox.switchOnFault('status', { target: 'token', status: 307, body: '', headers });
	const credential = await connectCredential(sandbox);
	await sandbox.switchOnFault('token-expired');
	const { code, message, description } = await fail(getCurrent, credential);
	expect(code).toBe('host-not-found');
	expect(message).toBe('A host name cannot be resolved.');
	expect(description).toContain(`"${unknownHost}" is where`);
});

test('a response that cannot be decoded is not called late', async () => {
	const headers = { 'content-encoding': 'gzip', 'content-type': 'application/json' };
	await sandbox.switchOnFault('status', { target: 'users-me', status: 200, body: 'no', headers });
	const { code, description } = await fail(getCurrent, await connectCredential(sandbox));
	expect(code).toBe('response-lost');
	expect(description).toContain('The response could not be decoded (Z_DATA_ERROR');
});

const signOut = { resource: 'identity', operation: 'signOut' };

// Of the other routes: statuses.test.
test.each([
	['users-me', getCurrent, 300],
	['certs', getConfiguration, 302],
	['userinfo', getUserInfo, 302],
	['logout', signOut, 307],
] as const)('a redirect of %s is not followed (%j, %i)', async (target, parameters, status) => {
	for (const { url } of [elsewhere, sandbox]) {
		const headers = { location: `${url}/redirected` };
		await sandbox.switchOnFault('status', { target, status, headers, times: 1 });
		const run = runForItems(parameters, await connectCredential(sandbox));
		await expect(run).rejects.toMatchObject({ httpCode: String(status) });
	}
	expect(elsewhere.requests).toEqual([]);
	expect(requestsEndingWith(sandbox, '/redirected')).toEqual([]);
	expect(sandbox.requests.filter((request) => request.status === status)).toHaveLength(2);
});

test.each([
	['users-me', getCurrent, 'execution-ended'],
	// Whether there is a webhook now is more important.
	['webhooks', register, 'registration-unconfirmed'],
] as const)(
	'a call to %s that ends with the execution blames nobody: %s',
	async (target, parameters, code) => {
		const stop = new AbortController();
		const onHold = () => stop.abort();
		await sandbox.switchOnFault('delay', { target, delayMs: 3_600_000, onHold });
		const credential = await connectCredential(sandbox);
		const run = runNode(undefined, parameters, { credential, prepare: endWith(stop) });
		await expectFailure(run, code, { message: expect.not.stringContaining('API Base URL') });
		expect(requestsEndingWith(sandbox, target === 'webhooks' ? '/Webhooks' : '/me')).toHaveLength(
			1,
		);
	},
);

/** The tests that count what servers received. */
const counting = ['connection-failures', 'https-only', 'ssrf-protection']
	.map((name) => `shared/${name}`)
	.concat('VoiceAgent/recording', 'VoiceAgent/send-test-event');

test('each text that says that nothing was sent has its test', () => {
	const saying = Object.entries(errorCatalog).flatMap(([code, texts]) =>
		/nothing (?:was|is) sent|sent nothing/i.test(texts.join(' ')) ? [code] : [],
	);
	expect(saying).toContain('host-not-found');
	const tests = counting
		.map((name) => readFileSync(path.join(import.meta.dirname, `../${name}.test.mts`), 'utf8'))
		.join('');
	expect(saying.filter((code) => !tests.includes(`'${code}'`))).toEqual([]);
});
