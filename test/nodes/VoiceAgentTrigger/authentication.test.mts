import { createHmac } from 'node:crypto';
import { generateKeyPair, SignJWT } from 'jose';
import type { INodeParameters } from 'n8n-workflow';
import type { ExchangeOptions } from '../host/exchange.mts';
import { later } from '../host/clock.mts';
import { writeEvent } from '../host/deliver.mts';
import { createHost } from '../host/host.mts';
import { connectCredential } from '../host/sandbox-credential.mts';
import { useSandbox } from '../host/use-sandbox.mts';
import {
	bearer,
	connectWithSecret,
	receive,
	sendAt,
	signToken,
	signingSecret,
	trueClaims,
} from './authentication-driver.mts';

const sandbox = useSandbox({ isOwnOfEachTest: true });
afterEach(() => jest.restoreAllMocks());

test.each(['reportOnly', 'require'])('a true delivery verifies (%s)', async (mode) => {
	const token = await signToken(sandbox);
	expect(await receive(sandbox, mode, bearer(token))).toMatchObject({
		accepted: true,
		delivery: { method: 'jwt', valid: true, reason: null, issuer: sandbox.identityServerUrl },
	});
});

/** A token like a true one, signed by another key under the true key's id. */
async function forge(): Promise<string> {
	const { privateKey } = await generateKeyPair('RS256');
	const { keys } = await sandbox.identity.jwks();
	return await new SignJWT(trueClaims(sandbox))
		.setProtectedHeader({ alg: 'RS256', kid: String(keys[0]?.kid) })
		.setIssuer(sandbox.identityServerUrl)
		.setIssuedAt()
		.setExpirationTime('5m')
		.sign(privateKey);
}

const withClaims = (changed: Record<string, unknown>) => async () =>
	bearer(await signToken(sandbox, changed));

/**
 * One thing broken in a true delivery, and the reason that is reported for it: one for each thing that n8n
 * or the credential hands over. Every other reason is in test/unit/delivery and test/unit/token.
 */
const broken: [string, string, () => Promise<ExchangeOptions>][] = [
	['another issuer', 'issuer-mismatch', withClaims({ iss: 'https://x' })],
	['another audience', 'audience-mismatch', withClaims({ aud: 'other' })],
	['another client', 'client-mismatch', withClaims({ azp: 'other' })],
	["another user's valid token", 'subject-mismatch', withClaims({ sub: 'someone-else' })],
	['another key', 'signature-invalid', async () => bearer(await forge())],
	[
		'two Authorization headers',
		'authorization-repeated',
		async () => {
			const value = `Bearer ${await signToken(sandbox)}`;
			const rawHeaders = ['Authorization', value, 'authorization', value];
			return { headers: { authorization: value }, rawHeaders };
		},
	],
	['no token', 'authorization-missing', async () => ({})],
];

test.each(broken)(
	'%s is accepted and reported (%s), and gets 401 without the reason if a token is required',
	async (_, reason, makeOptions) => {
		const { accepted, delivery } = await receive(sandbox, 'reportOnly', await makeOptions());
		expect(accepted).toBe(true);
		expect(delivery).toMatchObject({ reason });
		expect(delivery.valid).not.toBe(true);
		const required = await receive(sandbox, 'require', await makeOptions());
		expect(required.accepted).toBe(false);
		expect(required.answer).toMatchObject({ status: 401, body: { status: 'rejected' } });
		expect(JSON.stringify(required.answer)).not.toContain(reason);
	},
);

test('a forged copy that came first does not make the true delivery a duplicate', async () => {
	const body = writeEvent();
	const truly = { ...bearer(await signToken(sandbox)), body };
	const sent = [{ body }, { body }, truly, truly, { body }];
	const accepted: boolean[] = [];
	for (const options of sent)
		accepted.push((await receive(sandbox, 'reportOnly', options)).accepted);
	expect(accepted).toEqual([true, false, true, false, false]);
});

test('without keys and with the identity server away a required delivery gets 503, later it is accepted', async () => {
	await sandbox.switchOnFault('away', { target: 'certs' });
	const options = { ...bearer(await signToken(sandbox)), body: writeEvent() };
	const { accepted, answer } = await receive(sandbox, 'require', options);
	expect(accepted).toBe(false);
	expect(answer).toMatchObject({
		status: 503,
		headers: { 'retry-after': expect.stringMatching(/^[1-9]\d*$/) },
		body: { status: 'unavailable' },
	});
	sandbox.clearFaults();
	// The keys are asked for again once the time that Retry-After named has passed.
	const again = await later(30_000, () => receive(sandbox, 'require', options));
	expect(again).toMatchObject({ accepted: true });
});

const sign = (body: string, key = signingSecret) =>
	createHmac('sha256', key).update(body).digest('hex');

test.each(['reportOnly', 'off'])('a right signature is accepted with %s', async (mode) => {
	const body = writeEvent();
	const headers = { 'x-webhook-signature': sign(body) };
	const credential = await connectWithSecret(sandbox);
	expect(await receive(sandbox, mode, { body, headers, credential })).toMatchObject({
		accepted: true,
		delivery: { method: 'hmac', valid: true },
	});
});

// The forms of a signature and the reasons are in test/unit/delivery.
test.each<[string, (body: string) => [signature?: string, sentBody?: string]]>([
	['no signature', () => []],
	['a signature of another secret', (body) => [sign(body, 'another')]],
	['a body with white space added after signing', (body) => [sign(body), `${body} `]],
])('%s gets 401 in every mode, also with a true token', async (_, make) => {
	for (const mode of ['reportOnly', 'off', 'require']) {
		const body = writeEvent();
		const [signature, sentBody = body] = make(body);
		const { headers } = bearer(await signToken(sandbox));
		const signed =
			signature === undefined ? headers : { ...headers, 'x-webhook-signature': signature };
		const options = {
			body: sentBody,
			headers: signed,
			credential: await connectWithSecret(sandbox),
		};
		expect(await receive(sandbox, mode, options)).toMatchObject({
			accepted: false,
			answer: { status: 401 },
		});
	}
});

test('the signature header can be named', async () => {
	const body = writeEvent();
	const options = {
		body,
		headers: { 'x-service-signature': sign(body) },
		credential: await connectWithSecret(sandbox),
		parameters: { options: { signatureHeader: 'X-Service-Signature' } },
	};
	expect(await receive(sandbox, 'reportOnly', options)).toMatchObject({ accepted: true });
});

describe('when the token of a delivery verified, the log says so', () => {
	const day = 24 * 60 * 60 * 1000;

	/** What a node logs for a delivery at each of these moments, in ms after the first. */
	async function listLines(
		parameters: INodeParameters,
		values: object,
		claims: object,
		after = [0],
	): Promise<string[]> {
		const credential = await connectCredential(sandbox);
		credential.data = { ...credential.data, ...values };
		const host = createHost({ type: 'voiceAgentTrigger', credential, parameters });
		const info = jest.spyOn(host.hook().logger, 'info').mockImplementation();
		const start = Date.now();
		try {
			for (const ms of after) {
				const exp = Math.floor((start + ms) / 1000) + 300;
				const iat = exp - 600;
				const token = await signToken(sandbox, { ...claims, exp, iat });
				await sendAt(host, start + ms, bearer(token));
			}
			return info.mock.calls.map(([message]) => message);
		} finally {
			info.mockRestore();
		}
	}

	test('with what to enter, and once a day', async () => {
		const lines = await listLines({}, {}, {}, [0, 1, day - 1, day]);
		expect(lines).toHaveLength(2);
		for (const word of ['Require.', '"voice-agent-service"', `"${sandbox.user.id}"`]) {
			expect(lines[0]).toContain(word);
		}
	});

	test('without line breaks that a token could bring in, and not at length', async () => {
		const azp = `a\nForged line\u2028${'x'.repeat(5_000)}`;
		const [line = ''] = await listLines({}, {}, { azp });
		expect(line).not.toMatch(/\n|x{201}/);
	});

	test('also with Require, as long as neither client nor subject is expected', async () => {
		const required = { verifyDeliveries: 'require' };
		expect(await listLines(required, {}, {})).toHaveLength(1);
		expect(
			await listLines(required, { checkSender: true, expectedSubject: sandbox.user.id }, {}),
		).toEqual([]);
	});

	test('and nothing if it did not', async () => {
		expect(await listLines({}, {}, { aud: 'x', iss: 'https://elsewhere.example.com' })).toEqual([]);
	});
});
