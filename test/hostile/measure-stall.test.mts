import { setImmediate as turnLoop, setTimeout as sleep } from 'node:timers/promises';
import { maxStallMs, measureStall, withoutStall } from './measure-stall.mts';

// Of this thread: V8 compiles in others, and what they do takes no time of the loop.
function work(milliseconds: number): void {
	const { user } = process.threadCpuUsage();
	while (process.threadCpuUsage().user - user < milliseconds * 1_000);
}

test.each([0, 1])('what stands still after %i turns of the loop is seen', async (turns) => {
	const { stallMs } = await measureStall(async () => {
		for (let turn = 0; turn < turns; turn++) await turnLoop();
		work(60);
		for (let turn = 0; turn < turns; turn++) await turnLoop();
	});
	expect(stallMs).toBeGreaterThanOrEqual(50);
});

test('waiting is no stall', async () => {
	const { stallMs } = await measureStall(() => sleep(300));
	expect(stallMs).toBeLessThan(150);
});

test('what stands still far longer than its limit each time is an error, on a slow machine too', async () => {
	const stall = withoutStall(0, async () => await Promise.resolve(work(12 * maxStallMs(0))));
	await expect(stall).rejects.toThrow('The event loop stood still');
});
