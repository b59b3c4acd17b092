import * as z from 'zod/v4';
import { keep, ok, text, type Vendor } from '../../../support/vendors/vendor.mts';

/** Slack's, Mattermost's, Rocket.Chat's and Google Chat's webhooks all take it; the last at most this long. */
const message = z.strictObject({ text: text.max(4096) });

/** The incoming webhooks of a chat: at its address in the examples, and one of the error workflow alone. */
export function createChat(account: string) {
	/** The texts that the chat would show, in the order received. */
	const messages: string[] = [];
	const errors: string[] = [];
	const [end, pattern] = account === '' ? ['', ''] : [`/${account}`, '/*'];
	const [hook, errorHook] = [`/hooks/REPLACE-ME${end}`, `/hooks/errors${end}`];
	return {
		host: 'chat.example.com',
		contract: '`{"text": "…"}`, as Google Chat takes it',
		...{ messages, errors, hook, errorHook },
		written: [messages, errors],
		isAsked: ({ path }) => path === hook || path === errorHook,
		routes: {
			// n8n's node takes no JSON but an object or a list.
			[`POST /hooks/REPLACE-ME${pattern}`]: ({ body }) =>
				ok({ text: keep(messages, message.parse(body).text) }),
			[`POST /hooks/errors${pattern}`]: ({ body }) =>
				ok({ text: keep(errors, message.parse(body).text) }),
		},
	} satisfies Vendor & Record<string, unknown>;
}
