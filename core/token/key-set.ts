import type { TokenAlgorithm } from './token-algorithms';
import type { TokenFailure } from './token-error-codes';

/** What a token's header says about its key. */
export type WantedKey = {
	/** Not there: the only key that fits the algorithm is the one. */
	kid?: string;
	alg: TokenAlgorithm;
};

/** A public key, or why there is none. */
export type KeyResult = { success: true; key: CryptoKey } | { success: false; error: TokenFailure };

/** The public keys of one identity server. */
export type KeySet = {
	/**
	 * @param nowMs the present moment, milliseconds since 1970
	 * Errors: `key-unknown`, `key-unusable`, `kid-missing`, `keys-unavailable`, `key-set-invalid`. Never throws.
	 */
	findKey(wanted: WantedKey, nowMs: number): Promise<KeyResult>;
};
