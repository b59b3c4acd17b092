import * as z from 'zod/v4-mini';
import { hasOwn, type JsonObject, type UnknownObject } from '../json/json';
import type { Conversation } from './conversation';
import { declare } from './declare-field';

const text = (description: string) => declare(z.nullable(z.string()), description);

/** What most people want of a call, flat, and the same for each call. */
export const simplifiedSchema = z.object({
	id: text('UUID of the conversation.'),
	agent: text('Name of the agent.'),
	status: text('State of the conversation.'),
	outcome: text('What came of the call.'),
	customer_number: text("The other side's phone number."),
	direction: text('`inbound`, `outbound`, or `null` if it is not known.'),
	answered: declare(
		z.nullable(z.boolean()),
		'Whether the other side said anything; `null` without a history.',
	),
	started_at: text('When the conversation began: ISO 8601, UTC.'),
	duration_seconds: declare(z.nullable(z.number()), 'Length in seconds.'),
	transcript: declare(z.string(), 'What was said, one line a turn; empty if nothing was said.'),
	recording_url: text('Link to the recording; it ends at `recording_url_expires_at`.'),
	recording_url_expires_at: text('When the link stops working: ISO 8601, UTC.'),
	campaign: text('Name of the campaign.'),
	error: text('What went wrong, if anything.'),
});

export type Simplified = JsonObject & z.infer<typeof simplifiedSchema>;

/** Names of the fields of {@link Simplified}, in order. */
export const SIMPLIFIED_FIELDS: readonly string[] = Object.keys(simplifiedSchema.shape);

/** A conversation in about a dozen flat fields. */
export function buildSimplified(conversation: Conversation): Simplified {
	return {
		id: conversation.id,
		agent: conversation.agent_title,
		status: conversation.status,
		outcome: conversation.outcome,
		customer_number: conversation.customer_number,
		direction: conversation.direction,
		answered: conversation.answered,
		started_at: conversation.started_at,
		duration_seconds: conversation.duration_seconds,
		transcript: conversation.summary.transcript,
		recording_url: conversation.audio_url,
		recording_url_expires_at: conversation.audio_url_expires_at,
		campaign: conversation.campaign_name,
		error: conversation.error_message,
	};
}

/** The delivered fields among them, under the conversation's own names. */
const SOURCES: Readonly<Record<string, string>> = {
	id: 'id',
	agent: 'agent_title',
	status: 'status',
	started_at: 'started_at',
	duration_seconds: 'duration_seconds',
	recording_url: 'audio_url',
	recording_url_expires_at: 'audio_url_expires_at',
	campaign: 'campaign_name',
	error: 'error_message',
};

/** What an item of {@link buildSimplified} still holds of the record. */
export function restoreSimplified(item: UnknownObject): UnknownObject {
	const known = Object.entries(SOURCES).filter(([name]) => hasOwn(item, name));
	return Object.fromEntries(known.map(([name, source]) => [source, item[name]]));
}
