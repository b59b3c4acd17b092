import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { INSPECTED_BYTES } from '../../../../core';
import type { Deadline, ErrorCode, StreamResponse } from '../../../shared';

/** What bounds a transfer. */
export type TransferLimits = {
	maxBytes: number;
	time: Deadline;
};

/** As which a recording is stored. */
export type RecordingFile = { fileName: string; mimeType: string };

type Stored =
	| ({ success: true; binary: IBinaryData; bytes: number } & RecordingFile)
	| { success: false; code: ErrorCode };

const tooLarge = { success: false, code: 'recording-too-large' } as const;

/**
 * Passes the bytes of a response on to n8n's binary data as they arrive, counted: what the response says
 * of its length may be wrong or missing. n8n removes what it had written if the transfer fails.
 *
 * @param chooseFile from the first bytes, one character a byte; `undefined` if they are no recording
 */
export async function storeRecording(
	context: IExecuteFunctions,
	{ body, contentLength, close }: StreamResponse,
	chooseFile: (start: string) => RecordingFile | undefined,
	{ maxBytes, time }: TransferLimits,
): Promise<Stored> {
	const end = () => void body.destroy(new Error('The transfer was ended'));
	let bytes = 0;
	let isBroken = false;
	body.on('error', () => {
		isBroken = true;
	});
	time.signal.addEventListener('abort', end);
	if (time.signal.aborted) end();
	try {
		if (contentLength !== undefined && contentLength > maxBytes) return tooLarge;
		const file = chooseFile(await readStart(body));
		if (file === undefined) return { success: false, code: 'recording-not-audio' };
		const counted = body.map((chunk: Buffer) => {
			bytes += chunk.length;
			if (bytes > maxBytes) throw new Error('The recording is too large');
			return chunk;
		});
		const { fileName, mimeType } = file;
		const binary = await context.helpers.prepareBinaryData(counted, fileName, mimeType);
		return { success: true, binary, bytes, fileName, mimeType };
	} catch {
		if (bytes > maxBytes) return tooLarge;
		if (time.hasPassed()) return { success: false, code: 'recording-time-limit' };
		return { success: false, code: isBroken ? 'recording-incomplete' : 'recording-not-stored' };
	} finally {
		time.signal.removeEventListener('abort', end);
		close();
	}
}

/** The first bytes of a body, which stay in it; fewer only if the body has no more. */
async function readStart(body: StreamResponse['body']): Promise<string> {
	return await new Promise((resolve, reject) => {
		const look = () => {
			// At the end of a body, `read` gives what is left.
			const start: unknown = body.read(INSPECTED_BYTES);
			if (!Buffer.isBuffer(start)) return;
			body.off('readable', look);
			body.unshift(start);
			resolve(start.toString('latin1'));
		};
		body.on('readable', look);
		body.once('end', () => resolve(''));
		body.once('error', reject);
	});
}
