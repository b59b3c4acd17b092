import { dialogues } from '../dialogues/dialogues.mts';
import type { Recording } from '../recordings/stream-wav.mts';
import { inventConversation } from './invent-conversation.mts';
import { planDialogue } from './plan-dialogue.mts';
import type { ConversationInput, PlannedConversation } from './planned-conversation.mts';

/** Plans the dialogue that was asked for, else makes a conversation up. The same input gives the same one. */
export function planConversation(input: ConversationInput): PlannedConversation {
	const { dialogue } = input.options;
	return dialogue === undefined
		? inventConversation(input)
		: planDialogue(dialogues[dialogue], input);
}

/** What is heard in a conversation. */
export function planRecording(input: ConversationInput): Recording {
	const { turns, times } = planConversation(input);
	const leadMs = times.agentJoinedAtMs - times.recordingStartedAtMs;
	return {
		segments: turns.flatMap(({ speech }) =>
			speech === undefined
				? []
				: [
						{
							startMs: speech.startMs + leadMs,
							stopMs: speech.stopMs + leadMs,
							voice: speech.speaker,
						},
					],
		),
		durationMs: times.endedAtMs - times.recordingStartedAtMs,
	};
}
