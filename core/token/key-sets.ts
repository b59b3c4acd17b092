import { createLocalJWKSet, type JWK } from 'jose';
import * as z from 'zod/v4-mini';
import { readProperty } from '../json';
import { type WaitLimit, waitUntilEnded } from '../waiting';
import { readErrorCode, rejectToken, type TokenFailure } from './error-codes';

const FRESH_FOR_MS = 10 * 60_000;
const STALE_IF_ERROR_MS = 24 * 60 * 60_000;
/** Shortest time between two requests to a server while its keys are usable. */
const COOLDOWN_MS = 30_000;
/** The same while there are no usable keys. */
const FAILURE_COOLDOWN_MS = 5_000;

/** Nothing is fetched before a key is asked for. */
export type KeySets = (identityServerUrl: string) => KeySet;

/** Fetches and parses the JWKS document within limits of time and size of its own; rejects if the request fails. */
type FetchKeySet = (jwksUrl: string) => Promise<unknown>;

type Entry = {
	keySet?: KeySet;
	fetchedAtMs: number;
	requestedAtMs: number;
	/** Of the latest request. */
	failure?: 'keys-unavailable' | 'key-set-invalid';
	pending?: Promise<void>;
};

/**
 * One request at a time for each server. A missing key gives `key-unknown` after a new request, `key-unknown`
 * with `retryAfterSeconds` in the cooldown, and the code of the failure after a failed request. A caller whose
 * `waitLimit` has settled gets the result of the keys that are there.
 */
export function createKeySetCache(): (fetch: FetchKeySet, waitLimit?: WaitLimit) => KeySets {
	// Not bounded: credentials name the servers, and no sender does.
	const entries = new Map<string, Entry>();

	return (fetchKeySet, waitLimit) => (identityServerUrl) => {
		const jwksUrl = buildJwksUrl(identityServerUrl);
		const entry: Entry = entries.get(jwksUrl) ?? { fetchedAtMs: 0, requestedAtMs: -Infinity };
		entries.set(jwksUrl, entry);

		/** Waits for the request under way, or for a new request outside of the cooldown. */
		async function refresh(nowMs: number): Promise<Origin> {
			if (entry.pending === undefined) {
				if (findCooldownMs(entry, nowMs) > 0) return 'kept';
				entry.requestedAtMs = nowMs;
				const fetching = new Promise<unknown>((resolve) => resolve(fetchKeySet(jwksUrl)));
				entry.pending = fetchInto(entry, fetching, nowMs);
			}
			const { pending } = entry;
			if (waitLimit && !(await waitUntilEnded(pending, waitLimit))) return 'kept';
			await pending;
			return entry.failure === undefined ? 'new' : 'kept';
		}

		return {
			async findKey(wanted, nowMs) {
				// Keys age sooner for a token without `kid`: such a token cannot name a new key.
				const keptForMs = wanted.kid === undefined ? COOLDOWN_MS : FRESH_FOR_MS;
				if (entry.keySet !== undefined && nowMs - entry.fetchedAtMs < keptForMs) {
					const found = await lookUp(entry, wanted, nowMs, 'kept');
					if (found.success || found.error.retryAfterSeconds === undefined) return found;
				}
				return await lookUp(entry, wanted, nowMs, await refresh(nowMs));
			},
		};
	};
}

/** `new`: just fetched, so the server has no other keys. `kept`: cached, the server may have newer keys. */
type Origin = 'new' | 'kept';

function usableKeys(entry: Entry, nowMs: number): KeySet | undefined {
	return nowMs - entry.fetchedAtMs <= STALE_IF_ERROR_MS ? entry.keySet : undefined;
}

function findCooldownMs(entry: Entry, nowMs: number): number {
	const fullMs = usableKeys(entry, nowMs) === undefined ? FAILURE_COOLDOWN_MS : COOLDOWN_MS;
	const sinceMs = nowMs - entry.requestedAtMs;
	// `nowMs` may be a little before the latest request. Far before, the clock was set back: no wait.
	return sinceMs < -fullMs ? 0 : Math.max(0, fullMs - Math.max(0, sinceMs));
}

async function fetchInto(entry: Entry, fetching: Promise<unknown>, nowMs: number): Promise<void> {
	try {
		const keySet = parseKeySet(await fetching);
		if (keySet !== undefined) {
			entry.keySet = keySet;
			entry.fetchedAtMs = nowMs;
		}
		entry.failure = keySet === undefined ? 'key-set-invalid' : undefined;
	} catch {
		entry.failure = 'keys-unavailable';
	}
	entry.pending = undefined;
}

async function lookUp(
	entry: Entry,
	wanted: WantedKey,
	nowMs: number,
	origin: Origin,
): Promise<KeyResult> {
	const found = await usableKeys(entry, nowMs)?.findKey(wanted, nowMs);
	const isUnknown = found?.success === false && found.error.code === 'key-unknown';
	if (found !== undefined && (origin === 'new' || !isUnknown)) return found;
	const retryAfterSeconds = Math.max(1, Math.ceil(findCooldownMs(entry, nowMs) / 1000));
	const code = entry.failure ?? (found === undefined ? 'keys-unavailable' : 'key-unknown');
	return { success: false, error: { ...rejectToken(code).error, retryAfterSeconds } };
}

/** Servers publish two to ten keys; rotation doubles that. */
const MAX_KEYS = 64;
const MAX_KEY_ENTRIES = 1_000;
/** Base64 of an RSA modulus of 16,384 bits; longer numbers only cost time. */
const MAX_MEMBER_LENGTH = 2_732;
const MAX_KEY_OPERATIONS = 8;

/** A JWKS document (4.2); other entries than public keys for signatures are left out. Keys are imported when needed. */
export function parseKeySet(document: unknown): KeySet | undefined {
	const entries = readProperty(document, 'keys');
	if (!Array.isArray(entries) || entries.length > MAX_KEY_ENTRIES) return undefined;
	const schema = createKeySchema();
	const keys = entries.flatMap((entry: unknown): JWK[] => {
		const key = z.safeParse(schema, entry);
		return key.success ? [key.data] : [];
	});
	// A key that stands twice would fit twice.
	const distinct = new Map(keys.map((key) => [JSON.stringify(key), key])).values();
	const findJwk = createLocalJWKSet({ keys: [...distinct].slice(0, MAX_KEYS) });
	return {
		async findKey({ kid, alg }) {
			try {
				const key = await findJwk({ kid, alg });
				return isSound(key) ? { success: true, key } : rejectToken('key-unusable');
			} catch (thrown) {
				const code = readErrorCode(thrown);
				if (code === 'ERR_JWKS_NO_MATCHING_KEY') return rejectToken('key-unknown');
				const isAmbiguous = kid === undefined && code === 'ERR_JWKS_MULTIPLE_MATCHING_KEYS';
				return rejectToken(isAmbiguous ? 'kid-missing' : 'key-unusable');
			}
		},
	};
}

/** Only private and symmetric keys have `d` or `k`. Made at load, the schema would slow the start of n8n. */
function createKeySchema() {
	const member = z.string().check(z.maxLength(MAX_MEMBER_LENGTH));
	const optionalMember = z.optional(member);
	return z.object({
		kty: member,
		kid: optionalMember,
		use: z.optional(z.literal('sig')),
		alg: optionalMember,
		crv: optionalMember,
		n: optionalMember,
		e: optionalMember,
		x: optionalMember,
		y: optionalMember,
		key_ops: z.optional(z.array(z.catch(member, '')).check(z.maxLength(MAX_KEY_OPERATIONS))),
		d: z.optional(z.never()),
		k: z.optional(z.never()),
	});
}

/** With an RSA exponent of 1 anyone can sign; an even one belongs to no key pair (RFC 8017, 3.1). */
function isSound({ algorithm }: CryptoKey): boolean {
	if (!('publicExponent' in algorithm)) return true;
	const { publicExponent } = algorithm;
	if (!(publicExponent instanceof Uint8Array)) return false;
	const exponent = publicExponent.reduce((value, byte) => value * 256 + byte, 0);
	return exponent >= 3 && (publicExponent.at(-1) ?? 0) % 2 === 1;
}

export type WantedKey = {
	/** Without a `kid` the only key for the algorithm is taken. */
	kid?: string;
	alg: TokenAlgorithm;
};

type KeyResult = { success: true; key: CryptoKey } | { success: false; error: TokenFailure };

export type KeySet = {
	findKey(wanted: WantedKey, nowMs: number): Promise<KeyResult>;
};

/** Asymmetric algorithms only: with a symmetric algorithm, anyone could sign with the published key. */
export const TOKEN_ALGORITHMS = [
	'RS256',
	'RS384',
	'RS512',
	'PS256',
	'PS384',
	'PS512',
	'ES256',
	'ES384',
	'ES512',
	'EdDSA',
	'Ed25519',
] as const;
type TokenAlgorithm = (typeof TOKEN_ALGORITHMS)[number];

export function isTokenAlgorithm(alg: unknown): alg is TokenAlgorithm {
	return TOKEN_ALGORITHMS.some((allowed) => allowed === alg);
}

/** The JWKS address of an identity server (interface document, 4.2). */
export function buildJwksUrl(identityServerUrl: string): string {
	return `${identityServerUrl}/protocol/openid-connect/certs`;
}
