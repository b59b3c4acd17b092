import * as z from 'zod/v4-mini';
import type { JsonObject } from '../json/json';
import { conversationSchema, type Conversation } from './conversation';

/** What most people want of a call, flat, and the same for each call: the first fields of a conversation. */
const simplifiedSchema = z.pick(conversationSchema, {
	id: true,
	agent_title: true,
	status: true,
	outcome: true,
	customer_number: true,
	called_by_name: true,
	from_number: true,
	to_number: true,
	started_at: true,
	ended_at: true,
	duration_seconds: true,
	error_message: true,
	transcript: true,
	audio_url: true,
});

export type Simplified = JsonObject & z.infer<typeof simplifiedSchema>;

/** Names of the fields of {@link Simplified}, in order. */
export const SIMPLIFIED_FIELDS: readonly string[] = Object.keys(simplifiedSchema.shape);

/** The fourteen fields of a conversation that most people want, under their own names. */
export function buildSimplified(conversation: Conversation): Simplified {
	return z.parse(simplifiedSchema, conversation);
}
