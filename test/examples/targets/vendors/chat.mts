import * as z from 'zod/v4';
import { keep, ok, text, type Vendor } from '../../../support/vendors/vendor.mts';

/** Slack's, Mattermost's, Rocket.Chat's and Google Chat's webhooks all take it; the last at most this long. */
const message = z.strictObject({ text: text.max(4096) });

/** The incoming webhook of a chat, at its address in the examples. */
export function createChat() {
	/** The texts that the chat would show, in the order received. */
	const messages: string[] = [];
	return {
		host: 'chat.example.com',
		contract: '`{"text": "…"}`, as Google Chat takes it',
		messages,
		written: [messages],
		routes: {
			// n8n's node takes no JSON but an object or a list.
			'POST /hooks/REPLACE-ME': ({ body }) =>
				ok({ text: keep(messages, message.parse(body).text) }),
		},
	} satisfies Vendor & Record<string, unknown>;
}
