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
