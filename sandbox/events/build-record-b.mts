import { buildSharedFields, isoDate } from './build-shared-fields.mts';
import type { PlannedConversation } from './plan-conversation.mts';
import type { RecordingLinks } from './create-recording-links.mts';

/** The conversation record of shape B: every field of part 2.9, `null` where there is nothing to say. */
export function buildRecordB(
	conversation: PlannedConversation,
	links: RecordingLinks,
): Record<string, unknown> {
	const { ids, times, outcome, every, features, scenario } = conversation;
	return {
		session_id: ids.conversation,
		agent_name: scenario.agentTitle,
		...buildSharedFields(conversation, { url: links.conversation, expiresAt: links.expiresAt }),
		start_time: isoDate(times.startedAtMs),
		duration_seconds: conversation.answered ? times.durationSeconds : 0,
		room_metadata: {
			failed: outcome === 'failed',
			skipCompositeEgress: !features.recording,
			error:
				outcome === 'failed' || every ? 'The media server lost the caller for a moment.' : null,
		},
	};
}
