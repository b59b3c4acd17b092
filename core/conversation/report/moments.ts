import { DAY_MS, isTimestamp, parseTimestamp } from '../../time';

/**
 * Writes moments as people read them: `20 November 2026 at 10:29:39`, with the offset if the clock changes
 * within a day of it. Text that is no time stays as sent; a time that was never set is null.
 * @param timeZone name in the IANA database; a name that this machine does not know counts as UTC
 */
export function createMomentWriter(timeZone: string) {
	const format = createFormat(timeZone);
	const { timeZone: zone } = format.resolvedOptions();
	const offsets = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' });
	const findOffset = (ms: number) => offsets.format(ms).split(' ')[1];
	return {
		zone: zone.replaceAll('_', ' '),
		write(timestamp: string | null): string | null {
			const momentMs = parseTimestamp(timestamp);
			if (momentMs === null) return timestamp && isTimestamp(timestamp) ? null : timestamp;
			const isChanging = findOffset(momentMs - DAY_MS) !== findOffset(momentMs + DAY_MS);
			return format.format(momentMs) + (isChanging ? ` ${findOffset(momentMs)}` : '');
		},
	};
}

export type MomentWriter = ReturnType<typeof createMomentWriter>;

function createFormat(timeZone: string): Intl.DateTimeFormat {
	try {
		return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'medium', timeZone });
	} catch {
		return createFormat('UTC');
	}
}
