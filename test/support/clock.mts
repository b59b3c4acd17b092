import { ClientRequest } from 'node:http';

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

/**
 * Limits of so many milliseconds pass when the test says so, longer ones never, and the signals of shorter ones
 * neither, however slow the machine is. Until mocks are restored.
 */
export function holdLimits(heldMs: number): { pass: () => void } {
	const held = new Map<unknown, () => void>();
	const start = setTimeout;
	const stop = clearTimeout;
	jest.spyOn(globalThis, 'setTimeout').mockImplementation((act: () => void, milliseconds = 0) => {
		const timer = start(milliseconds < heldMs ? act : () => undefined, milliseconds);
		if (milliseconds === heldMs) held.set(timer, act);
		return timer;
	});
	jest.spyOn(globalThis, 'clearTimeout').mockImplementation((timer) => {
		held.delete(timer);
		stop(timer);
	});
	// A socket has a timer of its own.
	jest.spyOn(ClientRequest.prototype, 'setTimeout').mockReturnThis();
	jest.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
		const limit = new AbortController();
		const passed = new DOMException('The limit has passed', 'TimeoutError');
		if (milliseconds === heldMs) held.set(limit, () => limit.abort(passed));
		return limit.signal;
	});
	const pass = () => {
		const acts = [...held.values()];
		held.clear();
		for (const act of acts) act();
	};
	return { pass };
}

const skipped: number[] = [];

/** The waits between the tries of requests since the last call of this, in milliseconds. */
export const takeSkippedWaits = (): number[] => skipped.splice(0);

/**
 * Ends the waits between the tries of a request at once, and others of up to so many milliseconds, until mocks are
 * restored. The wait for keys does not end before they come: whether a token was verified is no matter of speed.
 */
export function skipWaits(upToMs = 1_000): void {
	const spy = jest.spyOn(globalThis, 'setTimeout');
	// As it was until now, also if limits are held.
	const start = spy.getMockImplementation() ?? setTimeout;
	spy.mockImplementation((act: () => void, milliseconds = 0) => {
		const { stack = '' } = new Error();
		// core/waiting asks for the limit of a wait, when the wait begins.
		if (/\bsleep\b[^]*core.waiting/.test(stack)) return start(() => undefined, milliseconds);
		const isBetweenTries = /\bsleep\b[^]*sendWithRetries/.test(stack);
		if (isBetweenTries) skipped.push(milliseconds);
		return start(act, isBetweenTries || milliseconds <= upToMs ? 0 : milliseconds);
	});
}
