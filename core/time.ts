import { isSent } from './json';

export const DAY_MS = 86_400_000;

/** Milliseconds since 1970; null up to the first moment of 1970, which services send where no time was set. */
export function parseTimestamp(text: string | null | undefined): number | null {
	const ms = isSent(text) ? readMoment(text) : NaN;
	return ms > 0 ? ms : null;
}

/**
 * A time as ISO 8601 in UTC: `2026-11-03T10:15:04.25+01:00` is `2026-11-03T09:15:04.25Z`; without a zone a time is
 * UTC (part 2.4). `null` for a text that says nothing, such as the year 1; undefined for a text that is no time.
 * Other forms: `20261103T091504Z`, `Tue, 03 Nov 2026 09:15:04 GMT`, and `1763631600` (seconds or milliseconds).
 */
export function normalizeTime(text: string): string | null | undefined {
	if (PLAIN_TIME.test(text)) return text.endsWith('Z') ? text : `${text}Z`;
	if (text.trim() === '') return null;
	const { ms, decimals } = readAnyForm(text);
	if (Number.isNaN(ms) || ms > LAST_MS) return undefined;
	if (ms <= 0) return null;
	if (EXTENDED_UTC.test(text)) return text;
	const iso = new Date(ms).toISOString();
	return decimals === undefined ? iso.replace('.000Z', 'Z') : `${iso.slice(0, 19)}.${decimals}Z`;
}

/** Whether a time is in the usual form of ISO 8601: in UTC, or without a zone. */
export function isUsualTime(text: string): boolean {
	return USUAL_TIME.test(text);
}

/** Writes seconds or milliseconds since 1970: 1763631600 is `2025-11-20T09:40:00.000Z`. Undefined before 1973. */
export function writeEpoch(number: number): string | undefined {
	const ms = Math.round(number < SECONDS_END ? number * 1000 : number);
	return ms >= SECONDS_END && ms <= LAST_MS ? new Date(ms).toISOString() : undefined;
}

/** In seconds this is the year 5138, in milliseconds March of 1973. */
const SECONDS_END = 100_000_000_000;
/** The end of the year 9999. */
const LAST_MS = 253_402_300_799_999;

/** A time of a recording as `00:01:02`. */
export function formatClock(seconds: number): string {
	const whole = Math.max(0, Math.floor(seconds));
	const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
	return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

/** `00:01:02.003` */
export function formatPreciseClock(milliseconds: number, separator: '.' | ','): string {
	const rest = String(milliseconds % 1000).padStart(3, '0');
	return `${formatClock(milliseconds / 1000)}${separator}${rest}`;
}

/** A time in UTC after 1970 that is surely a moment, as nearly every service writes times: read fast. */
const PLAIN_TIME =
	/^(?:197[1-9]|19[89]\d|2\d{3})-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?Z?$/;
const USUAL_TIME = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|\+00:00)?$/;
const EXTENDED_UTC = /^\d{4}-\d\d-\d\dT[\d:.,]+Z$/;
/** Such as `20261103T111504,250+0200`: may lack hyphens, colons, seconds, minutes; may have an offset. */
const OTHER_TIME =
	/^(?<year>\d{4})(?<hyphen>-?)(?<month>\d\d)\k<hyphen>(?<day>\d\d)[Tt ](?<hour>\d\d)(?::?(?<minute>\d\d)(?::?(?<second>\d\d))?(?:[.,](?<decimals>\d+))?)?(?:[Zz]| UTC| ?(?<sign>[+\-\u2212])(?<offsetHours>[01]\d|2[0-3])(?::?(?<offsetMinutes>[0-5]\d))?)?$/;
/** RFC 2822 (3.3) and the usual date of HTTP (RFC 9110, 5.6.7), such as `Tue, 3 Nov 2026 10:15 +0100`. */
const MAIL_TIME =
	/^(?:(?<weekday>Mon|Tue|Wed|Thu|Fri|Sat|Sun), {1,2})?(?<day>\d\d?) (?<monthName>Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) (?<year>\d{4}) (?<hour>\d\d):(?<minute>\d\d)(?::(?<second>\d\d))? (?:GMT|UTC?|(?<sign>[+-])(?<offsetHours>[01]\d|2[0-3])(?<offsetMinutes>[0-5]\d))$/;
const EPOCH = /^(?:\d{10}(?:\.\d+)?|\d{13})$/;

/** Milliseconds since 1970; NaN for a text that is no date-time. */
function readMoment(text: string): number {
	// After nine decimals V8 reads a fraction that begins with 0 wrongly: `.0512345678` as 512 ms.
	if (text.length > '2026-11-03T09:15:04.123456789'.length || !PLAIN_TIME.test(text)) {
		return readAnyForm(text).ms;
	}
	return Date.parse(text.endsWith('Z') ? text : `${text}Z`);
}

/** The moment, and the decimals of its seconds as sent. */
function readAnyForm(text: string): { ms: number; decimals?: string } {
	if (EPOCH.test(text)) return { ms: Date.parse(writeEpoch(Number(text)) ?? '') };
	const found = (OTHER_TIME.exec(text) ?? MAIL_TIME.exec(text))?.groups;
	if (found === undefined) return { ms: NaN };
	const part = (name: string) => Number(found[name] ?? 0);
	const { weekday, monthName, second, decimals } = found;
	const month = monthName === undefined ? part('month') : MONTHS.indexOf(monthName) / 3 + 1;
	const dayMs = findDay(part('year'), month, part('day'));
	const isOtherDay = weekday !== undefined && weekday !== WEEKDAYS[new Date(dayMs).getUTCDay()];
	const fraction = Number(`0.${decimals ?? 0}`) * (second ? 1 : 60);
	const clockMs = readClock(part('hour'), part('minute'), part('second'), fraction);
	const offsetMs = (part('offsetHours') * 60 + part('offsetMinutes')) * 60_000;
	const ms = isOtherDay ? NaN : dayMs + clockMs + (found.sign === '+' ? -offsetMs : offsetMs);
	return second ? { ms, decimals } : { ms };
}

const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec';
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** The calendar repeats after 400 years. Date.UTC would read a year below 100 as one of the twentieth century. */
const CYCLE_MS = 146_097 * DAY_MS;

/** When a day begins; NaN for a day that no calendar has, such as 30 February. */
function findDay(year: number, month: number, day: number): number {
	const startMs = Date.UTC(year + 400, month - 1, day) - CYCLE_MS;
	const isOfMonth = day <= 28 || new Date(startMs).getUTCDate() === day;
	return isOfMonth && day >= 1 && month >= 1 && month <= 12 ? startMs : NaN;
}

/** Milliseconds of the day; NaN for 25:00. Valid, too: second 60 at the end of an hour (`09:59:60`), and 24:00:00. */
function readClock(hour: number, minute: number, second: number, fraction: number): number {
	const isEndOfDay = hour === 24 && minute + second + fraction === 0;
	const isShown = hour < 24 && minute < 60 && second < (minute === 59 ? 61 : 60);
	if (!isShown && !isEndOfDay) return NaN;
	return ((hour * 60 + minute) * 60 + second) * 1000 + Math.floor(fraction * 1000);
}
