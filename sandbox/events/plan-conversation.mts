import { dialogues } from '../dialogues/dialogues.mts';
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
