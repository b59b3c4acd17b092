import { createHash } from 'node:crypto';
import type { Conversation } from '../conversation/conversation';
import { spellCamelCase } from '../json/spell-camel-case';

/** What may be another one with each delivery of the same state: it counts as being there or not. */
const COUNTED_AS_PRESENT = new Set(
	['session_token', 'audio_url_expires_at'].flatMap((name) => [name, spellCamelCase(name)]),
);

const LINK = /^https?:\/\//i;

/**
 * A text of fixed length for what a conversation says, whatever the white space and the escapes that
 * it was delivered with. Two states of a conversation have two. Links count without their query, which a
 * service signs anew for each delivery; texts of turns and URL parameters count as they are. Whether the
 * delivery was verified does not count, nor what core works out.
 *
 * One pass over the conversation. Not checked: the order of undocumented fields, and of a turn's
 * fields, which counts.
 */
export function hashContent(conversation: Conversation): string {
	const { history, synthesized_chat_history: synthesized, url_parameters: params } = conversation;
	const head = {
		...conversation,
		history: null,
		synthesized_chat_history: null,
		url_parameters: null,
		summary: null,
		delivery: null,
	};
	return createHash('sha256')
		.update(JSON.stringify(head, countField))
		.update(JSON.stringify([history, synthesized, params]))
		.digest('base64');
}

function countField(name: string, value: unknown): unknown {
	if (COUNTED_AS_PRESENT.has(name)) return value !== null;
	return typeof value === 'string' && LINK.test(value) ? cutQuery(value) : value;
}

function cutQuery(link: string): string {
	const end = link.search(/[?#]/);
	return end === -1 ? link : link.slice(0, end);
}
