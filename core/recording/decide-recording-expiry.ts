import { parseTimestamp } from '../json/parse-timestamp';
import type { RecordingLink } from './recording-tracks';

/** Statuses with which a storage refuses a link that has run out. */
const REFUSING_STATUSES = [401, 403, 404, 410];

/**
 * Whether the moment in `audio_url_expires_at` has come, which ends all five links (part 6). Never, if
 * there is none or if it is no date-time.
 * @param nowMs milliseconds since 1970
 */
export function isPastExpiry(expiresAt: string | null, nowMs: number): boolean {
	const expiresMs = parseTimestamp(expiresAt);
	return expiresMs !== null && nowMs >= expiresMs;
}

/** Whether a storage's refusal means that the link has expired, whatever the track. */
export function isExpiryRefusal(
	status: number,
	{ expiresAt }: Pick<RecordingLink, 'expiresAt'>,
	nowMs: number,
): boolean {
	return REFUSING_STATUSES.includes(status) && isPastExpiry(expiresAt, nowMs);
}
