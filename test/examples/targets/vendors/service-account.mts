import { generateKeyPairSync } from 'node:crypto';
import { jwtVerify, type JWTPayload } from 'jose';
import * as z from 'zod/v4';

const form = z
	.string()
	.transform((text) => Object.fromEntries(new URLSearchParams(text)))
	.pipe(
		z.object({
			grant_type: z.literal('urn:ietf:params:oauth:grant-type:jwt-bearer'),
			assertion: z.string(),
		}),
	);

/** An account that signs in with an assertion signed by a key of its own. */
export function createServiceAccount() {
	const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
	return {
		privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
		/** The claims of the assertion in a request for a token. Throws unless the account signed them. */
		verify: async (
			body: unknown,
			expected: { issuer: string; subject?: string; audience: string },
		): Promise<JWTPayload> => {
			const { assertion } = form.parse(body);
			const options = { algorithms: ['RS256'], ...expected };
			return (await jwtVerify(assertion, publicKey, options)).payload;
		},
	};
}
