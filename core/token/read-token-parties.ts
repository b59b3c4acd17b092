import * as z from 'zod/v4-mini';

/** The claims of a token by their names in the token, values of any JSON type. */
export type TokenClaims = Readonly<Record<string, unknown>>;

/** Who a token is from and for. Null or empty if the token does not say so in the right type. */
export type TokenParties = {
	/** `iss` */
	issuer: string | null;
	/** `azp` */
	client: string | null;
	/** `sub` */
	subject: string | null;
	/** `aud`, always a list */
	audience: string[];
};

const text = z.catch(z.nullable(z.string()), null);
const partyClaims = z.object({ iss: text, azp: text, sub: text, aud: z.unknown() });

/** Reads who a token is from and for out of its claims. Null gives empty parties. */
export function readTokenParties(claims: TokenClaims | null): TokenParties {
	const { iss, azp, sub, aud } = z.parse(partyClaims, claims ?? {});
	return {
		issuer: iss,
		client: azp,
		subject: sub,
		audience: [aud].flat().filter((member) => typeof member === 'string'),
	};
}
