import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import type { Deadline, ErrorCode, StreamResponse } from '../../../shared';

/** What bounds a transfer. */
export type TransferLimits = {
	maxBytes: number;
	time: Deadline;
};

type Stored =
	| { success: true; binary: IBinaryData; bytes: number }
	| { success: false; code: ErrorCode };

const tooLarge = { success: false, code: 'recording-too-large' } as const;

/**
 * Passes the bytes of an answer on to n8n's binary data as they arrive, counted: what the answer says
 * of its length may be wrong or missing. n8n removes what it had written if the transfer fails.
 */
export async function storeRecording(
	context: IExecuteFunctions,
	{ body, contentLength, close }: StreamResponse,
	file: { fileName: string; mimeType: string },
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
		const counted = body.map((chunk: Buffer) => {
			bytes += chunk.length;
			if (bytes > maxBytes) throw new Error('The recording is too large');
			return chunk;
		});
		const { fileName, mimeType } = file;
		const binary = await context.helpers.prepareBinaryData(counted, fileName, mimeType);
		return { success: true, binary, bytes };
	} catch {
		if (bytes > maxBytes) return tooLarge;
		if (time.hasPassed()) return { success: false, code: 'recording-time-limit' };
		return { success: false, code: isBroken ? 'recording-incomplete' : 'recording-not-stored' };
	} finally {
		time.signal.removeEventListener('abort', end);
		close();
	}
}
