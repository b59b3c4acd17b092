import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { type KeySet, parseKeySet } from '../../../core/token/key-sets.ts';

// Tokens are put together and signed with node:crypto alone, so neither our code nor jose vouches
// for what they test.

export const NOW = Date.parse('2026-11-21T12:00:00.000Z');
export const NOW_SECONDS = NOW / 1000;
export const ISSUER = 'https://id.example.com/realms/agents';

export interface TestKey {
	kid: string;
	privateKey: KeyObject;
	publicKey: KeyObject;
}

export function createRsaKey(kid: string, modulusLength = 2048): TestKey {
	return { kid, ...generateKeyPairSync('rsa', { modulusLength }) };
}

export function toJwk(key: TestKey, more: object = {}): object {
	return {
		...key.publicKey.export({ format: 'jwk' }),
		kid: key.kid,
		use: 'sig',
		alg: 'RS256',
		...more,
	};
}

export function keySetOf(...jwks: object[]): KeySet {
	const keySet = parseKeySet({ keys: jwks });
	if (keySet === undefined) throw new Error('This is no key set');
	return keySet;
}

export const validClaims = {
	iss: ISSUER,
	sub: '3f1e6c5a-0000-4000-8000-000000000001',
	aud: ['account', 'voice-api'],
	azp: 'integration',
	iat: NOW_SECONDS - 10,
	nbf: NOW_SECONDS - 10,
	exp: NOW_SECONDS + 300,
};

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

export function unsignedToken(header: object, claims: unknown): string {
	return `${encode(header)}.${encode(claims)}`;
}

export function signRs256(
	key: TestKey,
	claims: unknown = validClaims,
	header: object = {},
): string {
	const text = unsignedToken({ alg: 'RS256', typ: 'JWT', kid: key.kid, ...header }, claims);
	return `${text}.${sign('sha256', Buffer.from(text), key.privateKey).toString('base64url')}`;
}

export function signHs256(secret: string | Buffer, header: object, claims: unknown): string {
	const text = unsignedToken({ alg: 'HS256', typ: 'JWT', ...header }, claims);
	return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}
