import { sleep, type IExecuteFunctions } from 'n8n-workflow';
import {
	checkRecordingUrl,
	isExpiryRejection,
	type RecordingLink,
	type RecordingUrlContext,
} from '../../../../core';
import {
	decideRetry,
	openStream,
	type Deadline,
	type ErrorCode,
	type StreamResponse,
	type StreamOutcome,
} from '../../../shared';
import type { RecordingFailure } from './track-report';

const MAX_REDIRECTS = 5;
const AFTER_DEADLINE_MS = 1_000;
const redirectStatuses = [301, 302, 303, 307, 308];

/** A recording whose bytes have not been read yet. */
export type OpenedRecording = {
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
