import { createLocalJWKSet, type JWK } from 'jose';
import * as z from 'zod/v4-mini';
import type { KeyResult, KeySet, WantedKey } from './key-set';
import { readErrorCode } from './read-error-code';
import { tokenFailure, type TokenErrorCode, type TokenFailure } from './token-error-codes';

/** Keycloak-like servers publish two to ten keys; rotation doubles that. */
const MAX_KEYS = 64;
/** Each entry costs a check. */
const MAX_ENTRIES = 1_000;
/** Base64 of an RSA modulus of 16,384 bits; longer numbers only cost time. */
const MAX_MEMBER_LENGTH = 2_732;
const MAX_KEY_OPERATIONS = 8;

const keySetDocument = z.object({ keys: z.array(z.unknown()).check(z.maxLength(MAX_ENTRIES)) });

const member = z.string().check(z.maxLength(MAX_MEMBER_LENGTH));

/**
 * What selecting and importing a public key needs. Certificates are left out. `d` and `k` are members
 * that only a private or symmetric key has.
 */
const publicKey = z.object({
	kty: member,
	kid: z.optional(member),
	use: z.optional(z.literal('sig')),
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
 * Reads a JWKS document (interface document, 4.2: /protocol/openid-connect/certs). An entry that is no
 * public key for signatures of acceptable size is left out, and so is each one after the first 64 that
 * fit. A document that is none, or that has more than 1,000 entries, is `key-set-invalid`. The keys it
 * holds are imported when they are first asked for.
 */
export function parseKeySet(
	document: unknown,
): { success: true; keySet: KeySet } | { success: false; error: TokenFailure } {
	const parsed = z.safeParse(keySetDocument, document);
	if (!parsed.success) return { success: false, error: tokenFailure('key-set-invalid') };
	const findJwk = createLocalJWKSet({
		keys: parsed.data.keys.flatMap(parsePublicKey).slice(0, MAX_KEYS),
	});
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
	{ kid, alg }: WantedKey,
): Promise<KeyResult> {
	try {
		const key = await findJwk({ kid, alg });
		return isSound(key) ? { success: true, key } : fail('key-unusable');
	} catch (thrown) {
		const code = readErrorCode(thrown);
		if (code === 'ERR_JWKS_NO_MATCHING_KEY') return fail('key-unknown');
		const isAmbiguous = kid === undefined && code === 'ERR_JWKS_MULTIPLE_MATCHING_KEYS';
		return fail(isAmbiguous ? 'kid-missing' : 'key-unusable');
	}
}

function fail(code: TokenErrorCode): KeyResult {
	return { success: false, error: tokenFailure(code) };
}

/** With an RSA exponent of 1 anyone can sign; an even one belongs to no key pair (RFC 8017, 3.1). */
function isSound({ algorithm }: CryptoKey): boolean {
	if (!('publicExponent' in algorithm)) return true;
	const { publicExponent } = algorithm;
	if (!(publicExponent instanceof Uint8Array)) return false;
	const exponent = publicExponent.reduce((value, byte) => value * 256 + byte, 0);
	return exponent >= 3 && (publicExponent.at(-1) ?? 0) % 2 === 1;
}
