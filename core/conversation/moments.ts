import { DAY_MS, parseTimestamp } from '../time';

export type MomentWriter = ReturnType<typeof createMomentWriter>;

/** Writes `20 November 2026 at 10:29:39`, with the offset if the clock changes within a day of it; null for no time. */
export function createMomentWriter(timeZone: string) {
	const format = createFormat(isTimeZone(timeZone) ? timeZone : 'UTC');
	const { timeZone: zone } = format.resolvedOptions();
	const offsets = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' });
	const findOffset = (ms: number) => offsets.format(ms).split(' ')[1];
	return {
		zone: zone.replaceAll('_', ' '),
		write(timestamp: string | null): string | null {
			const momentMs = parseTimestamp(timestamp);
			if (momentMs === null) return null;
			const isChanging = findOffset(momentMs - DAY_MS) !== findOffset(momentMs + DAY_MS);
			return format.format(momentMs) + (isChanging ? ` ${findOffset(momentMs)}` : '');
		},
	};
}

/** Whether this machine knows the time zone. */
export function isTimeZone(name: string): boolean {
	try {
		return createFormat(name) !== undefined;
	} catch {
		return false;
	}
}

/** `21.5 s`, `1 min 5 s` or `1 h 0 min 5 s` */
export function describeSeconds(seconds: number | null): string | null {
	if (seconds === null) return null;
	const tenths = Math.round(seconds * 10) / 10;
	if (Math.abs(tenths) < 60) return `${tenths} s`;
	const whole = Math.round(Math.abs(seconds));
	const hours = whole < 3600 ? '' : `${Math.floor(whole / 3600)} h `;
	return `${seconds < 0 ? '-' : ''}${hours}${Math.floor(whole / 60) % 60} min ${whole % 60} s`;
}

function createFormat(timeZone: string): Intl.DateTimeFormat {
	return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'medium', timeZone });
}
