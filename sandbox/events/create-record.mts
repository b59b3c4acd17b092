import { buildRecordA } from './build-record-a.mts';
import { buildRecordB } from './build-record-b.mts';
import { createRecordingLinks, noRecordingLinks } from './create-recording-links.mts';
import { planConversation } from './plan-conversation.mts';
import type { ConversationInput } from './planned-conversation.mts';

/** A conversation record of shape A or B, and the id that its recordings go by. */
export function createRecord(
	input: ConversationInput,
	recordings: { baseUrl: string; nowMs: number },
): { id: string; record: Record<string, unknown> } {
	const { options } = input;
	const conversation = planConversation(input);
	const id = conversation.ids.conversation;
	const links = conversation.hasRecording
		? createRecordingLinks({
				baseUrl: recordings.baseUrl,
				conversationId: id,
				expiresAtMs: recordings.nowMs + (options.recordingExpiresInSeconds ?? 3600) * 1000,
				bytes: options.recordingBytes,
			})
		: noRecordingLinks;
	const build = options.shape === 'B' ? buildRecordB : buildRecordA;
	const record = { ...build(conversation, links), ...options.overrides };
	return {
		id,
		record: Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)),
	};
}
