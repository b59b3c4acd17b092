import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK } from 'jose';

/** One RS256 key of the realm: the private JWK signs, the public one is served as JWKS. */
export interface SigningKey {
	privateJwk: JWK;
	publicJwk: JWK;
}

export async function generateSigningKey(): Promise<SigningKey> {
	const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
	const header = { kid: randomUUID(), use: 'sig', alg: 'RS256' };
	return {
		privateJwk: { ...(await exportJWK(privateKey)), ...header },
		publicJwk: { ...(await exportJWK(publicKey)), ...header },
	};
}
