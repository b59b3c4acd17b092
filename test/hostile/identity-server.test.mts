import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { freezeClock, holdLimits } from '../support/clock.mts';
import { hostileTokens } from '../support/tokens/hostile-tokens.mts';
import { createRsaKey, signRs256, toJwk } from '../support/tokens/sign-test-tokens.mts';
import {
	answerJson,
	answerWith,
	breakOff,
	drip,
	nested,
	startHostileServer,
	type HostileServer,
} from './hostile-server.mts';
import { deliver, receive, receiveWithToken } from './receive-delivery.mts';

const key = createRsaKey('true-key');
const strange = createRsaKey('strange-key');
const good = toJwk(key);

afterEach(() => jest.restoreAllMocks());

/** Of a token that `identity` issued to the service. */
function describeClaims(identity: HostileServer) {
	const now = Math.floor(Date.now() / 1000);
	return { iss: identity.url, sub: 'service', azp: 'service', iat: now, exp: now + 600 };
}

const sendTo = async (identity: HostileServer, mode: string, send = receive) =>
	await receiveWithToken(identity.url, mode, signRs256(key, describeClaims(identity)), send);

describe('a token', () => {
	let identity: HostileServer;
	let trap: HostileServer;
	beforeAll(async () => {
		// How often the keys are asked for is a matter of time.
		freezeClock(new Date());
		identity = await startHostileServer(answerJson({ keys: [good] }));
		trap = await startHostileServer(answerJson({ keys: [toJwk(strange)] }));
	});
	afterAll(async () => {
		await identity.close();
		await trap.close();
		jest.useRealTimers();
	});

	/** One for each reason, and those that name an address. All of them are in test/unit/token. */
	const tokens = hostileTokens.filter(
		([name, reason], index) =>
			name.startsWith('an address') ||
			hostileTokens.findIndex(([, other]) => other === reason) === index,
	);

	test.each(tokens)('never verifies by %s (%s)', async (_, reason, make) => {
		holdLimits(3_000);
		const claims = describeClaims(identity);
		const token = make({ key, strange, claims, trap: trap.url });
		const reported = await receiveWithToken(identity.url, 'reportOnly', token);
		expect(reported).toMatchObject({ outcome: 'accepted', delivery: { reason } });
		expect(reported.delivery.valid).not.toBe(true);
		// Within the floor between two requests nobody knows whether a key was rotated in.
		const rejected = reason === 'key-unknown' ? /^(401|503) / : /^401 not-authenticated$/;
		expect((await receiveWithToken(identity.url, 'require', token)).outcome).toMatch(rejected);
	});

	test('names no address that is asked for keys, and makes nobody ask for keys again and again', () => {
		const certs = `${new URL(identity.url).pathname}/protocol/openid-connect/certs`;
		expect(new Set(identity.requests)).toEqual(new Set([certs]));
		expect(identity.requests.length).toBeLessThanOrEqual(2);
		expect(trap.requests).toEqual([]);
	});
});

/**
 * What the delivery's verdict names as reason with each answer; null: it verified. Which keys are taken
 * from a key set is in test/unit/token, what a server that fails comes to in test/faults.
 */
const answers: [string, string | null, RequestListener][] = [
	['the key', null, answerJson({ keys: [good] })],
	['a key that is empty', 'key-unusable', answerJson({ keys: [{ ...good, n: '', e: '' }] })],
	[
		'keys with __proto__',
		null,
		answerWith(`{"__proto__":{"keys":[]},"keys":[${JSON.stringify(good)}]}`),
	],
	['nothing', 'key-set-invalid', answerWith('')],
	['nesting of 400,000 levels', 'key-set-invalid', answerWith(nested(400_000))],
	['1 MB of empty keys', 'key-set-invalid', answerWith(`{"keys":[${'{},'.repeat(300_000)}{}]}`)],
	['5 MB of spaces', 'key-set-invalid', answerWith(`${' '.repeat(5e6)}{"keys":[]}`)],
	[
		'a bomb of 300 MB in 300 kB',
		'key-set-invalid',
		answerWith(gzipSync(Buffer.alloc(300_000_000, ' ')), { 'content-encoding': 'gzip' }),
	],
	['gzip that is none', 'keys-unavailable', answerWith('abc', { 'content-encoding': 'gzip' })],
	['status 204', 'keys-unavailable', answerWith('', {}, 204)],
	['a body that breaks off', 'keys-unavailable', breakOff(200)],
];

/** Answers that never end. */
const endless: [string, RequestListener][] = [
	[
		'a body that never comes',
		(_request, response) => {
			response.writeHead(200, { 'content-type': 'application/json' });
			response.flushHeaders();
		},
	],
	['a body that drips', drip(200)],
];

async function tryAnswer(reason: string | null, answer: RequestListener, send = receive) {
	const identity = await startHostileServer(answer);
	try {
		const reported = await sendTo(identity, 'reportOnly', send);
		expect(reported).toMatchObject({ outcome: 'accepted', delivery: { reason } });
		expect(reported.delivery.valid === true).toBe(reason === null);
		const { outcome: required } = await sendTo(identity, 'require', send);
		const rejected = /^(?:401 not-authenticated|503 keys-unavailable)$/;
		expect(required).toMatch(reason === null ? /^accepted$/ : rejected);
	} finally {
		await identity.close();
	}
}

describe('keys', () => {
	test.each(answers)('%s: the reason of a delivery is %s', async (_, reason, answer) => {
		// A response that comes is waited for, however slow the machine is.
		holdLimits(3_000);
		await tryAnswer(reason, answer);
	});

	test.each(endless)('%s: no delivery waits for long', async (_, answer) => {
		// What is waited for meanwhile is no stall.
		await tryAnswer('keys-unavailable', answer, deliver);
	});

	test('a redirect to another server is not followed', async () => {
		const other = await startHostileServer(answerJson({ keys: [good] }));
		const location = `${other.url}/protocol/openid-connect/certs`;
		const identity = await startHostileServer(answerWith('', { location }, 302));
		try {
			expect(await sendTo(identity, 'require')).toMatchObject({ outcome: '503 keys-unavailable' });
			expect(other.requests).toEqual([]);
		} finally {
			await identity.close();
			await other.close();
		}
	});
});
