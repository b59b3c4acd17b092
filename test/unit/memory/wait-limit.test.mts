import { waitUntilEnded } from '../../../core/memory.ts';

const never = async () => await new Promise<void>(() => undefined);
const atOnce = async () => await Promise.resolve();
const failing = async () => await Promise.reject(new Error('cancelled'));

test.each([
	['what has ended', true, atOnce, never],
	['what has failed', true, failing, never],
	['what goes on beyond the limit', false, never, atOnce],
	['what goes on if the limit itself fails', false, never, failing],
])('%s: %s', async (_what, expected, ending, limit) => {
	expect(await waitUntilEnded(ending(), limit)).toBe(expected);
});
