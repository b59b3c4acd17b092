import type { RequestListener } from 'node:http';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { NodeApiError, NodeOperationError, type INodeParameters } from 'n8n-workflow';
import { waitUntil } from '../../host/wait-until.mts';
import { holdLimits } from '../support/clock.mts';
import { getCurrent, register, runForItems } from '../support/in-process/driver.mts';
import { StoredCredential } from '../support/in-process/stored-credential.mts';
import { flood } from '../support/servers/serve.mts';
import {
	answerJson,
	answerWith,
	breakOff,
	drip,
	nested,
	startHostileServer,
} from './hostile-server.mts';
import { withoutStall } from './measure-stall.mts';

/** What no message may show. */
const accessToken = 'access-token-of-the-hostile-suite';
const refreshToken = 'refresh-token-of-the-hostile-suite';
const oauthTokenData = { access_token: accessToken, refresh_token: refreshToken };

const gzip = { 'content-encoding': 'gzip' };
const bomb = (text: string) => gzipSync(Buffer.from(text));
const html = { 'content-type': 'text/html' };

/** Bodies that an answer may have. What is shown of numbers is in test/nodes/shared/http. */
const bodies: [string, string | Buffer, Record<string, string>?][] = [
	['nothing', ''],
	['null', 'null'],
	['a number', '12345678901'],
	['a list', '[1,2,3]'],
	['no JSON', '{"message":'],
	['JSON that says it is HTML', '{"message":"Welcome"}', html],
	['HTML that says it is JSON', '<!doctype html><script>alert(1)</script>Welcome'],
	['a text of 900 kB', JSON.stringify({ message: 'word '.repeat(180_000) })],
	['a text of 20 MB', JSON.stringify({ message: 'word '.repeat(4_000_000) })],
	['tags of 900 kB', '<'.repeat(900_000)],
	['spaces of 900 kB', ' '.repeat(900_000)],
	['lines of 900 kB', `a\n${' \n'.repeat(450_000)}b`],
	['digits of 900 kB', '+1 '.repeat(300_000)],
	['digits and separators of 900 kB', '1 ( '.repeat(225_000)],
	['one word of 900 kB', 'a'.repeat(900_000)],
	['long words with a point', `${'a'.repeat(20_000)}. `.repeat(45)],
	['what looks like a token of 900 kB', 'a.'.repeat(450_000)],
	['percents of 900 kB', '%61'.repeat(300_000)],
	['nesting of 900 levels', nested(900)],
	['nesting of 400,000 levels', nested(400_000)],
	['nested errors of 100,000 levels', `${'{"errors":'.repeat(80_000)}1${'}'.repeat(80_000)}`],
	['a list of 300,000 objects', `[${'{},'.repeat(300_000)}{}]`],
	['30,000 fields', `{${Array.from({ length: 30_000 }, (_, n) => `"f${n}":"x"`).join(',')}}`],
	[
		'errors that are lists of lists',
		JSON.stringify({ errors: Array.from({ length: 500 }, () => Array(500).fill('a')) }),
	],
	['__proto__', '{"__proto__":{"message":"polluted"},"constructor":{"message":"polluted"}}'],
	['half a surrogate', '{"message":"\\ud83d"}'],
	['bytes that are no UTF-8', Buffer.alloc(100_000, 0xff)],
	['a bomb of 300 MB', gzipSync(Buffer.alloc(300_000_000, ' ')), gzip],
	['a bomb of words', bomb(JSON.stringify({ message: 'word '.repeat(10_000_000) })), gzip],
	['gzip that is none', 'abc', gzip],
	['half of gzip', bomb('{"message":"Welcome"}').subarray(0, 20), gzip],
	['brotli that is none', 'abc', { 'content-encoding': 'br' }],
	['brotli', brotliCompressSync(Buffer.alloc(50_000_000, ' ')), { 'content-encoding': 'br' }],
	['an encoding that nobody knows', 'abc', { 'content-encoding': 'rot13' }],
	[
		'our own secrets',
		JSON.stringify({ message: `${accessToken} ${encodeURIComponent(accessToken)}` }),
	],
];

/** Every row in full: of a missing value jest would make a callback. */
const rows = bodies.map(([name, body, headers = {}]) => [name, body, headers] as const);

interface Scene {
	parameters?: INodeParameters;
	isPasted?: boolean;
	/** Awaited before the server ends what is open. */
	checkEnds?: () => Promise<unknown>;
}

/** Runs an operation of the node against an API that answers so; the identity server is a good one. */
async function run(
	answer: RequestListener,
	{ parameters = getCurrent, isPasted, checkEnds }: Scene = {},
) {
	const server = await startHostileServer((request, response) => {
		const isRefresh = request.url?.endsWith('/token');
		return (isRefresh ? answerJson(oauthTokenData) : answer)(request, response);
	});
	const { origin } = new URL(server.url);
	const common = { apiBaseUrl: origin, identityServerUrl: server.url, verifyTokens: false };
	const signIn = { grantType: 'pkce', authentication: 'body', clientId: 'n8n', oauthTokenData };
	const credential = isPasted
		? new StoredCredential({ ...common, accessToken }, [])
		: new StoredCredential({ ...common, ...signIn, accessTokenUrl: `${server.url}/token` });
	const authentication = isPasted ? 'accessToken' : 'oAuth2';
	try {
		const items = await runForItems({ ...parameters, authentication }, credential);
		return { code: undefined, shown: '', items: items.map(({ json }) => json) };
	} catch (error) {
		if (!(error instanceof NodeApiError || error instanceof NodeOperationError)) throw error;
		const { message, description } = error;
		return { code: error.context.code, shown: `${message} ${description}`, items: [] };
	} finally {
		await checkEnds?.();
		await server.close();
	}
}

function checkWords(shown: string): void {
	expect(shown.length).toBeLessThan(1_000);
	expect(shown.toLowerCase()).not.toContain(accessToken);
	// The port of the server is any number.
	const words = shown.replaceAll(/127\.0\.0\.1:\d+/g, '');
	expect(words).not.toMatch(/<[^<]*>|\d{8}/);
	// What stands under a field of its own is said with the field; what is inherited would be said without.
	expect(words).not.toMatch(/(?<!__proto__: |constructor: )polluted/);
	for (const name of ['polluted', 'message']) expect(name in {}).toBe(false);
}

/** Runs it against an answer of this text or these bytes, which must not stall the process. */
async function runWith(
	body: string | Buffer,
	headers: Record<string, string>,
	status: number,
	scene?: Scene,
) {
	const answer = answerWith(body, headers, status);
	return await withoutStall(Buffer.byteLength(body), async () => await run(answer, scene));
}

/** One of each kind: a rejection and a success are read in the same way wherever they come. */
const someRows = rows.filter(([name]) =>
	['nothing', 'a text of 20 MB', 'nesting of 400,000 levels', 'a bomb of 300 MB'].includes(name),
);

test.each(rows)('the API rejects a request with %s', async (_, body, headers) => {
	const { code, shown } = await runWith(body, headers, 400, { isPasted: true });
	expect(code).toBe('request-rejected');
	checkWords(shown);
});

test.each([...someRows, ...rows.slice(-1)])(
	'the API rejects the token, before and after its refresh, with %s',
	async (_, body, headers) => {
		const { code, shown } = await runWith(body, headers, 401);
		expect(code).toBe('access-token-rejected');
		checkWords(shown);
	},
);

test.each(rows)('the API answers Get Current with %s', async (_, body, headers) => {
	const { code, items } = await runWith(body, headers, 200);
	if (code !== undefined) {
		expect(['response-unreadable', 'response-lost']).toContain(code);
		return;
	}
	expect(items).toHaveLength(1);
	expect(Buffer.byteLength(JSON.stringify(items))).toBeLessThan(1_064_000);
});

test.each(someRows)('the API answers a registration with %s', async (_, body, headers) => {
	const answer: RequestListener = (request, response) =>
		(request.method === 'POST' ? answerWith(body, headers, 201) : answerJson({ id: 'user' }))(
			request,
			response,
		);
	const { code, shown } = await run(answer, { parameters: register });
	expect(['registration-response-without-id', 'registration-unconfirmed']).toContain(code);
	checkWords(shown);
});

describe('the connection is given up of', () => {
	let limits: ReturnType<typeof holdLimits>;
	beforeEach(() => {
		limits = holdLimits(30_000);
	});
	afterEach(() => jest.restoreAllMocks());

	/** The limit passes at the tenth byte of the last response, however long the machine takes. */
	const dripToLimit = (status: number): RequestListener => {
		let last: object;
		return (request, response) => {
			last = response;
			const onByte = (bytes: number) => {
				if (bytes === 10 && response === last) limits.pass();
			};
			drip(status, onByte)(request, response);
		};
	};

	// The last column is how many stay open: n8n itself never reads the first of two rejections of a token.
	test.each<[string, RequestListener, string, number]>([
		['a rejection that drips', dripToLimit(400), 'request-rejected', 0],
		['a rejection that floods', flood(400), 'request-rejected', 0],
		['a rejection that breaks off', breakOff(400), 'request-rejected', 0],
		['a rejection of the token that drips', dripToLimit(401), 'access-token-rejected', 1],
		['a rejection of the token that floods', flood(401), 'access-token-rejected', 1],
		['a rejection of the token that breaks off', breakOff(401), 'access-token-rejected', 0],
		['a success that floods', flood(200), 'response-unreadable', 0],
		['a success that drips', dripToLimit(200), 'response-lost', 0],
		['a success that breaks off', breakOff(200), 'response-lost', 0],
	])('%s', async (_, answer, expected, left) => {
		const open = new Set<object>();
		const watched: RequestListener = (request, response) => {
			open.add(response);
			response.on('close', () => open.delete(response));
			answer(request, response);
		};
		const areEnded = () => open.size === left || undefined;
		const { code, shown } = await run(watched, {
			checkEnds: async () => await waitUntil(areEnded, { what: 'the end of the connections' }),
		});
		expect(code).toBe(expected);
		checkWords(shown);
	});
});
