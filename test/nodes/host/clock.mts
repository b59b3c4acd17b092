/** Does something at this moment, in milliseconds since the epoch. */
export async function atMoment<Outcome>(
	now: number,
	act: () => Promise<Outcome>,
): Promise<Outcome> {
	const clock = jest.spyOn(Date, 'now').mockReturnValue(now);
	try {
		return await act();
	} finally {
		clock.mockRestore();
	}
}

/** The same so many milliseconds from now. */
export const later = async <Outcome,>(
	milliseconds: number,
	act: () => Promise<Outcome>,
): Promise<Outcome> => await atMoment(Date.now() + milliseconds, act);

/** Freezes `Date`, the sandbox included (it runs in this process), and leaves timers alone. */
export function freezeClock(now: Date): void {
	jest.useFakeTimers({
		now,
		doNotFake: [
			'hrtime',
			'nextTick',
			'performance',
			'queueMicrotask',
			'setImmediate',
			'clearImmediate',
			'setInterval',
			'clearInterval',
			'setTimeout',
			'clearTimeout',
		],
	});
}
