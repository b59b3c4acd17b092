/** The claims of a token by their names in the token, values of any JSON type. */
export type TokenClaims = Readonly<Record<string, unknown>>;

/** Who a token is from and for. Null or empty where the token does not say so in the right type. */
export interface TokenParties {
	/** `iss` */
	issuer: string | null;
	/** `azp` */
	client: string | null;
	/** `sub` */
	subject: string | null;
	/** `aud`, always a list */
	audience: string[];
}

/** Reads who a token is from and for out of its claims. Null gives empty parties. */
export function readTokenParties(claims: TokenClaims | null): TokenParties {
	const text = (value: unknown) => (typeof value === 'string' ? value : null);
	const audience: unknown[] = [claims?.aud].flat();
	return {
		issuer: text(claims?.iss),
		client: text(claims?.azp),
		subject: text(claims?.sub),
		audience: audience.filter((member) => typeof member === 'string'),
	};
}
