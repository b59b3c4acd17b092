import { createHmac, createPublicKey, sign } from 'node:crypto';
import { signHs256, signRs256, toJwk, unsignedToken, type TestKey } from './sign-test-tokens.mts';

/** What an attacker has: a true token's claims, the public key, their own key, the issuer. */
export interface TokenScene {
	key: TestKey;
	strange: TestKey;
	claims: Record<string, unknown>;
	/** An address of the attacker's that must never be asked. */
	trap: string;
}

/** A token that must not verify, and the reason that the verdict names. */
export type HostileToken = [name: string, reason: string, make: (scene: TokenScene) => string];

const pem = ({ publicKey }: TestKey) => String(publicKey.export({ type: 'spki', format: 'pem' }));
const encode = (text: string) => Buffer.from(text).toString('base64url');

/** Signs header and claims as they stand, whatever they say. */
function signText({ privateKey }: TestKey, header: string, claims: string): string {
	const text = `${encode(header)}.${encode(claims)}`;
	return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
}

const header = (key: TestKey, more = '') =>
	`{"alg":"RS256","kid":${JSON.stringify(key.kid)}${more}}`;

/** Signed by the attacker, with a header that says where to find the key. */
const withOwnKey =
	(build: (scene: TokenScene) => object): HostileToken[2] =>
	(scene) =>
		signRs256(scene.strange, scene.claims, { kid: scene.key.kid, ...build(scene) });

const signed =
	(claims: object, more: object = {}): HostileToken[2] =>
	(scene) =>
		signRs256(scene.key, { ...scene.claims, ...claims }, more);

/** The tokens that do not verify for one reason, by name. */
const are = (reason: string, tokens: Record<string, HostileToken[2]>): HostileToken[] =>
	Object.entries(tokens).map(([name, make]) => [name, reason, make]);

/** Each starts from the claims of a token that verifies. */
export const hostileTokens: HostileToken[] = [
	...are('algorithm-not-allowed', {
		'no alg at all': ({ key, claims }) => `${unsignedToken({ kid: key.kid }, claims)}.`,
		'an alg that is a list': ({ key, claims }) =>
			`${unsignedToken({ alg: ['RS256'], kid: key.kid }, claims)}.`,
		'HS256 with the public key as PEM': ({ key, claims }) =>
			signHs256(pem(key), { kid: key.kid }, claims),
		'HS256 with the public key as DER': ({ key, claims }) =>
			signHs256(key.publicKey.export({ type: 'spki', format: 'der' }), { kid: key.kid }, claims),
		'HS256 with the key set as text': ({ key, claims }) =>
			signHs256(JSON.stringify(toJwk(key)), { kid: key.kid }, claims),
		'an algorithm that comes twice': ({ key, claims }) =>
			signText(key, header(key, ',"alg":"none"'), JSON.stringify(claims)),
	}),
	...are('signature-invalid', {
		'an HMAC under the name RS256': ({ key, claims }) => {
			const text = unsignedToken({ alg: 'RS256', kid: key.kid }, claims);
			return `${text}.${createHmac('sha256', pem(key)).update(text).digest('base64url')}`;
		},
		'a key inside the header': withOwnKey(({ strange }) => ({ jwk: toJwk(strange) })),
		'an address of keys': withOwnKey(({ trap }) => ({ jku: `${trap}/jku` })),
		'an address of a certificate': withOwnKey(({ trap }) => ({ x5u: `${trap}/x5u` })),
		'a certificate inside the header': withOwnKey(({ strange }) => ({
			x5c: [
				createPublicKey(strange.publicKey.export({ type: 'spki', format: 'pem' }))
					.export({ type: 'spki', format: 'der' })
					.toString('base64'),
			],
		})),
		'a strange signature without a key id': ({ strange, claims }) =>
			signText(strange, '{"alg":"RS256"}', JSON.stringify(claims)),
		'a signature of nothing': (scene) => signed({})(scene).replace(/[^.]+$/, ''),
		'a signature of zero bytes': (scene) => signed({})(scene).replace(/[^.]+$/, 'A'.repeat(342)),
		'a signature by somebody else': ({ strange, key, claims }) =>
			signRs256(strange, claims, { kid: key.kid }),
		'a payload changed afterwards': (scene) => {
			const [head, , signature] = signed({})(scene).split('.');
			return `${head}.${encode(JSON.stringify({ ...scene.claims, azp: 'admin' }))}.${signature}`;
		},
	}),
	...are('key-unknown', {
		'another algorithm of the same key': ({ key, claims }) =>
			signRs256(key, claims, { alg: 'PS256' }),
	}),
	...are('kid-missing', {
		'an empty key id': ({ key, claims }) => signRs256(key, claims, { kid: '' }),
		'a key id that is a list': ({ key, claims }) => signRs256(key, claims, { kid: [key.kid] }),
	}),
	...are('header-not-supported', {
		'a critical extension': signed({}, { crit: ['exp'], exp: 1 }),
	}),
	...are('token-malformed', {
		'an unencoded payload': signed({}, { b64: false, crit: ['b64'] }),
		'an empty list of extensions': signed({}, { crit: [] }),
		'a token as claims': ({ key, claims }) => signText(key, header(key), signRs256(key, claims)),
		'claims that are a list': ({ key }) => signText(key, header(key), '[]'),
		'claims that are null': ({ key }) => signText(key, header(key), 'null'),
		'claims that are no JSON': ({ key }) => signText(key, header(key), '{"iss":'),
		'a header that is no JSON': ({ key, claims }) => signText(key, '{', JSON.stringify(claims)),
		'a header that is a list': ({ key, claims }) => signText(key, '[]', JSON.stringify(claims)),
		'claims nested 4,000 deep': ({ key }) => signText(key, header(key), '['.repeat(4000)),
		'five parts, as if encrypted': (scene) => `${signed({})(scene)}.a.b`,
		'dots alone': () => '.'.repeat(16_000),
		'two dots': () => '..',
		'a signature with signs of plain base64': (scene) =>
			signed({})(scene).replace(/[^.]+$/, '+/+/'),
	}),
	...are('not-access-token', {
		'a token in a token': signed({}, { cty: 'JWT', typ: 'secevent+jwt' }),
		'an ID token': signed({ typ: 'ID', nonce: 'a', at_hash: 'b' }),
		'an ID token by its nonce alone': signed({ nonce: 'a' }),
		'an ID token by a hash alone': signed({ c_hash: 'b', scope: 'openid' }),
		'a logout token': signed({ events: {} }, { typ: 'logout+jwt' }),
		'a token bound by DPoP': signed({ typ: 'DPoP', cnf: { jkt: 'a' } }),
		'a refresh token': signed({ typ: 'Refresh' }),
		'a type that is a list': signed({ typ: ['Bearer'] }),
	}),
	...are('issuer-mismatch', {
		'an issuer that comes twice': ({ key, claims }) =>
			signText(
				key,
				header(key),
				JSON.stringify(claims).replace(/}$/, ',"iss":"https://example.org"}'),
			),
		'an issuer that is a list': (scene) => signed({ iss: [scene.claims.iss] })(scene),
		'an issuer that begins like the true one': (scene) =>
			signed({ iss: `${String(scene.claims.iss)}.example.org` })(scene),
	}),
	...are('claim-missing', {
		'no issuer': signed({ iss: undefined }),
		'no expiry': signed({ exp: undefined }),
	}),
	...are('claim-malformed', {
		'an expiry that is text': signed({ exp: '9999999999' }),
		'an expiry that is no number': signed({ exp: {} }),
	}),
	...are('expired', {
		'an expiry of long ago': signed({ exp: -1e308 }),
	}),
	...are('not-yet-valid', {
		'a start that never comes': signed({ nbf: 1e308 }),
	}),
	...are('issued-in-future', {
		'an issue in the future': signed({ iat: 1e15 }),
	}),
	...are('token-too-long', {
		'a token of 16 kB': signed({ more: 'a'.repeat(16_000) }),
		'a token of 5 MB': signed({ more: 'a'.repeat(5_000_000) }),
	}),
	...['none', 'None', 'NONE', 'nOnE', ''].map(
		(alg): HostileToken => [
			`alg ${JSON.stringify(alg)}`,
			'algorithm-not-allowed',
			({ key, claims }) => `${unsignedToken({ alg, kid: key.kid }, claims)}.`,
		],
	),
	...[
		'../../../../dev/null',
		'/dev/null',
		"' OR 1=1 --",
		'\0',
		'__proto__',
		'constructor',
		'http://127.0.0.1:1/key',
		'a'.repeat(8000),
	].map(
		(kid): HostileToken => [
			`the key id ${kid.slice(0, 30)}`,
			'key-unknown',
			({ strange, claims }) => signRs256(strange, claims, { kid }),
		],
	),
];
