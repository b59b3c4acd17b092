import { buildSharedFields, isoDate } from './build-shared-fields.mts';
import type { PlannedConversation } from './planned-conversation.mts';
import type { RecordingLinks } from './create-recording-links.mts';

/** The conversation record of shape B: every field of part 2.9, `null` if there is nothing to say. */
export function buildRecordB(
	conversation: PlannedConversation,
	links: RecordingLinks,
): Record<string, unknown> {
	const { ids, times, outcome } = conversation;
	return {
		session_id: ids.conversation,
		agent_name: conversation.agentTitle,
		...buildSharedFields(conversation, { url: links.conversation, expiresAt: links.expiresAt }),
		start_time: isoDate(times.startedAtMs),
		duration_seconds: outcome === 'no_answer' ? 0 : times.durationSeconds,
		room_metadata: {
			failed: outcome === 'failed',
			skipCompositeEgress: !conversation.hasRecording,
			error: conversation.roomError,
		},
	};
}
