import { createHmac } from 'node:crypto';
import {
	authenticateDelivery,
	AUTHENTICATION_REASONS,
	type DeliveryAuthentication,
	type VerificationMode,
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
} from '../token/sign-test-tokens.mts';

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
	return { calls, cache: createKeySetCache().fetchedBy(fetchKeySet) };
}

// A cache of its own for each test: which key was asked about when is part of the outcome.
let keySets = createKeySets().cache;
beforeEach(() => {
	keySets = createKeySets().cache;
});
const expectations = {
	identityServerUrl: `${ISSUER}/`,
	audience: 'voice-api',
	client: 'integration',
	subject: validClaims.sub,
};

/** One delivery as Node would hand it over: the first Authorization header, and all raw ones. */
async function authenticate(
	headers: ReadonlyArray<readonly [name: string, value: string]>,
	settings: DeliveryAuthentication,
	cache: KeySets = keySets,
) {
	const lowered = headers.toReversed().map(([name, value]) => [name.toLowerCase(), value] as const);
	const delivery = { rawBody, headers: Object.fromEntries(lowered), rawHeaders: headers.flat() };
	const result = await authenticateDelivery(delivery, settings, cache, NOW);
	if (result.verdict.reason !== null) {
		expect(AUTHENTICATION_REASONS).toContain(result.verdict.reason);
	}
	return result;
}

const bearer = (token: string) => [['Authorization', `Bearer ${token}`]] as const;
const accept = { action: 'accept' };
const reject = { action: 'reject', status: 401 };
const nobody = { issuer: null, client: null, subject: null, audience: null };

describe('authenticateDelivery, a token that verifies', () => {
	test.each<[VerificationMode]>([['reportOnly'], ['require']])(
		'accepts it under %s',
		async (mode) => {
			expect(await authenticate(bearer(valid), { mode, ...expectations })).toEqual({
				verdict: {
					method: 'jwt',
					valid: true,
					reason: null,
					issuer: ISSUER,
					client: 'integration',
					subject: validClaims.sub,
					audience: ['account', 'voice-api'],
				},
				decision: accept,
			});
		},
	);

	test.each([`bearer ${valid}`, `BEARER   ${valid} `])(
		'takes the form of header %#',
		async (value) => {
			const result = await authenticate([['authorization', value]], {
				mode: 'require',
				...expectations,
			});
			expect(result.decision).toEqual(accept);
		},
	);

	test('takes blank expectations for none', async () => {
		const settings = { identityServerUrl: ISSUER, audience: ' ', client: '', subject: '' };
		expect((await authenticate(bearer(valid), { mode: 'require', ...settings })).decision).toEqual(
			accept,
		);
	});

	test('reads the headers where nobody kept the raw ones', async () => {
		const delivery = { rawBody, headers: { authorization: `Bearer ${valid}` } };
		const settings = { mode: 'require', ...expectations } as const;
		const result = await authenticateDelivery(delivery, settings, keySets, NOW);
		expect(result.decision).toEqual(accept);
	});

	test('does not take a header’s value for the name of the next one', async () => {
		const headers = [['X-Echo', 'authorization'], ...bearer(valid)] as const;
		const result = await authenticate(headers, { mode: 'require', ...expectations });
		expect(result.decision).toEqual(accept);
	});

	test('takes a token that names no key if the identity server has one, and a nonce beside Bearer', async () => {
		const claims = { ...validClaims, nonce: 'n', typ: 'Bearer' };
		const headers = bearer(signRs256(key, claims, { kid: undefined }));
		const result = await authenticate(headers, { mode: 'require', ...expectations });
		expect(result.decision).toEqual(accept);
	});

	test('asks at the identity server URL of the credential', async () => {
		const { calls, cache } = createKeySets();
		await authenticate(bearer(valid), { mode: 'require', ...expectations }, cache);
		expect(calls).toEqual([`${ISSUER}/protocol/openid-connect/certs`]);
	});
});

const altered = (claims: object) => bearer(signRs256(key, { ...validClaims, ...claims }));

describe('authenticateDelivery, one thing broken in a valid delivery', () => {
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
			for (const mode of ['reportOnly', 'require'] as const) {
				const { verdict, decision } = await authenticate(
					headers,
					{ mode, ...expectations },
					createKeySets().cache,
				);
				expect(verdict).toMatchObject({ method: 'jwt', valid: false, reason });
				expect(decision).toEqual(mode === 'require' ? reject : accept);
			}
		},
	);

	test('leaves a kid indeterminate that the identity server could not be asked about yet', async () => {
		const settings = { mode: 'require', ...expectations } as const;
		await authenticate(bearer(valid), settings);
		const unknown = bearer(signRs256(key, validClaims, { kid: 'two' }));
		const { verdict, decision } = await authenticate(unknown, settings);
		expect(verdict).toMatchObject({ method: 'jwt', valid: null, reason: 'key-unknown' });
		expect(decision).toMatchObject({ status: 503, retryAfterSeconds: 30 });
	});

	test('names the parties only of a token whose signature verified', async () => {
		const settings = { mode: 'reportOnly', ...expectations } as const;
		const expired = await authenticate(altered({ exp: 1 }), settings);
		expect(expired.verdict).toMatchObject({ subject: validClaims.sub, issuer: ISSUER });
		const forged = await authenticate(bearer(signRs256(otherKey)), settings);
		expect(forged.verdict).toMatchObject(nobody);
	});
});

describe('authenticateDelivery, nothing to verify by', () => {
	test('reports that no header came', async () => {
		const none = { method: null, valid: null, reason: 'authorization-missing', ...nobody };
		expect(await authenticate([], { mode: 'reportOnly', ...expectations })).toEqual({
			verdict: none,
			decision: accept,
		});
	});

	test('rejects a delivery without header where it is required', async () => {
		const { verdict, decision } = await authenticate([], { mode: 'require', ...expectations });
		expect(verdict.reason).toBe('authorization-missing');
		expect(decision).toEqual(reject);
	});

	test.each([[undefined], [''], [' / ']])(
		'fails closed with identity server %j',
		async (identityServerUrl) => {
			const settings = { ...expectations, identityServerUrl };
			const reported = await authenticate(bearer(valid), { mode: 'reportOnly', ...settings });
			expect(reported).toMatchObject({
				verdict: { method: 'jwt', valid: null, reason: 'identity-url-missing' },
				decision: accept,
			});
			const required = await authenticate(bearer(valid), { mode: 'require', ...settings });
			expect(required.decision).toEqual(reject);
		},
	);

	test.each<[string, () => KeySets]>([
		['keys-unavailable', createAwayKeySets],
		['key-set-invalid', () => createKeySets('<html>').cache],
	])('asks for another attempt on %s', async (reason, createCache) => {
		const cache = createCache();
		const required = await authenticate(bearer(valid), { mode: 'require', ...expectations }, cache);
		expect(required).toEqual({
			verdict: { method: 'jwt', valid: null, reason, ...nobody },
			decision: { action: 'unavailable', status: 503, retryAfterSeconds: 5 },
		});
		const reported = await authenticate(
			bearer(valid),
			{ mode: 'reportOnly', ...expectations },
			cache,
		);
		expect(reported).toMatchObject({ verdict: { valid: null, reason }, decision: accept });
	});

	test('rejects a token of a wrong form at once, even while the identity server is away', async () => {
		const settings = { mode: 'require', ...expectations } as const;
		const result = await authenticate(bearer('opaque'), settings, createAwayKeySets());
		expect(result.decision).toEqual(reject);
	});

	test('rejects a token of another issuer at once, and asks for no key', async () => {
		const { calls, cache } = createKeySets();
		const settings = { mode: 'require', ...expectations } as const;
		const other = signRs256(
			otherKey,
			{ ...validClaims, iss: 'https://id.example.org/realms/agents' },
			{ kid: 'unknown' },
		);
		const { verdict, decision } = await authenticate(bearer(other), settings, cache);
		expect(verdict).toMatchObject({ valid: false, reason: 'issuer-mismatch', ...nobody });
		expect(decision).toEqual(reject);
		expect(calls).toEqual([]);
	});

	test('looks at nothing where verification is off', async () => {
		const { calls, cache } = createKeySets();
		expect(await authenticate(bearer('opaque'), { mode: 'off', ...expectations }, cache)).toEqual({
			verdict: { method: null, valid: null, reason: 'verification-off', ...nobody },
			decision: accept,
		});
		expect(calls).toEqual([]);
	});
});

function createAwayKeySets(): KeySets {
	return createKeySetCache().fetchedBy(async () => await Promise.reject(new Error('away')));
}

const signature = (value: string, name = 'X-Webhook-Signature') => [[name, value]] as const;

describe('authenticateDelivery, with a signing secret', () => {
	test.each<[VerificationMode, string | null]>([
		['off', 'hmac'],
		['reportOnly', 'hmac'],
	])('accepts a right signature without token under %s', async (mode, method) => {
		const result = await authenticate(signature(hmac), { mode, signingSecret: secret });
		expect(result).toMatchObject({
			verdict: { method, valid: true, reason: null },
			decision: accept,
		});
	});

	test('wants both where a token is required', async () => {
		const settings = { mode: 'require', ...expectations, signingSecret: secret } as const;
		const both = await authenticate([...bearer(valid), ...signature(hmac)], settings);
		expect(both).toMatchObject({ verdict: { method: 'jwt+hmac', valid: true }, decision: accept });
		const signatureAlone = await authenticate(signature(hmac), settings);
		expect(signatureAlone).toMatchObject({
			verdict: { method: 'hmac', valid: false, reason: 'authorization-missing' },
			decision: reject,
		});
		const tokenAlone = await authenticate(bearer(valid), settings);
		expect(tokenAlone).toMatchObject({
			verdict: { method: 'hmac', valid: false, reason: 'hmac-missing' },
			decision: reject,
		});
	});

	test('reports a bad token beside a right signature', async () => {
		const settings = { mode: 'reportOnly', ...expectations, signingSecret: secret } as const;
		const result = await authenticate([...bearer('opaque'), ...signature(hmac)], settings);
		expect(result).toMatchObject({
			verdict: { method: 'jwt+hmac', valid: false, reason: 'token-malformed' },
			decision: accept,
		});
	});

	test('does not call valid what it could decide only in part', async () => {
		const settings = { mode: 'reportOnly', ...expectations, signingSecret: secret } as const;
		const headers = [...bearer(valid), ...signature(hmac)];
		const result = await authenticate(headers, settings, createAwayKeySets());
		expect(result).toMatchObject({
			verdict: { method: 'jwt+hmac', valid: null, reason: 'keys-unavailable' },
			decision: accept,
		});
	});

	test.each<[VerificationMode]>([['off'], ['reportOnly'], ['require']])(
		'rejects a wrong or missing signature under %s, and looks at no token',
		async (mode) => {
			const { calls, cache } = createKeySets();
			const settings = { mode, ...expectations, signingSecret: secret };
			for (const headers of [
				[],
				signature('0'.repeat(64)),
				[...signature(hmac), ...signature(hmac)],
			]) {
				const result = await authenticate([...bearer(valid), ...headers], settings, cache);
				expect(result.verdict).toMatchObject({ valid: false, ...nobody });
				expect(result.decision).toEqual(reject);
			}
			expect(calls).toEqual([]);
		},
	);

	test('reads the header of the setting, and no other', async () => {
		const settings = {
			mode: 'off',
			signingSecret: secret,
			signatureHeader: 'X-Agent-Hmac',
		} as const;
		expect((await authenticate(signature(hmac, 'x-agent-hmac'), settings)).decision).toEqual(
			accept,
		);
		expect((await authenticate(signature(hmac), settings)).decision).toEqual(reject);
	});

	test('does not take blank text for no secret', async () => {
		const result = await authenticate([], { mode: 'off', signingSecret: ' ' });
		expect(result.decision).toEqual(reject);
		expect((await authenticate([], { mode: 'off', signingSecret: '' })).decision).toEqual(accept);
	});
});
