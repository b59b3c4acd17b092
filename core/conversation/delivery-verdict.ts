/** How a delivery was authenticated. Filled by the trigger; core itself always leaves it `null`. */
export type DeliveryVerdict = {
	/** What was checked, such as `jwt`; `null` where nothing was there to check. */
	method: string | null;
	/** Whether it verified; `null` where nothing was checked. */
	valid: boolean | null;
	/** Why it did not verify, as a stable code. */
	reason: string | null;
	/** `iss` of the token. */
	issuer: string | null;
	/** `azp` of the token. */
	client: string | null;
	/** `sub` of the token. */
	subject: string | null;
	/** `aud` of the token. */
	audience: string[] | null;
};
