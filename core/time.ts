const DATE_TIME = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:[Zz]|[+-]\d\d:?\d\d)?$/;
const ZONE = /(?:[Zz]|[+-]\d\d:?\d\d)$/;

/**
 * Reads an ISO 8601 date-time, to the millisecond; without a zone it is UTC, as part 2.4 says of all
 * timestamps.
 *
 * @returns milliseconds since 1970, or null for everything else: other formats are read differently by
 *   different machines.
 */
export function parseTimestamp(text: string | null | undefined): number | null {
	if (text === null || text === undefined || !DATE_TIME.test(text)) return null;
	const ms = Date.parse(text.endsWith('Z') || ZONE.test(text) ? text : `${text}Z`);
	return Number.isNaN(ms) ? null : ms;
}

/** A time of a recording as `00:01:02`, whole seconds; more than 99 hours take more digits. */
export function formatClock(seconds: number): string {
	return formatClockParts(seconds * 1000).clock;
}

/** The same with milliseconds, after the separator that the format wants. */
export function formatPreciseClock(milliseconds: number, separator: '.' | ','): string {
	const { clock, rest } = formatClockParts(milliseconds);
	return `${clock}${separator}${String(rest).padStart(3, '0')}`;
}

function formatClockParts(milliseconds: number): { clock: string; rest: number } {
	const whole = Math.max(0, Math.floor(milliseconds));
	const seconds = Math.floor(whole / 1000);
	const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
	return {
		clock: parts.map((part) => String(part).padStart(2, '0')).join(':'),
		rest: whole % 1000,
	};
}
