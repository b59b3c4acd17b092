const ISO_DATE_TIME =
	/^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(\.\d+)?)?(?:[Zz]|([+-])(\d\d):?(\d\d))?$/;

const MS_PER_400_YEARS = 146_097 * 86_400_000;

/**
 * Reads an ISO 8601 date-time, with any number of fraction digits; without a zone it is UTC, as
 * part 2.4 says of all timestamps.
 *
 * @returns milliseconds since 1970, with fractions, or null for everything else: other formats are
 *   read differently by different machines.
 */
export function parseTimestamp(text: string | null | undefined): number | null {
	if (text === null || text === undefined) return null;
	const commonMs = parseCommonForm(text);
	if (commonMs !== null) return commonMs;
	const match = ISO_DATE_TIME.exec(text);
	if (match === null) return null;
	const [, year, month, day, hour, minute, second, fraction, sign, zoneHour, zoneMinute] = match;
	const dayMs = countDayMs(Number(year), Number(month), Number(day));
	const timeMs = countTimeMs(Number(hour), Number(minute), Number(second ?? 0));
	if (dayMs === null || timeMs === null) return null;
	const zoneMs = (Number(zoneHour ?? 0) * 60 + Number(zoneMinute ?? 0)) * 60_000;
	const fractionMs = Number(fraction ?? 0) * 1000;
	return dayMs + timeMs + fractionMs - (sign === '-' ? -zoneMs : zoneMs);
}

/** The minute that was read last, with its colons: two times of one turn are nearly always of one. */
let lastMinute = 'none';
let lastMinuteMs = NaN;

/** A time of a recording as `00:01:02`, whole seconds; more than 99 hours take more digits. */
export function formatClock(seconds: number): string {
	return formatClockParts(seconds * 1000).clock;
}

/** The same with milliseconds, after the separator that the format wants. */
export function formatPreciseClock(milliseconds: number, separator: '.' | ','): string {
	const { clock, rest } = formatClockParts(milliseconds);
	return `${clock}${separator}${String(rest).padStart(3, '0')}`;
}

/**
 * `2026-11-03T09:15:04.250Z`, the form in which nearly all come, without a regular expression: a
 * long conversation has two of them a turn.
 */
function parseCommonForm(text: string): number | null {
	if (text.length !== 24 || (!text.startsWith(lastMinute) && !rememberMinute(text))) return null;
	const second = readTwoDigits(text, 17);
	const centisecond = readTwoDigits(text, 20);
	const millisecond = text.charCodeAt(22) - 48;
	if ((second | centisecond | millisecond) < 0 || second > 60 || millisecond > 9) return null;
	if (text.charCodeAt(19) !== 46 || text.charCodeAt(23) !== 90) return null;
	return lastMinuteMs + second * 1000 + centisecond * 10 + millisecond;
}

function rememberMinute(text: string): boolean {
	if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:/.test(text)) return false;
	const year = Number(text.slice(0, 4));
	const dayMs = countDayMs(year, readTwoDigits(text, 5), readTwoDigits(text, 8));
	const timeMs = countTimeMs(readTwoDigits(text, 11), readTwoDigits(text, 14), 0);
	if (dayMs === null || timeMs === null) return false;
	lastMinute = text.slice(0, 17);
	lastMinuteMs = dayMs + timeMs;
	return true;
}

/** The number that two digits write, or a negative one. */
function readTwoDigits(text: string, index: number): number {
	const tens = text.charCodeAt(index) - 48;
	const ones = text.charCodeAt(index + 1) - 48;
	return (tens | ones) < 0 || tens > 9 || ones > 9 ? -1 : tens * 10 + ones;
}

/** Milliseconds from 1970 to a day of the Gregorian calendar, or null if there is none. */
function countDayMs(year: number, month: number, day: number): number | null {
	if (month < 1 || month > 12 || day < 1 || day > 31) return null;
	// `Date.UTC` takes the years 0 to 99 for 1900 to 1999; the calendar repeats every 400 years.
	return Date.UTC(year + 400, month - 1, day) - MS_PER_400_YEARS;
}

function countTimeMs(hour: number, minute: number, second: number): number | null {
	// 24:00 is the end of a day, and a leap second is a 60th.
	if (hour > 24 || minute > 59 || second > 60) return null;
	return ((hour * 60 + minute) * 60 + second) * 1000;
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
