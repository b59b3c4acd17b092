import { createHmac, createPublicKey, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { signHs256, signRs256, toJwk, unsignedToken, type TestKey } from './sign-test-tokens.mts';

/** What an attacker has: a true token's claims, the public key, their own key, the issuer. */
interface TokenScene {
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
	(changed: object): HostileToken[2] =>
	({ key, claims }) =>
		signRs256(key, { ...claims, ...changed });

/** The tokens that do not verify for one reason, by name. */
const are = (reason: string, tokens: Record<string, HostileToken[2]>): HostileToken[] =>
	Object.entries(tokens).map(([name, make]) => [name, reason, make]);

/** What makes a token hostile, if plain data can say it. */
interface PlainToken {
	/** Who signs it; default: who should. */
	by?: 'attacker' | 'nobody';
	header?: object;
	claims?: object;
	/** In place of the whole. */
	headerText?: string;
	claimsText?: string;
}

const plainTokens: Record<string, Record<string, PlainToken>> = JSON.parse(
	readFileSync(join(__dirname, '../../fixtures/hostile-tokens.json'), 'utf8'),
);

const write =
	({ by, header: more, claims: changed, headerText, claimsText }: PlainToken): HostileToken[2] =>
	({ key, strange, claims: valid }) => {
		const claims = { ...valid, ...changed };
		if (headerText !== undefined || claimsText !== undefined) {
			return signText(key, headerText ?? header(key), claimsText ?? JSON.stringify(claims));
		}
		const ownHeader = { kid: key.kid, ...more };
		if (by === 'nobody') return `${unsignedToken(ownHeader, claims)}.`;
		return signRs256(by === 'attacker' ? strange : key, claims, ownHeader);
	};

/** Each starts from the claims of a token that verifies. */
export const hostileTokens: HostileToken[] = [
	...Object.entries(plainTokens).flatMap(([reason, tokens]) =>
		Object.entries(tokens).map(([name, token]): HostileToken => [name, reason, write(token)]),
	),
	...are('algorithm-not-allowed', {
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
		'a payload changed afterwards': (scene) => {
			const [head, , signature] = signed({})(scene).split('.');
			return `${head}.${encode(JSON.stringify({ ...scene.claims, azp: 'admin' }))}.${signature}`;
		},
	}),
	...are('key-unknown', {
		'a key id of 8,000 letters': ({ strange, claims }) =>
			signRs256(strange, claims, { kid: 'a'.repeat(8000) }),
	}),
	...are('kid-missing', {
		'a key id that is a list': ({ key, claims }) => signRs256(key, claims, { kid: [key.kid] }),
	}),
	...are('token-malformed', {
		'a token as claims': ({ key, claims }) => signText(key, header(key), signRs256(key, claims)),
		'claims nested 4,000 deep': ({ key }) => signText(key, header(key), '['.repeat(4000)),
		'five parts, as if encrypted': (scene) => `${signed({})(scene)}.a.b`,
		'dots alone': () => '.'.repeat(16_000),
		'two dots': () => '..',
		'a signature with signs of plain base64': (scene) =>
			signed({})(scene).replace(/[^.]+$/, '+/+/'),
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
	...are('token-too-long', {
		'a token of 16 kB': signed({ more: 'a'.repeat(16_000) }),
		'a token of 5 MB': signed({ more: 'a'.repeat(5_000_000) }),
	}),
];
