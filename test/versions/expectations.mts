/** What differs from n8n to n8n. Everything else the suite asserts of all alike. */
export interface Expectation {
	/** Refreshes that ten calls rejected at the same time may cause. */
	maxRefreshes: number;
}

export const expectations: Record<string, Expectation> = {
	// Before about 2.30 each execution refreshes for itself.
	'2.20.12': { maxRefreshes: 10 },
	'2.35.7': { maxRefreshes: 1 },
	'2.41.1': { maxRefreshes: 1 },
};
