/**
 * The signature algorithms that are accepted: asymmetric ones only. `none` and everything symmetric
 * stay out: nobody may sign with what the identity server publishes.
 */
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
export type TokenAlgorithm = (typeof TOKEN_ALGORITHMS)[number];

/** Whether `alg` of a token's header is one of {@link TOKEN_ALGORITHMS}; letter case counts. */
export function isTokenAlgorithm(alg: unknown): alg is TokenAlgorithm {
	return TOKEN_ALGORITHMS.some((allowed) => allowed === alg);
}
