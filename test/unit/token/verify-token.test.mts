import { constants, generateKeyPairSync, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TOKEN_ERROR_CODES } from '../../../core/token/error-codes.ts';
import { type TokenExpectations, verifyJwt } from '../../../core/token/verify-token.ts';
import {
	createRsaKey,
	ISSUER,
	keySetOf,
	NOW,
	NOW_SECONDS,
	signRs256,
	toJwk,
	unsignedToken,
	validClaims,
} from '../../support/tokens/sign-test-tokens.mts';
import { hostileTokens } from '../../support/tokens/hostile-tokens.mts';

const key = createRsaKey('one');
const otherKey = createRsaKey('one');
const keySet = keySetOf(toJwk(key), toJwk(createRsaKey('two')));
const valid = signRs256(key);
const expectations: TokenExpectations = { issuer: ISSUER };
const everything: TokenExpectations = {
	issuer: ISSUER,
	audience: 'voice-api',
	client: 'integration',
	subject: validClaims.sub,
};

async function codeFor(token: string, expected = expectations, keys = keySet): Promise<string> {
	const result = await verifyJwt(token, expected, keys, NOW);
	if (result.success) return 'none';
	expect(TOKEN_ERROR_CODES).toContain(result.error.code);
	return result.error.code;
}

describe('verifyToken, what it accepts', () => {
	test('hands back the claims of a token that meets every expectation', async () => {
		const result = await verifyJwt(valid, everything, keySet, NOW);
		expect(result).toEqual({ success: true, claims: validClaims });
	});

	test.each([
		['RS384', 'rsa', 'sha384'],
		['RS512', 'rsa', 'sha512'],
		['PS256', 'rsa-pss', 'sha256'],
		['ES256', 'P-256', 'sha256'],
		['ES384', 'P-384', 'sha384'],
		['ES512', 'P-521', 'sha512'],
		['EdDSA', 'ed25519', null],
		['Ed25519', 'ed25519', null],
	])('verifies %s', async (alg, kind, hash) => {
		const pair = kind.startsWith('rsa')
			? key
			: kind === 'ed25519'
				? generateKeyPairSync('ed25519')
				: generateKeyPairSync('ec', { namedCurve: kind });
		const text = unsignedToken({ alg, kid: 'k' }, validClaims);
		const signature = sign(hash, Buffer.from(text), {
			key: pair.privateKey,
			dsaEncoding: 'ieee-p1363',
			...(kind === 'rsa-pss' && { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }),
		});
		const keys = keySetOf({ ...pair.publicKey.export({ format: 'jwk' }), kid: 'k' });
		const token = `${text}.${signature.toString('base64url')}`;
		expect(await codeFor(token, everything, keys)).toBe('none');
		const altered = Buffer.from(signature);
		altered.writeUInt8(altered.readUInt8(3) ^ 1, 3);
		expect(await codeFor(`${text}.${altered.toString('base64url')}`, everything, keys)).toBe(
			'signature-invalid',
		);
	});
});

describe('verifyToken, what an attacker can make of a true token', () => {
	const claims = { ...validClaims };
	const scene = { key, strange: createRsaKey('strange'), claims, trap: 'https://evil.example.com' };
	const onlyKey = keySetOf(toJwk(key));

	/** What can be told without a key: nothing is asked of the identity server then. */
	const TOLD_WITHOUT_KEY = /^(token-too-long|algorithm-not-allowed|kid-missing|issuer-mismatch)$/;

	test.each(hostileTokens)('rejects %s (%s)', async (_what, code, make) => {
		const accessToken = { ...everything, kind: 'access' } as const;
		const keys = { findKey: jest.fn(onlyKey.findKey) };
		expect(await codeFor(make(scene), accessToken, keys)).toBe(code);
		if (TOLD_WITHOUT_KEY.test(code)) expect(keys.findKey).not.toHaveBeenCalled();
		expect(await codeFor(valid, accessToken, keys)).toBe('none');
	});
});

describe('verifyToken, keys and signature', () => {
	test('rejects a space before the token, and an algorithm in lower case', async () => {
		expect(await codeFor(` ${valid}`)).toBe('signature-invalid');
		const lower = signRs256(key, validClaims, { alg: 'rs256' });
		expect(await codeFor(lower)).toBe('algorithm-not-allowed');
		const ofBitcoin = signRs256(key, validClaims, { alg: 'ES256K' });
		const rejected = { error: { message: expect.stringMatching(/It names "ES256K"\.$/) } };
		expect(await verifyJwt(ofBitcoin, expectations, keySetOf(toJwk(key)), NOW)).toMatchObject(
			rejected,
		);
		const long = signRs256(key, validClaims, { alg: 'x'.repeat(1_000) });
		const cut = { error: { message: expect.stringMatching(/It names "x{20}…"\.$/) } };
		expect(await verifyJwt(long, expectations, keySetOf(toJwk(key)), NOW)).toMatchObject(cut);
	});

	test('rejects a key that is too short to be trusted', async () => {
		const short = createRsaKey('short', 1024);
		const keys = keySetOf(toJwk(short));
		expect(await codeFor(signRs256(short), expectations, keys)).toBe('key-unusable');
	});

	test('hands on why there is no key', async () => {
		const error = { code: 'keys-unavailable', message: 'away', retryAfterSeconds: 5 } as const;
		const away = { findKey: async () => ({ success: false, error }) as const };
		const result = await verifyJwt(valid, expectations, away, NOW);
		expect(result).toEqual({ success: false, error, claims: null });
	});
});

describe('verifyToken, claims', () => {
	test.each<[string, object, string, string]>([
		['expired', { exp: NOW_SECONDS - 60 }, 'expired', 'exp'],
		['not yet valid', { nbf: NOW_SECONDS + 61 }, 'not-yet-valid', 'nbf'],
		['issued in the future', { iat: NOW_SECONDS + 61 }, 'issued-in-future', 'iat'],
		['another audience', { aud: ['account'] }, 'audience-mismatch', 'aud'],
		['an audience that only begins alike', { aud: 'voice-api-2' }, 'audience-mismatch', 'aud'],
		['an audience of the wrong type', { aud: { 'voice-api': true } }, 'audience-mismatch', 'aud'],
		['another client', { azp: 'web' }, 'client-mismatch', 'azp'],
		['a client of the wrong type', { azp: ['integration'] }, 'client-mismatch', 'azp'],
		['another subject', { sub: 'someone' }, 'subject-mismatch', 'sub'],
		['nbf as text', { nbf: '0' }, 'claim-malformed', 'nbf'],
		['iat as text', { iat: '0' }, 'claim-malformed', 'iat'],
	])('rejects %s', async (_what, broken, code, claim) => {
		const token = signRs256(key, { ...validClaims, ...broken });
		const result = await verifyJwt(token, everything, keySet, NOW);
		const named = code === 'claim-malformed' ? `"${claim}"` : `(${claim}`;
		const error = { code, message: expect.stringContaining(named) };
		expect(result).toMatchObject({ success: false, error, claims: broken });
	});

	// No key is asked for then, as the hostile tokens show.
	test.each([
		...[`${ISSUER}-b`, ISSUER.toUpperCase(), `${ISSUER}?realm=other`, `${ISSUER} `, null],
		ISSUER.replace('id.', 'x@id.'),
	])('rejects the issuer %j', async (iss) => {
		const token = signRs256(key, { ...validClaims, iss });
		expect(await codeFor(token, everything)).toBe('issuer-mismatch');
	});

	test.each<[string, unknown, string]>([
		['as it is', 'https://id.example.org/realms/agents', '"https://id.example.org/realms/agents"'],
		['cut if it is long', 'a'.repeat(10_000), `"${'a'.repeat(200)}…"`],
		['on one line', 'one\n\u2028\u202etwo', '"onetwo"'],
		['not at all if it is no text', { secret: 1 }, 'no text'],
	])(
		'shows an issuer that is another one beside the expected one, %s',
		async (_how, iss, shown) => {
			const token = signRs256(key, { ...validClaims, iss });
			const message = expect.stringContaining(`It names ${shown}, but "${ISSUER}" is expected.`);
			const result = await verifyJwt(token, everything, keySet, NOW);
			expect(result).toMatchObject({ error: { message } });
		},
	);

	// Other signs are in the fixture token-kinds.
	test('takes a token without a typ for an access token if its client is not its audience', async () => {
		const token = signRs256(key, validClaims, { typ: undefined });
		expect(await codeFor(token, { ...expectations, kind: 'access' })).toBe('none');
	});

	test.each<[keyof typeof validClaims]>([['iss'], ['exp'], ['aud'], ['azp'], ['sub']])(
		'rejects a token without %s',
		async (claim) => {
			const result = await verifyJwt(
				signRs256(key, { ...validClaims, [claim]: undefined }),
				everything,
				keySet,
				NOW,
			);
			const error = { code: 'claim-missing', message: expect.stringContaining(claim) };
			expect(result).toMatchObject({ success: false, error });
		},
	);

	const rewritten = { iss: `${ISSUER.replace('id.example.com', 'ID.Example.com:443')}/` };
	const unescaped = { iss: 'https://id.example.com/realms/Büro/' };
	const bare = { aud: undefined, azp: undefined, sub: undefined, nbf: undefined, iat: undefined };
	test.each<[string, object, TokenExpectations]>([
		['that expired 59 s ago', { exp: NOW_SECONDS - 59 }, everything],
		['that is valid in 60 s', { nbf: NOW_SECONDS + 60 }, everything],
		['that was issued in 60 s', { iat: NOW_SECONDS + 60 }, everything],
		['of the issuer in another writing', rewritten, expectations],
		[
			'of the issuer without escapes',
			unescaped,
			{ issuer: 'https://id.example.com/realms/B%C3%BCro' },
		],
		['without claims that nobody expects', bare, expectations],
	])('takes a token %s', async (_what, change, expected) => {
		expect(await codeFor(signRs256(key, { ...validClaims, ...change }), expected)).toBe('none');
	});

	test.each<[Partial<TokenExpectations>, object, string]>([
		[{ audience: '' }, {}, 'audience-mismatch'],
		[{ client: '' }, {}, 'client-mismatch'],
		[{ subject: '' }, {}, 'subject-mismatch'],
		[{ issuer: '' }, {}, 'issuer-mismatch'],
		[{ issuer: '' }, { iss: undefined }, 'issuer-mismatch'],
	])('fails closed with the empty expectation %j', async (expected, change, code) => {
		const token = signRs256(key, { ...validClaims, ...change });
		expect(await codeFor(token, { ...expectations, ...expected })).toBe(code);
	});
});

interface Sample {
	claims: Record<string, unknown>;
	header?: object;
	client?: string | null;
}

const kinds: Record<string, Record<string, Sample>> = JSON.parse(
	readFileSync(join(import.meta.dirname, '../../fixtures/token-kinds.json'), 'utf8'),
);
const listKinds = (code: string) => Object.entries(kinds[code] ?? {});

describe('verifyToken, tokens as providers write them, where an access token is expected', () => {
	const { sub } = validClaims;
	const ownClient = 'own-app';
	const asAccess = { issuer: ISSUER, kind: 'access', ownClient } as const;
	const common = { iss: ISSUER, sub, iat: NOW_SECONDS - 10, exp: NOW_SECONDS + 300 };
	const signSample = ({ claims, header }: Sample) =>
		signRs256(key, { ...common, ...claims }, header);

	test.each(listKinds('access'))('%s: an access token verifies', async (_, sample) => {
		const { client, claims } = sample;
		const audiences = [claims.aud ?? []].flat().map(String);
		for (const expected of [
			{},
			{ subject: sub },
			...audiences.map((audience) => ({ audience })),
			...(client ? [{ client }] : []),
		]) {
			expect(await codeFor(signSample(sample), { ...asAccess, ...expected })).toBe('none');
		}
		const other = { ...asAccess, client: 'another' };
		const code = client === null ? 'claim-missing' : 'client-mismatch';
		expect(await codeFor(signSample(sample), other)).toBe(code);
		expect(await codeFor(signSample(sample), { ...asAccess, audience: 'another' })).toBe(
			audiences.length === 0 ? 'claim-missing' : 'audience-mismatch',
		);
	});

	describe.each(['token-kind-unknown', 'not-access-token'])('%s', (code) => {
		test.each(listKinds(code))('%s: an ID token never verifies', async (_, sample) => {
			const token = signSample(sample);
			// The one thing that is wrong: it is a true token of this issuer.
			expect(await codeFor(token)).toBe('none');
			const parties = [{}, { subject: sub }, { audience: ownClient }, { client: ownClient }];
			for (const expected of parties) {
				expect(await codeFor(token, { ...asAccess, ...expected })).toBe(code);
			}
		});
	});

	test.each<[string, object, Partial<TokenExpectations>, string]>([
		['an API that is expected', { aud: ['api', 'own-app'] }, { audience: 'api' }, 'none'],
		['an API beside its own client', { aud: ['api', 'b'], azp: 'b' }, { audience: 'api' }, 'none'],
		['an API that is not expected', { aud: 'api' }, {}, 'token-kind-unknown'],
		['our own client', { aud: 'own-app' }, { audience: 'own-app' }, 'token-kind-unknown'],
		['its own client', { aud: ['b', 'c'], azp: 'b' }, { audience: 'b' }, 'token-kind-unknown'],
		['another API', { aud: 'api' }, { audience: 'another' }, 'audience-mismatch'],
		['an ID token for an API', { aud: 'api', typ: 'ID' }, { audience: 'api' }, 'not-access-token'],
	])('without a sign a token counts by its audience: %s', async (_, claims, expected, code) => {
		const token = signRs256(key, { ...common, ...claims });
		expect(await codeFor(token, { ...asAccess, ...expected })).toBe(code);
	});
});

test('a message shows neither token nor claim values', async () => {
	const tokens = [
		signRs256(otherKey),
		signRs256(key, { ...validClaims, sub: 'someone' }),
		signRs256(key, { ...validClaims, azp: 'someone' }),
		signRs256(key, { ...validClaims, exp: 1 }),
		'someone',
	];
	for (const token of tokens) {
		const result = await verifyJwt(token, everything, keySet, NOW);
		const message = result.success ? '' : JSON.stringify(result.error);
		expect(message).toContain('code');
		for (const part of [token, token.slice(0, 12), 'someone', validClaims.sub]) {
			expect(message).not.toContain(part);
		}
	}
});
