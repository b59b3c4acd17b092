import * as z from 'zod/v4';
import type { Receiver } from '../../sandbox/start-receiver.mts';

const message = z.strictObject({ text: z.string() });

/** The texts that a chat's webhook would show, in the order received. Throws if one is not as chats take it. */
export function readMessages(chat: Receiver): string[] {
	return chat.received.map(({ headers, body }) => {
		expect(headers['content-type']).toBe('application/json');
		return message.parse(JSON.parse(body)).text;
	});
}
