import { createPublicKey } from 'node:crypto';
import { decodeProtectedHeader, generateKeyPair, SignJWT } from 'jose';
import type { Sandbox } from '../../sandbox/types.mts';

/** The claims of a true access token of the sandbox, but for the times. */
export const trueClaims = ({ identity, identityServerUrl, user }: Sandbox) => ({
	iss: identityServerUrl,
	sub: user.id,
	aud: identity.audience,
	azp: 'voice-agent-service',
});

async function readPublicKey(sandbox: Sandbox): Promise<{ kid: string; pem: string }> {
	const { keys } = await sandbox.identity.jwks();
	const key = { ...keys[0] };
	const pem = createPublicKey({ key, format: 'jwk' }).export({ format: 'pem', type: 'spki' });
	return { kid: String(key.kid), pem: String(pem) };
}

const sign = (sandbox: Sandbox, header: { alg: string; kid?: string }) =>
	new SignJWT(trueClaims(sandbox)).setProtectedHeader(header).setIssuedAt().setExpirationTime('5m');

/** A true token whose header says that it is not signed, and which is not. */
async function leaveUnsigned(sandbox: Sandbox): Promise<string> {
	const token = await sandbox.identity.signJwt(trueClaims(sandbox));
	const header = JSON.stringify({ ...decodeProtectedHeader(token), alg: 'none' });
	return `${Buffer.from(header).toString('base64url')}.${token.split('.')[1]}.`;
}

/** A true token, signed with the true key, whose header names no key. */
export async function signWithoutKid(sandbox: Sandbox): Promise<string> {
	// The sandbox keeps its private key to itself; jose signs for it in this process.
	const { setProtectedHeader } = SignJWT.prototype;
	const changed = jest.spyOn(SignJWT.prototype, 'setProtectedHeader');
	changed.mockImplementation(function (this: SignJWT, { kid: _, ...header }) {
		return setProtectedHeader.call(this, header);
	});
	try {
		return await sandbox.identity.signJwt(trueClaims(sandbox));
	} finally {
		changed.mockRestore();
	}
}

async function signByStranger(sandbox: Sandbox, kid?: string): Promise<string> {
	const { privateKey } = await generateKeyPair('RS256');
	return await sign(sandbox, { alg: 'RS256', kid }).sign(privateKey);
}

/** A token with one thing broken. */
export interface BadToken {
	/** Why it is invalid. */
	code: string;
	/** The error's code if it is the credential's own. */
	rejection: 'token-not-trusted' | 'token-not-checkable' | 'token-from-the-future';
	make(sandbox: Sandbox): Promise<string>;
}

const nowSeconds = () => Math.floor(Date.now() / 1000);

const withClaims =
	(change: () => Record<string, unknown>): BadToken['make'] =>
	async (sandbox) =>
		await sandbox.identity.signJwt({ ...trueClaims(sandbox), ...change() });

/** Made without the code under test; each starts from the claims of a true one. */
export const badTokens: Record<string, BadToken> = {
	'another issuer': {
		code: 'issuer-mismatch',
		rejection: 'token-not-trusted',
		make: withClaims(() => ({ iss: 'https://id.example.org/realms/voice-agent' })),
	},
	'not valid yet': {
		code: 'not-yet-valid',
		rejection: 'token-from-the-future',
		make: withClaims(() => ({ nbf: nowSeconds() + 120 })),
	},
	'alg none': {
		code: 'algorithm-not-allowed',
		rejection: 'token-not-checkable',
		make: leaveUnsigned,
	},
	'HS256 signed with the public key': {
		code: 'algorithm-not-allowed',
		rejection: 'token-not-checkable',
		async make(sandbox) {
			const { kid, pem } = await readPublicKey(sandbox);
			return await sign(sandbox, { alg: 'HS256', kid }).sign(new TextEncoder().encode(pem));
		},
	},
	"a stranger's signature without kid": {
		code: 'signature-invalid',
		rejection: 'token-not-trusted',
		make: async (sandbox) => await signByStranger(sandbox),
	},
	"a stranger's signature under the true kid": {
		code: 'signature-invalid',
		rejection: 'token-not-trusted',
		async make(sandbox) {
			return await signByStranger(sandbox, (await readPublicKey(sandbox)).kid);
		},
	},
};
