import { createHmac } from 'node:crypto';
import {
	authenticateDelivery,
	AUTHENTICATION_REASONS,
	type DeliveryAuthentication,
} from '../../../core/delivery/authenticate.ts';
import { createKeySetCache, type KeySets } from '../../../core/token/key-sets.ts';
import {
	createRsaKey,
	ISSUER,
	NOW,
	NOW_SECONDS,
	signRs256,
	toJwk,
	validClaims,
} from '../../support/tokens/sign-test-tokens.mts';

const key = createRsaKey('one');
const otherKey = createRsaKey('one');
const valid = signRs256(key);
const rawBody = Buffer.from('{"event":"ConversationComplete","data":{"id":"1"}}');
const secret = 'whsec_test';
const hmac = createHmac('sha256', secret).update(rawBody).digest('hex');

function createKeySets(answer: unknown = { keys: [toJwk(key)] }) {
	const calls: string[] = [];
	const fetchKeySet = async (jwksUrl: string) => {
		calls.push(jwksUrl);
		return answer;
	};
	return { calls, cache: createKeySetCache()(fetchKeySet) };
}

const expectations = {
	identityServerUrl: ISSUER,
	audience: 'voice-api',
	client: 'integration',
	subject: validClaims.sub,
};
const off = { mode: 'off', ...expectations } as const;
const reportOnly = { mode: 'reportOnly', ...expectations } as const;
const require = { mode: 'require', ...expectations } as const;

/** One delivery as Node would hand it over; which key was asked about before is part of the outcome. */
async function authenticate(
	headers: ReadonlyArray<readonly [name: string, value: string]>,
	settings: DeliveryAuthentication,
	cache: KeySets = createKeySets().cache,
) {
	const delivery = { rawBody, rawHeaders: headers.flat() };
	const result = await authenticateDelivery(delivery, settings, cache, NOW);
	if (result.verdict.reason !== null) {
		expect(AUTHENTICATION_REASONS).toContain(result.verdict.reason);
	}
	if (result.rejection === null) return { ...result, rejection: accept };
	const { reasonForOwner, ...rejection } = result.rejection;
	expect(reasonForOwner).toBe(result.verdict.reason);
	return { ...result, rejection };
}

const bearer = (token: string) => [['Authorization', `Bearer ${token}`]] as const;
const accept = null;
const reject = {
	kind: 'rejected',
	httpStatus: 401,
	reason: 'not-authenticated',
	message: 'The delivery is not authenticated.',
};
const nobody = { issuer: null, client: null, subject: null, audience: null };

describe('a token that verifies', () => {
	test.each([reportOnly, require])('is accepted under $mode', async (settings) => {
		const parties = { issuer: ISSUER, client: 'integration', subject: validClaims.sub };
		const audience = ['account', 'voice-api'];
		expect(await authenticate(bearer(valid), settings)).toEqual({
			verdict: { method: 'jwt', valid: true, reason: null, ...parties, audience },
			rejection: accept,
		});
	});

	const echo = ['X-Echo', 'authorization'] as const;
	const keyless = { ...validClaims, nonce: 'n', typ: 'Bearer' };
	const keylessToken = bearer(signRs256(key, keyless, { kid: undefined }));
	test.each<[string, Parameters<typeof authenticate>[0]]>([
		['in lower case', [['authorization', `bearer ${valid}`]]],
		['in upper case, with spaces', [['authorization', `BEARER   ${valid} `]]],
		['behind a header whose value is the name of the next one', [echo, ...bearer(valid)]],
		['that names no key if the identity server has one, and a nonce', keylessToken],
	])('is accepted %s', async (_how, headers) => {
		expect((await authenticate(headers, require)).rejection).toEqual(accept);
	});

	test('of another issuer is verified by the keys at the Identity Server URL', async () => {
		const { calls, cache } = createKeySets();
		const settings = {
			...require,
			identityServerUrl: 'https://inside.example.com',
			issuer: ISSUER,
		};
		expect((await authenticate(bearer(valid), settings, cache)).rejection).toEqual(accept);
		expect(calls).toEqual(['https://inside.example.com/protocol/openid-connect/certs']);
	});
});

const altered = (claims: object) => bearer(signRs256(key, { ...validClaims, ...claims }));

describe('one thing broken in a valid delivery', () => {
	// Every reason of a token is in test/unit/token; here is one for each thing that the check is given.
	const cases: Array<[string, string, ReadonlyArray<readonly [string, string]>]> = [
		['an expired token', 'expired', altered({ exp: NOW_SECONDS - 61 })],
		['another issuer', 'issuer-mismatch', altered({ iss: 'https://id.example.org/realms/agents' })],
		['an ID token', 'not-access-token', altered({ typ: 'ID' })],
		['another audience', 'audience-mismatch', altered({ aud: 'account' })],
		['another client', 'client-mismatch', altered({ azp: 'web' })],
		['another user', 'subject-mismatch', altered({ sub: 'someone-else' })],
		['another key', 'signature-invalid', bearer(signRs256(otherKey))],
		['another kid', 'key-unknown', bearer(signRs256(key, validClaims, { kid: 'two' }))],
		['an opaque token', 'token-malformed', bearer('c2Vzc2lvbi1pZA')],
		['Basic', 'authorization-not-bearer', [['Authorization', 'Basic YTpi']]],
		['a bare token', 'authorization-not-bearer', [['Authorization', valid]]],
		['Bearer alone', 'authorization-not-bearer', [['Authorization', 'Bearer ']]],
		['a token in two parts', 'authorization-not-bearer', bearer(`${valid} ${valid}`)],
		['an empty header', 'authorization-not-bearer', [['Authorization', '']]],
		['two headers', 'authorization-repeated', [...bearer(valid), ...bearer(valid)]],
		[
			'two headers of different case, the good one first',
			'authorization-repeated',
			[...bearer(valid), ['authorization', 'Basic YTpi']],
		],
	];

	test.each(cases)(
		'%s is reported (%s) and accepted, and rejected if a token is required',
		async (_what, reason, headers) => {
			for (const settings of [reportOnly, require]) {
				expect(await authenticate(headers, settings)).toMatchObject({
					verdict: { method: 'jwt', valid: false, reason },
					rejection: settings === require ? reject : accept,
				});
			}
		},
	);

	test('leaves a kid indeterminate that the identity server could not be asked about yet', async () => {
		const { cache } = createKeySets();
		await authenticate(bearer(valid), require, cache);
		const unknown = bearer(signRs256(key, validClaims, { kid: 'two' }));
		expect(await authenticate(unknown, require, cache)).toMatchObject({
			verdict: { method: 'jwt', valid: null, reason: 'key-unknown' },
			rejection: { httpStatus: 503, retryAfterSeconds: 30 },
		});
	});

	test('what is wrong with a token is told to the owner, not to the sender', async () => {
		const iss = 'https://id.example.org/realms/agents';
		const { flaw, rejection } = await authenticate(altered({ iss }), require);
		expect(flaw).toContain(`It names "${iss}", but "${ISSUER}" is expected.`);
		expect(rejection).toEqual(reject);
	});

	test('an ID token of the credential’s own sign-in is none of an API', async () => {
		const claims = { ...validClaims, aud: 'own-app', azp: undefined };
		const idToken = bearer(signRs256(key, claims));
		const settings = { mode: 'require', identityServerUrl: ISSUER, audience: 'own-app' } as const;
		const accepted = await authenticate(idToken, { ...settings, ownClient: 'another-app' });
		expect(accepted.rejection).toEqual(accept);
		expect(await authenticate(idToken, { ...settings, ownClient: 'own-app' })).toMatchObject({
			verdict: { reason: 'token-kind-unknown' },
			rejection: reject,
		});
	});

	test('names the parties only of a token whose signature verified', async () => {
		const expired = await authenticate(altered({ exp: 1 }), reportOnly);
		expect(expired.verdict).toMatchObject({ subject: validClaims.sub, issuer: ISSUER });
		const forged = await authenticate(bearer(signRs256(otherKey)), reportOnly);
		expect(forged.verdict).toMatchObject(nobody);
	});
});

type Case = [
	what: string,
	headers: Parameters<typeof authenticate>[0],
	settings: DeliveryAuthentication,
	verdict: [method: string | null, valid: boolean | null, reason: string | null],
	rejection: object | null,
];

describe('nothing to verify by', () => {
	const unasked: Case[3] = ['jwt', null, 'identity-url-missing'];
	const notLookedAt: Case[3] = [null, null, 'verification-off'];
	const noServer = { identityServerUrl: undefined };
	test.each<Case>([
		['no header', [], reportOnly, [null, null, 'authorization-missing'], accept],
		['no header', [], require, [null, false, 'authorization-missing'], reject],
		['no server', bearer(valid), { ...reportOnly, ...noServer }, unasked, accept],
		['no server', bearer(valid), { ...require, ...noServer }, unasked, reject],
		['a token that nobody looks at', bearer('opaque'), off, notLookedAt, accept],
	])('%s: %j', async (_what, headers, settings, [method, valid, reason], rejection) => {
		const { calls, cache } = createKeySets();
		const verdict = { method, valid, reason, ...nobody };
		expect(await authenticate(headers, settings, cache)).toEqual({ verdict, rejection });
		expect(calls).toEqual([]);
	});

	test.each<[string, () => KeySets]>([
		['keys-unavailable', createAwayKeySets],
		['key-set-invalid', () => createKeySets('<html>').cache],
	])('asks for another attempt on %s', async (reason, createCache) => {
		const cache = createCache();
		const message = 'The keys for checking the delivery are not available.';
		const unavailable = { httpStatus: 503, reason: 'keys-unavailable', message };
		expect(await authenticate(bearer(valid), require, cache)).toEqual({
			verdict: { method: 'jwt', valid: null, reason, ...nobody },
			flaw: expect.stringContaining('Check the Identity Server URL'),
			rejection: { kind: 'postponed', ...unavailable, retryAfterSeconds: 5 },
		});
		const expected = { verdict: { valid: null, reason }, rejection: accept };
		expect(await authenticate(bearer(valid), reportOnly, cache)).toMatchObject(expected);
	});

	test('rejects a token of a wrong form at once, even while the identity server is away', async () => {
		const result = await authenticate(bearer('opaque'), require, createAwayKeySets());
		expect(result.rejection).toEqual(reject);
	});
});

function createAwayKeySets(): KeySets {
	return createKeySetCache()(async () => await Promise.reject(new Error('away')));
}

const signature = (value: string) => [['X-Webhook-Signature', value]] as const;
const signed = signature(hmac);
const both = [...bearer(valid), ...signed];

describe('with a signing secret', () => {
	const other = { ...off, signatureHeader: 'X-Agent-Hmac' };
	const opaque = [...bearer('opaque'), ...signed];
	test.each<Case>([
		['a signature without a token, off', signed, off, ['hmac', true, null], accept],
		['a signature without a token, reported', signed, reportOnly, ['hmac', true, null], accept],
		['both, where a token is required', both, require, ['jwt+hmac', true, null], accept],
		['no token, if required', signed, require, ['hmac', false, 'authorization-missing'], reject],
		['the token alone', bearer(valid), require, ['hmac', false, 'hmac-missing'], reject],
		['a bad token', opaque, reportOnly, ['jwt+hmac', false, 'token-malformed'], accept],
		['another header', signed, other, ['hmac', false, 'hmac-missing'], reject],
		['none', [], { ...off, signingSecret: ' ' }, ['hmac', false, 'hmac-missing'], reject],
	])('%s', async (_what, headers, settings, [method, isValid, reason], rejection) => {
		const result = await authenticate(headers, { signingSecret: secret, ...settings });
		expect(result).toMatchObject({ verdict: { method, valid: isValid, reason }, rejection });
	});

	test('does not call valid what it could decide only in part', async () => {
		const settings = { ...reportOnly, signingSecret: secret };
		expect(await authenticate(both, settings, createAwayKeySets())).toMatchObject({
			verdict: { method: 'jwt+hmac', valid: null, reason: 'keys-unavailable' },
			rejection: accept,
		});
	});

	test.each([off, reportOnly, require])(
		'rejects a wrong or missing signature under $mode, and looks at no token',
		async (settings) => {
			const { calls, cache } = createKeySets();
			const right = signature(hmac);
			for (const headers of [[], signature('0'.repeat(64)), [...right, ...right]]) {
				const given = [...bearer(valid), ...headers];
				const result = await authenticate(given, { ...settings, signingSecret: secret }, cache);
				expect(result).toMatchObject({ verdict: { valid: false, ...nobody }, rejection: reject });
			}
			expect(calls).toEqual([]);
		},
	);
});
