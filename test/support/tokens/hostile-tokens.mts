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

/** Each starts from the claims of a token that verifies. */
export const hostileTokens: HostileToken[] = [
	...['none', 'None', 'NONE', 'nOnE', ''].map(
		(alg): HostileToken => [
			`alg ${JSON.stringify(alg)}`,
			'algorithm-not-allowed',
			({ key, claims }) => `${unsignedToken({ alg, kid: key.kid }, claims)}.`,
		],
	),
	[
		'no alg at all',
		'algorithm-not-allowed',
		({ key, claims }) => `${unsignedToken({ kid: key.kid }, claims)}.`,
	],
	[
		'an alg that is a list',
		'algorithm-not-allowed',
		({ key, claims }) => `${unsignedToken({ alg: ['RS256'], kid: key.kid }, claims)}.`,
	],
	[
		'HS256 with the public key as PEM',
		'algorithm-not-allowed',
		({ key, claims }) => signHs256(pem(key), { kid: key.kid }, claims),
	],
	[
		'HS256 with the public key as DER',
		'algorithm-not-allowed',
		({ key, claims }) =>
			signHs256(key.publicKey.export({ type: 'spki', format: 'der' }), { kid: key.kid }, claims),
	],
	[
		'HS256 with the key set as text',
		'algorithm-not-allowed',
		({ key, claims }) => signHs256(JSON.stringify(toJwk(key)), { kid: key.kid }, claims),
	],
	[
		'an HMAC under the name RS256',
		'signature-invalid',
		({ key, claims }) => {
			const text = unsignedToken({ alg: 'RS256', kid: key.kid }, claims);
			return `${text}.${createHmac('sha256', pem(key)).update(text).digest('base64url')}`;
		},
	],
	[
		'another algorithm of the same key',
		'key-unknown',
		({ key, claims }) => signRs256(key, claims, { alg: 'PS256' }),
	],
	[
		'a key inside the header',
		'signature-invalid',
		withOwnKey(({ strange }) => ({ jwk: toJwk(strange) })),
	],
	['an address of keys', 'signature-invalid', withOwnKey(({ trap }) => ({ jku: `${trap}/jku` }))],
	[
		'an address of a certificate',
		'signature-invalid',
		withOwnKey(({ trap }) => ({ x5u: `${trap}/x5u` })),
	],
	[
		'a certificate inside the header',
		'signature-invalid',
		withOwnKey(({ strange }) => ({
			x5c: [
				createPublicKey(strange.publicKey.export({ type: 'spki', format: 'pem' }))
					.export({ type: 'spki', format: 'der' })
					.toString('base64'),
			],
		})),
	],
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
	['an empty key id', 'kid-missing', ({ key, claims }) => signRs256(key, claims, { kid: '' })],
	[
		'a key id that is a list',
		'kid-missing',
		({ key, claims }) => signRs256(key, claims, { kid: [key.kid] }),
	],
	[
		'a strange signature without a key id',
		'signature-invalid',
		({ strange, claims }) => signText(strange, '{"alg":"RS256"}', JSON.stringify(claims)),
	],
	['a critical extension', 'header-not-supported', signed({}, { crit: ['exp'], exp: 1 })],
	['an unencoded payload', 'token-malformed', signed({}, { b64: false, crit: ['b64'] })],
	['an empty list of extensions', 'token-malformed', signed({}, { crit: [] })],
	['a token in a token', 'not-access-token', signed({}, { cty: 'JWT', typ: 'secevent+jwt' })],
	[
		'a token as claims',
		'token-malformed',
		({ key, claims }) => signText(key, header(key), signRs256(key, claims)),
	],
	['claims that are a list', 'token-malformed', ({ key }) => signText(key, header(key), '[]')],
	['claims that are null', 'token-malformed', ({ key }) => signText(key, header(key), 'null')],
	[
		'claims that are no JSON',
		'token-malformed',
		({ key }) => signText(key, header(key), '{"iss":'),
	],
	[
		'a header that is no JSON',
		'token-malformed',
		({ key, claims }) => signText(key, '{', JSON.stringify(claims)),
	],
	[
		'a header that is a list',
		'token-malformed',
		({ key, claims }) => signText(key, '[]', JSON.stringify(claims)),
	],
	[
		'an issuer that comes twice',
		'issuer-mismatch',
		({ key, claims }) =>
			signText(
				key,
				header(key),
				JSON.stringify(claims).replace(/}$/, ',"iss":"https://example.org"}'),
			),
	],
	[
		'an algorithm that comes twice',
		'algorithm-not-allowed',
		({ key, claims }) => signText(key, header(key, ',"alg":"none"'), JSON.stringify(claims)),
	],
	[
		'an issuer that is a list',
		'issuer-mismatch',
		(scene) => signed({ iss: [scene.claims.iss] })(scene),
	],
	[
		'an issuer that begins like the true one',
		'issuer-mismatch',
		(scene) => signed({ iss: `${String(scene.claims.iss)}.example.org` })(scene),
	],
	['no issuer', 'claim-missing', signed({ iss: undefined })],
	['no expiry', 'claim-missing', signed({ exp: undefined })],
	['an expiry that is text', 'claim-malformed', signed({ exp: '9999999999' })],
	['an expiry that is no number', 'claim-malformed', signed({ exp: {} })],
	['an expiry of long ago', 'expired', signed({ exp: -1e308 })],
	['a start that never comes', 'not-yet-valid', signed({ nbf: 1e308 })],
	['an issue in the future', 'issued-in-future', signed({ iat: 1e15 })],
	['an ID token', 'not-access-token', signed({ typ: 'ID', nonce: 'a', at_hash: 'b' })],
	['an ID token by its nonce alone', 'not-access-token', signed({ nonce: 'a' })],
	['an ID token by a hash alone', 'not-access-token', signed({ c_hash: 'b', scope: 'openid' })],
	['a logout token', 'not-access-token', signed({ events: {} }, { typ: 'logout+jwt' })],
	['a token bound by DPoP', 'not-access-token', signed({ typ: 'DPoP', cnf: { jkt: 'a' } })],
	['a refresh token', 'not-access-token', signed({ typ: 'Refresh' })],
	['a type that is a list', 'not-access-token', signed({ typ: ['Bearer'] })],
	['a token of 16 kB', 'token-too-long', signed({ more: 'a'.repeat(16_000) })],
	['a token of 5 MB', 'token-too-long', signed({ more: 'a'.repeat(5_000_000) })],
	[
		'claims nested 4,000 deep',
		'token-malformed',
		({ key }) => signText(key, header(key), '['.repeat(4000)),
	],
	['five parts, as if encrypted', 'token-malformed', (scene) => `${signed({})(scene)}.a.b`],
	['dots alone', 'token-malformed', () => '.'.repeat(16_000)],
	['two dots', 'token-malformed', () => '..'],
	[
		'a signature of nothing',
		'signature-invalid',
		(scene) => signed({})(scene).replace(/[^.]+$/, ''),
	],
	[
		'a signature of zero bytes',
		'signature-invalid',
		(scene) => signed({})(scene).replace(/[^.]+$/, 'A'.repeat(342)),
	],
	[
		'a signature with signs of plain base64',
		'token-malformed',
		(scene) => signed({})(scene).replace(/[^.]+$/, '+/+/'),
	],
	[
		'a signature by somebody else',
		'signature-invalid',
		({ strange, key, claims }) => signRs256(strange, claims, { kid: key.kid }),
	],
	[
		'a payload changed afterwards',
		'signature-invalid',
		(scene) => {
			const [head, , signature] = signed({})(scene).split('.');
			return `${head}.${encode(JSON.stringify({ ...scene.claims, azp: 'admin' }))}.${signature}`;
		},
	],
];
