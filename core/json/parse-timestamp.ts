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

/**
 * `2026-11-03T09:15:04.250Z`, the form in which nearly all come, without a regular expression: a
 * long conversation has two of them a turn.
 */
function parseCommonForm(text: string): number | null {
	if (text.length !== 24 || text.charCodeAt(23) !== 90 || text.charCodeAt(10) !== 84) return null;
	if (text.charCodeAt(4) !== 45 || text.charCodeAt(7) !== 45 || text.charCodeAt(19) !== 46) {
		return null;
	}
	if (text.charCodeAt(13) !== 58 || text.charCodeAt(16) !== 58) return null;
	const year = readDigits(text, 0, 4);
	const month = readDigits(text, 5, 7);
	const day = readDigits(text, 8, 10);
	const hour = readDigits(text, 11, 13);
	const minute = readDigits(text, 14, 16);
	const second = readDigits(text, 17, 19);
	const millisecond = readDigits(text, 20, 23);
	if ((year | month | day | hour | minute | second | millisecond) < 0) return null;
	const dayMs = countDayMs(year, month, day);
	const timeMs = countTimeMs(hour, minute, second);
	return dayMs === null || timeMs === null ? null : dayMs + timeMs + millisecond;
}

/** The number written in digits from `begin` to before `end`, or a negative one. */
function readDigits(text: string, begin: number, end: number): number {
	let value = 0;
	for (let index = begin; index < end; index += 1) {
		const digit = text.charCodeAt(index) - 48;
		if (digit < 0 || digit > 9) return -1;
		value = value * 10 + digit;
	}
	return value;
}

/** The day that was counted last: the times of a conversation are nearly all of one day. */
let lastDay = NaN;
let lastDayMs = NaN;

/** Milliseconds from 1970 to a day of the Gregorian calendar, or null if there is none. */
function countDayMs(year: number, month: number, day: number): number | null {
	if (month < 1 || month > 12 || day < 1 || day > 31) return null;
	const date = (year * 100 + month) * 100 + day;
	if (date !== lastDay) {
		lastDay = date;
		// `Date.UTC` takes the years 0 to 99 for 1900 to 1999; the calendar repeats every 400 years.
		lastDayMs = Date.UTC(year + 400, month - 1, day) - MS_PER_400_YEARS;
	}
	return lastDayMs;
}

function countTimeMs(hour: number, minute: number, second: number): number | null {
	// 24:00 is the end of a day, and a leap second is a 60th.
	if (hour > 24 || minute > 59 || second > 60) return null;
	return ((hour * 60 + minute) * 60 + second) * 1000;
}
