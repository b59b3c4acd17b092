/** One thing that can go wrong. */
export type CatalogEntry = {
	/** What happened, in one sentence: n8n shows it first, and the parameter at fault is named at its end. */
	message: string;
	/** How to solve it: n8n shows it below the message, and in one line with it if publishing fails. */
	advice: string;
};
