import * as z from 'zod/v4';
import { startReceiver } from '../../support/servers/start-receiver.mts';

const message = z.strictObject({ text: z.string() });

/** A local receiver in the place of a chat's webhook. */
export async function startChat() {
	const { url, received, close } = await startReceiver({ status: 200, body: 'ok' });
	return {
		url,
		received,
		/** The texts that a chat would show, in the order received. Throws if one is not as chats take it. */
		readMessages: () =>
			received.map(({ headers, body }) => {
				expect(headers['content-type']).toBe('application/json');
				return message.parse(JSON.parse(body)).text;
			}),
		close,
	};
}
