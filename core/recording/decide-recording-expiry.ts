import { parseTimestamp } from '../json/parse-timestamp';
import type { RecordingLink } from './recording-tracks';

/** Statuses with which a storage rejects a link that has expired. */
const REJECTING_STATUSES = [401, 403, 404, 410];

/**
 * Whether a storage's rejection means that the link has expired, whatever the track:
 * `audio_url_expires_at` ends all five links (part 6). It is no reason not to try, because the clocks of
 * the service and of n8n may differ. A moment before 1970 is a date that was never set.
 * @param nowMs milliseconds since 1970
 */
export function isExpiryRejection(
	status: number,
	{ expiresAt }: Pick<RecordingLink, 'expiresAt'>,
	nowMs: number,
): boolean {
	const expiresMs = parseTimestamp(expiresAt) ?? -1;
	return REJECTING_STATUSES.includes(status) && expiresMs >= 0 && nowMs >= expiresMs;
}
