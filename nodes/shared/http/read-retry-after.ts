/** Reads the header Retry-After, in seconds or as a date: milliseconds from now. */
export function readRetryAfter(value: unknown): number | undefined {
	if (typeof value !== 'string' || value.trim() === '') return undefined;
	const seconds = Number(value);
	const milliseconds = Number.isFinite(seconds)
		? seconds * 1000
		: new Date(value).getTime() - Date.now();
	return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : undefined;
}
