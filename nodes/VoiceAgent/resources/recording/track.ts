import type { IBinaryKeyData, IExecuteFunctions } from 'n8n-workflow';
import { checkRecordingUrl } from '../../../../core/recording/check-url';
import { isExpiryRejection, type RecordingLink } from '../../../../core/recording/links';
import { decideRecordingType, INSPECTED_BYTES } from '../../../../core/recording/media-type';
import { errorCatalog, type ErrorCode } from '../../../shared/error-catalog';
import {
	type Deadline,
	openPlain,
	sendWithRetries,
	startDeadline,
	type StreamResponse,
} from '../../../shared/http/transport';
import { explainStatus } from '../../../shared/http/statuses';
import { nameFile } from '../../result';

/** One track in the output. Every key is always there. */
export type TrackReport = ReturnType<typeof reportTrack>;

type TrackSettings = {
	conversationId: string | null;
	binaryPrefix: string;
	/** `undefined` without a credential: then only `privateHosts` may be private or use http. */
	apiBaseUrl: string | undefined;
	/** The files of the item, by binary field. A recording is added to them. */
	files: IBinaryKeyData;
	maxBytes: number;
	timeLimitMs: number;
	/** As `host` or `host:port`. */
	privateHosts: string[];
};

const MAX_REDIRECTS = 5;
const redirectStatuses = [301, 302, 303, 307, 308];

// Uncompressed, so Content-Length is the length that arrives.
const headers = { Accept: 'audio/*, */*;q=0.5', 'Accept-Encoding': 'identity' };

/** How long to wait for the start of a rejection's body, such as `<Error><Code>ExpiredToken`. */
const REASON_WAIT_MS = 1_000;

/** n8n's own time limit comes later than ours, since only ours tells why the request ended. */
const AFTER_DEADLINE_MS = 1_000;

/** Follows checked redirects, without the access token. Every failure becomes a report. */
export async function downloadTrack(
	context: IExecuteFunctions,
	link: RecordingLink,
	settings: TrackSettings,
): Promise<TrackReport> {
	if (link.url === null) return reportTrack(link, explainMissing([link]), null);
	const { apiBaseUrl, privateHosts, timeLimitMs } = settings;
	const deadline = startDeadline(context, timeLimitMs);
	let address = link.url;
	const urls: URL[] = [];
	while (urls.length <= MAX_REDIRECTS) {
		const redirectedFrom = urls.at(-1);
		const checked = checkRecordingUrl(address, { apiBaseUrl, privateHosts, redirectedFrom });
		if (!checked.success) {
			const { code } = checked.error;
			return reportTrack(link, code, code === 'recording-url-invalid' ? null : readHost(address));
		}
		const { host, href } = checked.url;
		urls.push(checked.url);
		const { response, start } = await openRecording(context, href, timeLimitMs, deadline);
		if (response.kind === 'no-response') {
			const { reason } = response;
			if (reason === 'blocked-by-ssrf-protection') return reportTrack(link, reason, host);
			return reportTrack(link, explainEnd(deadline) ?? 'recording-unreachable', host);
		}
		const { status } = response;
		if (status === 200) {
			return await storeRecording(context, link, settings, { response, urls, deadline });
		}
		if (!redirectStatuses.includes(status)) {
			return reportTrack(link, findTrackCode(status, start, link), host, status);
		}
		const location = response.header('location');
		if (location === undefined) return reportTrack(link, 'recording-redirect-invalid', host);
		address = location;
	}
	return reportTrack(link, 'recording-redirect-invalid', urls.at(-1)?.host ?? null);
}

export function explainMissing(links: readonly RecordingLink[]): ErrorCode {
	const areAnnounced = links.every(({ isAnnounced }) => isAnnounced);
	return areAnnounced ? 'recording-announced' : 'recording-missing';
}

export function nameBinaryField(link: RecordingLink, binaryPrefix: string): string {
	return [binaryPrefix, ...listNameParts(link)].join('_');
}

/** The response, still open if its status is 200, and the start of a rejection's body. */
async function openRecording(
	context: IExecuteFunctions,
	url: string,
	timeLimitMs: number,
	deadline: Deadline,
) {
	const timeoutMs = timeLimitMs + AFTER_DEADLINE_MS;
	const request = { method: 'GET', url, headers, timeoutMs, deadline } as const;
	let start = '';
	const response = await sendWithRetries(request, async () => {
		const opened = await openPlain(context, request, deadline.signal);
		if (opened.kind === 'no-response' || opened.status === 200) return opened;
		const isRejected = opened.status >= 400 && opened.status < 429;
		if (isRejected) start = await readRejection(opened.body);
		opened.close();
		return opened;
	});
	return { response, start };
}

/** @param host of the last address; the whole address would open the recording to every reader */
function reportTrack(
	{ track }: RecordingLink,
	code: ErrorCode | null,
	host: string | null,
	httpStatus: number | null = null,
	file?: { binary_field: string; file_name: string; mime_type: string; bytes: number },
) {
	return {
		track,
		status: findTrackStatus(code),
		code,
		message: code && errorCatalog[code][0],
		http_status: httpStatus,
		url_host: host,
		...(file ?? { binary_field: null, file_name: null, mime_type: null, bytes: null }),
	};
}

function findTrackStatus(code: ErrorCode | null) {
	if (code === null) return 'downloaded';
	if (code === 'recording-missing' || code === 'recording-announced') return 'missing';
	return code === 'recording-expired' ? 'expired' : 'failed';
}

function explainEnd({ getEnd }: Deadline): ErrorCode | undefined {
	const end = getEnd();
	return end === 'limit' ? 'recording-time-limit' : end && 'execution-ended';
}

function findTrackCode(status: number, start: string, link: RecordingLink): ErrorCode {
	const { storage, expiry } = explainStatus(status);
	return isExpiryRejection(expiry, start, link, Date.now()) ? 'recording-expired' : storage;
}

function readHost(text: string): string | null {
	return URL.canParse(text) ? new URL(text).host || null : null;
}

/** Counts the bytes: the announced length may be wrong. If the transfer fails, n8n removes what it has written. */
async function storeRecording(
	context: IExecuteFunctions,
	link: RecordingLink,
	{ conversationId, binaryPrefix, maxBytes, files }: TrackSettings,
	{ response, urls, deadline }: { response: StreamResponse; urls: URL[]; deadline: Deadline },
): Promise<TrackReport> {
	const { body, header, close } = response;
	let bytes = 0;
	let isBroken = false;
	body.on('error', () => {
		isBroken = true;
	});
	const host = urls.at(-1)?.host ?? null;
	const fail = (code: ErrorCode) => reportTrack(link, code, host);
	try {
		if (Number(header('content-length')) > maxBytes) return fail('recording-too-large');
		const type = decideRecordingType({
			start: await readStart(body),
			contentType: header('content-type'),
			urls,
		});
		if (type === undefined) return fail('recording-not-audio');
		const { mimeType, extension } = type;
		const fileName = nameRecording(link, conversationId, extension);
		const counted = body.map((chunk: Buffer) => {
			bytes += chunk.length;
			if (bytes > maxBytes) throw new Error('The recording is too large');
			return chunk;
		});
		const name = nameBinaryField(link, binaryPrefix);
		files[name] = await context.helpers.prepareBinaryData(counted, fileName, mimeType);
		const file = { binary_field: name, file_name: fileName, mime_type: mimeType, bytes };
		return reportTrack(link, null, host, null, file);
	} catch {
		if (bytes > maxBytes) return fail('recording-too-large');
		const broken = isBroken ? 'recording-incomplete' : 'recording-not-stored';
		return fail(explainEnd(deadline) ?? broken);
	} finally {
		close();
	}
}

/** The start of a rejection's body; `''` if none arrives in time. */
async function readRejection(body: StreamResponse['body']): Promise<string> {
	const timeout = AbortSignal.timeout(REASON_WAIT_MS);
	const late = new Promise<string>((resolve) => {
		timeout.addEventListener('abort', () => resolve(''), { once: true });
	});
	return await Promise.race([readStart(body), late]).catch(() => '');
}

/** The first {@link INSPECTED_BYTES} bytes of a body, or all of a shorter body. These stay in the body. */
async function readStart(body: StreamResponse['body']): Promise<string> {
	return await new Promise((resolve, reject) => {
		// A destroyed body sends no event, so the wait would never end.
		if (body.destroyed) reject(new Error('The transfer was ended'));
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

const MAX_TRACK_ID_CHARACTERS = 64;

function nameRecording(link: RecordingLink, id: string | null, extension: string): string {
	const start = id === null ? [] : [id.slice(0, MAX_TRACK_ID_CHARACTERS)];
	return nameFile([...start, ...listNameParts(link)].join('-'), extension);
}

/** The track `conversation` adds no name to file names and binary fields: `recording`, but `recording_agent`. */
function listNameParts({ track }: RecordingLink): string[] {
	return track === 'conversation' ? [] : [track];
}
