import * as z from 'zod/v4-mini';
import { conversationSchema, type Conversation } from './conversation';
import { declare } from './declare-field';

const { agent_title, started_at, customer_number, outcome } = conversationSchema.shape;

/** What every item of a turn and of a tool call says of its conversation. */
export const itemHeadSchema = z.object({
	conversation_id: declare(z.nullable(z.string()), "The conversation's id."),
	agent_title,
	started_at,
	customer_number,
	outcome,
});

export type ItemHead = z.infer<typeof itemHeadSchema>;

export function buildItemHead(conversation: Conversation): ItemHead {
	return {
		conversation_id: conversation.id,
		agent_title: conversation.agent_title,
		started_at: conversation.started_at,
		customer_number: conversation.customer_number,
		outcome: conversation.outcome,
	};
}
