const ISO_DATE_TIME =
	/^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(\.\d+)?)?(?:[Zz]|([+-])(\d\d):?(\d\d))?$/;

/**
 * Reads an ISO 8601 date-time, with any number of fraction digits; without a zone it is UTC, as
 * part 2.4 says of all timestamps.
 *
 * @returns milliseconds since 1970, with fractions, or null for everything else: other formats are
 *   read differently by different machines.
 */
export function parseTimestamp(text: string | null): number | null {
	const match = text === null ? null : ISO_DATE_TIME.exec(text);
	if (match === null) return null;
	const [, year, month, day, hour, minute, second, fraction, sign, zoneHour, zoneMinute] = match;
	const wholeSeconds = Date.UTC(
		Number(year),
		Number(month) - 1,
		Number(day),
		Number(hour),
		Number(minute),
		Number(second ?? 0),
	);
	const zoneMinutes = Number(zoneHour ?? 0) * 60 + Number(zoneMinute ?? 0);
	const zone = (sign === '-' ? -1 : 1) * zoneMinutes * 60_000;
	return wholeSeconds - zone + Number(fraction ?? 0) * 1000;
}
