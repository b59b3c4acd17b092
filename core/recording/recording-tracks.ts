import type { Conversation } from '../conversation/conversation';

/** The five recordings that a conversation can have. */
export const RECORDING_TRACKS = [
	'conversation',
	'agent',
	'user_raw',
	'user_cleaned',
	'synthesized',
] as const;
export type RecordingTrack = (typeof RECORDING_TRACKS)[number];

/** Where a track is found, and until when, as far as the record says. */
export type RecordingLink = {
	track: RecordingTrack;
	/** `null` if the conversation has no such recording; a blank link is none. */
	url: string | null;
	/** ISO 8601, UTC; `null` if the record does not say. */
	expiresAt: string | null;
};

const URL_FIELDS = {
	conversation: 'audio_url',
	agent: 'agent_audio_url',
	user_raw: 'user_raw_audio_url',
	user_cleaned: 'user_cleaned_audio_url',
	synthesized: 'synthesized_audio_url',
} as const satisfies Record<RecordingTrack, keyof Conversation>;

/** Whether a text names one of {@link RECORDING_TRACKS}. */
export function isRecordingTrack(text: unknown): text is RecordingTrack {
	return RECORDING_TRACKS.some((track) => track === text);
}

/**
 * The links of a conversation to the tracks asked for, in the order of {@link RECORDING_TRACKS}, each
 * once (part 2.5 of the interface document; shape B has the first alone, 2.9). `audio_url_expires_at`
 * is told for all of them: the document gives no other moment.
 */
export function listRecordingLinks(
	conversation: Conversation,
	tracks: readonly RecordingTrack[],
): RecordingLink[] {
	return RECORDING_TRACKS.filter((track) => tracks.includes(track)).map((track) => ({
		track,
		url: conversation[URL_FIELDS[track]]?.trim() || null,
		expiresAt: conversation.audio_url_expires_at,
	}));
}
