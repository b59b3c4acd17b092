import { setImmediate as turnLoop, setTimeout as sleep } from 'node:timers/promises';
import { measureStall } from './measure-stall.mts';

function work(milliseconds: number): void {
	const { user } = process.cpuUsage();
	while (process.cpuUsage().user - user < milliseconds * 1_000);
}

test('what stands still from the first moment on is seen', async () => {
	const { stallMs } = await measureStall(async () => {
		work(60);
		return await Promise.resolve();
	});
	expect(stallMs).toBeGreaterThanOrEqual(50);
});

test('what stands still later is seen', async () => {
	const { stallMs } = await measureStall(async () => {
		await turnLoop();
		work(60);
		await turnLoop();
	});
	expect(stallMs).toBeGreaterThanOrEqual(50);
});

test('waiting is no stall', async () => {
	const { stallMs } = await measureStall(() => sleep(300));
	expect(stallMs).toBeLessThan(150);
});
