/** Rows of the page that n8n makes impossible, as `book-appointments: a booking: two at once`, with the reason. */
export const impossible: Readonly<Record<string, string>> = {};

/** The ends of a row as the page shows them: the reason in place of what n8n makes impossible. */
export const showEnds = (row: string, ends: string[]): string[] => {
	const reason = impossible[row];
	return reason === undefined
		? ends
		: ends.map((end) => (end.startsWith('**') ? `impossible: ${reason}` : end));
};
