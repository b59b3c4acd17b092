/** What differs from n8n to n8n. Everything else the suite asserts of all alike. */
export interface Expectation {
	/** Renewals that ten calls refused at the same time may cause. */
	maxRenewals: number;
}

export const expectations: Record<string, Expectation> = {
	// Before about 2.30 each execution renews for itself.
	'2.20.12': { maxRenewals: 10 },
	'2.35.7': { maxRenewals: 1 },
	'2.41.1': { maxRenewals: 1 },
};
