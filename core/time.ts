const DATE_TIME = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:[Zz]|[+-]\d\d:?\d\d)?$/;
const ZONE = /(?:[Zz]|[+-]\d\d:?\d\d)$/;

/**
 * Reads an ISO 8601 date-time, to the millisecond; without a zone it is UTC, as part 2.4 says of all
 * timestamps.
 *
 * @returns milliseconds since 1970, or null for everything else: other formats are read differently by
 *   different machines. So is 1970 and before: services send such a date where none was set.
 */
export function parseTimestamp(text: string | null | undefined): number | null {
	if (text === null || text === undefined || !DATE_TIME.test(text)) return null;
	// With a space, the years up to 99 would be those of this century or the last.
	const iso = text[10] === ' ' ? text.replace(' ', 'T') : text;
	const ms = Date.parse(text.endsWith('Z') || ZONE.test(text) ? iso : `${iso}Z`);
	return ms > 0 ? ms : null;
}

/** A time of a recording as `00:01:02`, whole seconds; more than 99 hours take more digits. */
export function formatClock(seconds: number): string {
	const whole = Math.max(0, Math.floor(seconds));
	const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
	return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

/** The same of whole milliseconds, which follow the separator that the format wants. */
export function formatPreciseClock(milliseconds: number, separator: '.' | ','): string {
	const rest = String(milliseconds % 1000).padStart(3, '0');
	return `${formatClock(milliseconds / 1000)}${separator}${rest}`;
}
