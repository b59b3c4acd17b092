import { type IBinaryData, type IExecuteFunctions, sleep } from 'n8n-workflow';
import {
	checkRecordingUrl,
	INSPECTED_BYTES,
	isExpiryRejection,
	type RecordingLink,
	type RecordingUrlContext,
} from '../../../../core/recording';
import type { Deadline } from '../../../shared/http/transport';
import { decideRetry } from '../../../shared/http/outcome';
import type { ErrorCode } from '../../../shared/error-catalog';
import { openStream, type StreamOutcome, type StreamResponse } from '../../../shared/http/stream';
import type { RecordingFailure } from './track-report';

const MAX_REDIRECTS = 5;
const AFTER_DEADLINE_MS = 1_000;
const redirectStatuses = [301, 302, 303, 307, 308];

/** A recording whose bytes have not been read yet. */
type OpenedRecording = {
	success: true;
	/** Where it was found: the link, and where each redirect led to. */
	urls: URL[];
	host: string;
	answer: StreamResponse;
};

/**
 * Asks for a recording and follows its redirects, each of them checked before anything is sent
 * there. No request carries the access token: a link opens by itself.
 */
export async function openRecording(
	context: IExecuteFunctions,
	link: RecordingLink & { url: string },
	allowed: Pick<RecordingUrlContext, 'apiBaseUrl' | 'privateHosts'>,
	limit: Deadline,
): Promise<OpenedRecording | RecordingFailure> {
	let address = link.url;
	const urls: URL[] = [];
	while (urls.length <= MAX_REDIRECTS) {
		const checked = checkRecordingUrl(address, { ...allowed, redirectedFrom: urls.at(-1) });
		if (!checked.success) {
			return { success: false, code: checked.error.code, urlHost: readHost(address) };
		}
		const { url } = checked;
		urls.push(url);
		const failed = { success: false, urlHost: url.host } as const;
		const outcome = await openWithRetries(context, url, limit);
		if (outcome.kind === 'no-response') {
			const code = limit.hasPassed() ? 'recording-time-limit' : 'recording-unreachable';
			return { ...failed, code };
		}
		const { status, location } = outcome;
		if (status === 200) return { success: true, urls, host: url.host, answer: outcome };
		outcome.close();
		if (!redirectStatuses.includes(status)) {
			return { ...failed, code: findCode(status, link), httpStatus: status };
		}
		if (location === undefined) return { ...failed, code: 'recording-redirect-invalid' };
		address = location;
	}
	const urlHost = urls.at(-1)?.host ?? null;
	return { success: false, code: 'recording-redirect-invalid', urlHost };
}

async function openWithRetries(
	context: IExecuteFunctions,
	url: URL,
	limit: Deadline,
): Promise<StreamOutcome> {
	for (let tries = 1; ; tries++) {
		// The signal ends it at the limit; n8n's own time limit must not come first.
		const timeout = Math.max(0, limit.endsAtMs - Date.now()) + AFTER_DEADLINE_MS;
		const outcome = await openStream(context, url.href, limit.signal, timeout);
		const wait = decideRetry('GET', tries, outcome);
		const isInTime = wait !== undefined && Date.now() + wait < limit.endsAtMs;
		if (!isInTime || limit.signal.aborted) return outcome;
		if (outcome.kind === 'response') outcome.close();
		await sleep(wait);
	}
}

function findCode(status: number, link: RecordingLink): ErrorCode {
	if (status === 202) return 'recording-not-ready';
	if (status === 204) return 'recording-not-audio';
	return isExpiryRejection(status, link, Date.now()) ? 'recording-expired' : 'recording-rejected';
}

/** The host of what may be no address at all. */
function readHost(text: string): string | null {
	return URL.canParse(text) ? new URL(text).host || null : null;
}

/** Limits of a transfer. */
type TransferLimits = {
	maxBytes: number;
	time: Deadline;
};

/** As which a recording is stored. */
type RecordingFile = { fileName: string; mimeType: string };

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
