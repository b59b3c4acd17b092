import { parseTimestamp } from '../../json/parse-timestamp';

/** Writes moments of the service as people read them. */
export type MomentWriter = {
	/** Name of the time zone of all of them, such as `Europe/Berlin`. */
	zone: string;
	/** `20 November 2026 at 10:29:39`; what is no time stays as it was sent. */
	write(timestamp: string | null): string | null;
};

/** @param timeZone name of the IANA database; one that this machine does not know counts as UTC */
export function createMomentWriter(timeZone: string): MomentWriter {
	const format = createFormat(timeZone) ?? createFormat('UTC');
	return {
		zone: (format?.resolvedOptions().timeZone ?? 'UTC').replaceAll('_', ' '),
		write: (timestamp) => {
			const momentMs = parseTimestamp(timestamp);
			return momentMs === null || format === undefined ? timestamp : format.format(momentMs);
		},
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
			timeZone,
		});
	} catch {
		return undefined;
	}
}
