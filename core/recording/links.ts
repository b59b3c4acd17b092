import { type Conversation, URL_FIELDS } from '../conversation/conversation';
import { isFilled } from '../text';
import { parseTimestamp } from '../time';

export type RecordingTrack = keyof typeof URL_FIELDS;
export const RECORDING_TRACKS = Object.keys(URL_FIELDS).filter(
	(name): name is RecordingTrack => name in URL_FIELDS,
);

export type RecordingLink = {
	track: RecordingTrack;
	url: string | null;
	expiresAt: string | null;
	/** The record says that there is audio (`has_audio`), and has no link at all yet. */
	isAnnounced: boolean;
};

/** Unknown names in `tracks` are ignored. All links expire at `audio_url_expires_at` (parts 2.5, 2.9 and 6). */
export function listRecordingLinks(
	conversation: Conversation,
	tracks: readonly unknown[],
): RecordingLink[] {
	const readUrl = (track: RecordingTrack) => {
		const url = conversation[URL_FIELDS[track]];
		return isFilled(url) ? url.trim() : null;
	};
	const hasNoLink = RECORDING_TRACKS.every((track) => readUrl(track) === null);
	return RECORDING_TRACKS.filter((track) => tracks.includes(track)).map((track) => ({
		track,
		url: readUrl(track),
		expiresAt: conversation.audio_url_expires_at,
		isAnnounced: conversation.has_audio === true && hasNoLink,
	}));
}

/** XML of a storage that says `expired`; a byte order mark may come first. */
const EXPIRED_XML = /^(?:\xEF\xBB\xBF)?\s*<(?:\?xml|error)\b[^]*expired/i;

/**
 * Whether a rejection means that the link has expired. A link is requested even after `expiresAt`, because clocks may
 * differ.
 * @param expiry the sign of expiry for the rejection's status. `link`: `expiresAt` has passed, or XML says `expired`.
 *   `token`: the body says `ExpiredToken`. `undefined`: no sign counts
 * @param start the first bytes of the body, one character a byte
 */
export function isExpiryRejection(
	expiry: 'link' | 'token' | undefined,
	start: string,
	{ expiresAt }: Pick<RecordingLink, 'expiresAt'>,
	nowMs: number,
): boolean {
	if (expiry === 'token') return start.includes('ExpiredToken');
	const hasEnded = nowMs >= (parseTimestamp(expiresAt) ?? Infinity);
	return expiry === 'link' && (hasEnded || EXPIRED_XML.test(start));
}
