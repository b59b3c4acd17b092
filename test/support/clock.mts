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

const clocks = [
	'Date',
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
] as const;

/** Stops these alone; everything else goes on. */
export function fakeOnly(names: readonly (typeof clocks)[number][], now?: Date): void {
	jest.useFakeTimers({ now, doNotFake: clocks.filter((name) => !names.includes(name)) });
}

/** Freezes `Date`, the sandbox included (it runs in this process), and leaves timers alone. */
export const freezeClock = (now: Date): void => fakeOnly(['Date'], now);

/** Ends waits of up to a second at once, as between the tries of a request, until mocks are restored. */
export function skipWaits(): void {
	const start = setTimeout;
	jest
		.spyOn(globalThis, 'setTimeout')
		.mockImplementation((act: () => void, milliseconds = 0) =>
			start(act, milliseconds > 1_000 ? milliseconds : 0),
		);
}
