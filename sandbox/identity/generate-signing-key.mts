import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair } from 'jose';
import type { SigningKey } from './identity-types.mts';

export async function generateSigningKey(): Promise<SigningKey> {
	const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
	const header = { kid: randomUUID(), use: 'sig', alg: 'RS256' };
	return {
		privateJwk: { ...(await exportJWK(privateKey)), ...header },
		publicJwk: { ...(await exportJWK(publicKey)), ...header },
	};
}
