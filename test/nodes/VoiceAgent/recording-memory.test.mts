import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { ExecuteContext } from 'n8n-core';
import { createItem, download, readReports } from '../../support/in-process/recording-driver.mts';
import { useBinaryStorage } from '../../support/in-process/binary-storage.mts';
import { useSandbox } from '../../support/servers/use-sandbox.mts';

const sandbox = useSandbox();
const megabyte = 1_000_000;
/** The nightly workflow takes a larger one. */
const megabytes = Number(process.env.RECORDING_MEGABYTES ?? 100);
const recordingBytes = megabytes * megabyte;
const allowedGrowth = 64 * megabyte;
const bytesBetweenSamples = 32 * megabyte;

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/**
 * What is held by this process, in V8's heap and in buffers outside it. Garbage aside: V8 lets buffers
 * that nobody holds pile up to 64 MB before it looks at them, however small the process.
 */
function measureHeld(): number {
	// Once to find what nobody holds, and once more to wait until the buffers among it are given back.
	collectGarbage();
	collectGarbage();
	const { heapUsed, external } = process.memoryUsage();
	return heapUsed + external;
}

test(`a recording of ${megabytes} MB passes through while less than 64 MB are held`, async () => {
	const storage = await useBinaryStorage();
	// What the first download loads and compiles is no part of the recording.
	await download({}, { apiBaseUrl: sandbox.url, items: [createItem(sandbox)] });
	const before = measureHeld();
	const growths: number[] = [];
	let bytes = 0;
	const count = (piece: Buffer) => {
		bytes += piece.length;
		if (bytes >= bytesBetweenSamples * (growths.length + 1)) {
			growths.push(measureHeld() - before);
		}
		return piece;
	};
	const prepare = ({ helpers }: ExecuteContext) => {
		const { prepareBinaryData } = helpers;
		helpers.prepareBinaryData = async (data, ...about) => {
			if (Buffer.isBuffer(data)) throw new Error('A recording must not come in one piece.');
			return await prepareBinaryData(data.map(count), ...about);
		};
	};
	const items = await download(
		{},
		{ apiBaseUrl: sandbox.url, items: [createItem(sandbox, { recordingBytes })], prepare },
	);
	expect(readReports(items)).toMatchObject({ conversation: { bytes: recordingBytes } });
	expect(bytes).toBe(recordingBytes);
	expect(growths).toHaveLength(Math.floor(recordingBytes / bytesBetweenSamples));
	expect(Math.max(...growths)).toBeLessThan(allowedGrowth);
	expect(await storage.listFiles()).toHaveLength(2);
	await storage.remove();
});
