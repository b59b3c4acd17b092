import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { holdLimits } from '../support/clock.mts';
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
const good = toJwk(key);

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
	[
		'another key under the same id',
		'signature-invalid',
		answerJson({ keys: [toJwk(createRsaKey('true-key'))] }),
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

afterEach(() => jest.restoreAllMocks());

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

async function sendTo(identity: HostileServer, mode: string, send = receive) {
	const now = Math.floor(Date.now() / 1000);
	const claims = { iss: identity.url, sub: 'service', azp: 'service', iat: now, exp: now + 600 };
	return await receiveWithToken(identity.url, mode, signRs256(key, claims), send);
}

async function tryAnswer(
	reason: string | null,
	answer: RequestListener,
	send = receive,
): Promise<void> {
	const identity = await startHostileServer(answer);
	try {
		const { outcome, delivery } = await sendTo(identity, 'reportOnly', send);
		expect(outcome).toBe('accepted');
		expect(delivery).toMatchObject({ reason });
		expect(delivery.valid === true).toBe(reason === null);
		const { outcome: required } = await sendTo(identity, 'require', send);
		const rejected = /^(?:401 not-authenticated|503 keys-unavailable)$/;
		expect(required).toMatch(reason === null ? /^accepted$/ : rejected);
	} finally {
		await identity.close();
	}
}

test.each(answers)(
	"an identity server that answers with %s makes a delivery's reason %s",
	async (_, reason, answer) => {
		// A response that comes is waited for, however slow the machine is.
		holdLimits(3_000);
		await tryAnswer(reason, answer);
	},
);

test.each(endless)(
	'an identity server that gives %s makes no delivery wait for long',
	async (_, answer) => {
		// What is waited for meanwhile is no stall.
		await tryAnswer('keys-unavailable', answer, deliver);
	},
);

test('a redirect to another server is not followed', async () => {
	const other = await startHostileServer(answerJson({ keys: [good] }));
	const identity = await startHostileServer(
		answerWith('', { location: `${other.url}/protocol/openid-connect/certs` }, 302),
	);
	try {
		expect(await sendTo(identity, 'require')).toMatchObject({ outcome: '503 keys-unavailable' });
		expect(other.requests).toEqual([]);
	} finally {
		await identity.close();
		await other.close();
	}
});
