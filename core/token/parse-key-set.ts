import { createLocalJWKSet, type JWK } from 'jose';
import type { KeyResult, KeySet, WantedKey } from './key-set';
import { readErrorCode } from './read-error-code';
import { tokenFailure, type TokenFailure } from './token-error-codes';

/** Keycloak-like servers publish two to ten keys; rotation doubles that. */
const MOST_KEYS = 64;
/** Base64 of an RSA modulus of 16,384 bits; longer numbers only cost time. */
const LONGEST_MEMBER = 2_732;

/** Members of a public key that choosing and importing it needs. Certificates are left out. */
const TEXT_MEMBERS = ['kty', 'kid', 'use', 'alg', 'crv', 'n', 'e', 'x', 'y'] as const;
/** Members that only a private or symmetric key has. */
const SECRET_MEMBERS = ['d', 'k'];

/**
 * Reads a JWKS document (interface document, 4.2: /protocol/openid-connect/certs). A single entry that
 * is no public key of acceptable size is left out; a document that is none, or that has more than 64
 * keys, is `key-set-invalid`. The keys it holds are imported when they are first asked for.
 */
export function parseKeySet(
	document: unknown,
): { success: true; keySet: KeySet } | { success: false; error: TokenFailure } {
	if (typeof document !== 'object' || document === null || !('keys' in document)) return invalid();
	const { keys } = document;
	if (!Array.isArray(keys) || keys.length > MOST_KEYS) return invalid();
	const findJwk = createLocalJWKSet({ keys: keys.flatMap(parseJwk) });
	return {
		success: true,
		keySet: { findKey: async (wanted) => await importKey(findJwk, wanted) },
	};
}

function invalid() {
	return { success: false, error: tokenFailure('key-set-invalid') } as const;
}

function parseJwk(entry: unknown): JWK[] {
	if (typeof entry !== 'object' || entry === null) return [];
	if (SECRET_MEMBERS.some((member) => member in entry)) return [];
	const members = new Map<string, unknown>(Object.entries(entry));
	const jwk: Partial<Record<(typeof TEXT_MEMBERS)[number], string>> & { key_ops?: string[] } = {};
	for (const name of TEXT_MEMBERS) {
		const value = members.get(name);
		if (value === undefined) continue;
		if (typeof value !== 'string' || value.length > LONGEST_MEMBER) return [];
		jwk[name] = value;
	}
	const operations = members.get('key_ops');
	if (operations !== undefined) {
		if (!Array.isArray(operations) || operations.length > 8) return [];
		jwk.key_ops = operations.filter((operation) => typeof operation === 'string');
	}
	const { kty } = jwk;
	return kty === undefined ? [] : [{ ...jwk, kty }];
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
