import * as z from 'zod/v4';
import { startReceiver, type Receiver } from '../../support/servers/start-receiver.mts';

const message = z.strictObject({ text: z.string() });

/** A local receiver in the place of a chat's webhook, for the tests of a scenario. */
export function useChat() {
	let chat: Receiver;
	beforeAll(async () => {
		chat = await startReceiver({ status: 200, body: 'ok' });
	});
	afterAll(() => chat.close());
	return {
		/** Leads the example's step to it. */
		setUp: () => ({ parameters: { 'Send to Chat': { url: chat.url } } }),
		/** The texts that a chat would show, in the order received. Throws if one is not as chats take it. */
		readMessages: () =>
			chat.received.map(({ headers, body }) => {
				expect(headers['content-type']).toBe('application/json');
				return message.parse(JSON.parse(body)).text;
			}),
		clear: () => {
			chat.received.length = 0;
		},
	};
}
