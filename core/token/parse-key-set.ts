import { createLocalJWKSet, type JWK } from 'jose';
import * as z from 'zod/v4-mini';
import type { KeyResult, KeySet, WantedKey } from './key-set';
import { readErrorCode } from './read-error-code';
import { tokenFailure, type TokenFailure } from './token-error-codes';

/** Keycloak-like servers publish two to ten keys; rotation doubles that. */
const MAX_KEYS = 64;
/** Base64 of an RSA modulus of 16,384 bits; longer numbers only cost time. */
const MAX_MEMBER_LENGTH = 2_732;
const MAX_KEY_OPERATIONS = 8;

const keySetDocument = z.object({ keys: z.array(z.unknown()).check(z.maxLength(MAX_KEYS)) });

const member = z.string().check(z.maxLength(MAX_MEMBER_LENGTH));

/**
 * What choosing and importing a public key needs. Certificates are left out. `d` and `k` are members
 * that only a private or symmetric key has.
 */
const publicKey = z.object({
	kty: member,
	kid: z.optional(member),
	use: z.optional(member),
	alg: z.optional(member),
	crv: z.optional(member),
	n: z.optional(member),
	e: z.optional(member),
	x: z.optional(member),
	y: z.optional(member),
	key_ops: z.optional(z.array(z.catch(member, '')).check(z.maxLength(MAX_KEY_OPERATIONS))),
	d: z.optional(z.never()),
	k: z.optional(z.never()),
});

/**
 * Reads a JWKS document (interface document, 4.2: /protocol/openid-connect/certs). A single entry that
 * is no public key of acceptable size is left out; a document that is none, or that has more than 64
 * keys, is `key-set-invalid`. The keys it holds are imported when they are first asked for.
 */
export function parseKeySet(
	document: unknown,
): { success: true; keySet: KeySet } | { success: false; error: TokenFailure } {
	const parsed = z.safeParse(keySetDocument, document);
	if (!parsed.success) return { success: false, error: tokenFailure('key-set-invalid') };
	const findJwk = createLocalJWKSet({ keys: parsed.data.keys.flatMap(parsePublicKey) });
	return {
		success: true,
		keySet: { findKey: async (wanted) => await importKey(findJwk, wanted) },
	};
}

function parsePublicKey(entry: unknown): JWK[] {
	const parsed = z.safeParse(publicKey, entry);
	return parsed.success ? [parsed.data] : [];
}

async function importKey(
	findJwk: ReturnType<typeof createLocalJWKSet>,
	wanted: WantedKey,
): Promise<KeyResult> {
	try {
		return { success: true, key: await findJwk({ kid: wanted.kid, alg: wanted.alg }) };
	} catch (thrown) {
		const isUnknown = readErrorCode(thrown) === 'ERR_JWKS_NO_MATCHING_KEY';
		return { success: false, error: tokenFailure(isUnknown ? 'key-unknown' : 'key-unusable') };
	}
}
