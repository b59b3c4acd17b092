import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Voice } from './stream-wav.mts';

export type Track = 'conversation' | 'agent' | 'userRaw' | 'userCleaned' | 'synthesized';

/** The five recordings of a conversation: the end of each one's path, and who is heard. */
export const tracks: Record<Track, { file: string; heard: readonly Voice[] }> = {
	conversation: { file: 'conversation.wav', heard: ['agent', 'caller'] },
	agent: { file: 'agent.wav', heard: ['agent'] },
	userRaw: { file: 'user-raw.wav', heard: ['caller'] },
	userCleaned: { file: 'user-cleaned.wav', heard: ['caller'] },
	synthesized: { file: 'synthesized.wav', heard: ['caller'] },
};

/** The URLs of a conversation's recordings, `null` if it has none. */
export type RecordingLinks = Record<Track, string | null> & { expiresAt: string | null };

export interface RecordingLinkOptions {
	hasRecording: boolean;
	baseUrl: string;
	conversationId: string;
	expiresAtMs: number;
	/** Size of the served file; default: as long as the turns. */
	bytes?: number;
}

// Guards nothing: it lets tests see that a changed link is rejected, and keeps records the same per seed.
const linkKey = 'recordings of the sandbox';

const sign = (path: string, expires: string) =>
	createHmac('sha256', linkKey).update(`${path}?expires=${expires}`).digest('hex');

/** Links that end at a given moment, whole seconds. */
export function createRecordingLinks(options: RecordingLinkOptions): RecordingLinks {
	const { hasRecording, baseUrl, conversationId, bytes } = options;
	const expires = String(Math.floor(options.expiresAtMs / 1000));
	const link = (track: Track) => {
		if (!hasRecording) return null;
		const path = `/recordings/${conversationId}/${tracks[track].file}`;
		const url = new URL(path, baseUrl);
		url.searchParams.set('expires', expires);
		url.searchParams.set('signature', sign(path, expires));
		if (bytes !== undefined) url.searchParams.set('bytes', String(bytes));
		return url.href;
	};
	return {
		conversation: link('conversation'),
		agent: link('agent'),
		userRaw: link('userRaw'),
		userCleaned: link('userCleaned'),
		synthesized: link('synthesized'),
		expiresAt: hasRecording ? new Date(Number(expires) * 1000).toISOString() : null,
	};
}

/** Whether a link is as it was given out; whether it has expired is another question. */
export function isSignedLink(path: string, expires: string, signature: string): boolean {
	const expected = Buffer.from(sign(path, expires));
	const actual = Buffer.from(signature);
	return expected.length === actual.length && timingSafeEqual(expected, actual);
}
