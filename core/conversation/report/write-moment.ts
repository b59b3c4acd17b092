import { parseTimestamp } from '../../json/parse-timestamp';

/** Writes a moment of the service as people read it; what is no time stays as it was sent. */
export type WriteMoment = (timestamp: string | null) => string | null;

/**
 * Moments in a time zone, which each of them names:
 * `20 November 2026 at 10:29:39 GMT+1 (Europe/Berlin)`.
 * @param timeZone name of the IANA database; one that this machine does not know counts as UTC
 */
export function createMomentWriter(timeZone: string): WriteMoment {
	const format = createFormat(timeZone) ?? createFormat('UTC');
	const zone = format?.resolvedOptions().timeZone ?? 'UTC';
	return (timestamp) => {
		const momentMs = parseTimestamp(timestamp);
		if (momentMs === null || format === undefined) return timestamp;
		return `${format.format(momentMs)} (${zone.replaceAll('_', ' ')})`;
	};
}

function createFormat(timeZone: string): Intl.DateTimeFormat | undefined {
	try {
		return new Intl.DateTimeFormat('en-GB', {
			day: 'numeric',
			month: 'long',
			year: 'numeric',
			hour: '2-digit',
			minute: '2-digit',
			second: '2-digit',
			hourCycle: 'h23',
			timeZoneName: timeZone === 'UTC' ? undefined : 'shortOffset',
			timeZone,
		});
	} catch {
		return undefined;
	}
}
