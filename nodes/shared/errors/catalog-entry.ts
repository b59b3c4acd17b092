/** One thing that can go wrong. */
export type CatalogEntry = {
	/** What happened, in one sentence: n8n shows it first, and the parameter at fault is named at its end. */
	problem: string;
	/** How to solve it: n8n shows it below the problem. */
	advice: string;
};
