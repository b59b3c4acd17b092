import * as z from 'zod/v4';
import { notFound, type Vendor } from './vendor.mts';

export const slackToken = 'xoxb-for-the-test';

const text = z.looseObject({ type: z.string(), text: z.string() });
const message = z.looseObject({
	channel: z.literal('C0123456789'),
	text: z.string().optional(),
	blocks: z
		.array(
			z.looseObject({
				type: z.string(),
				text: text.optional(),
				elements: z
					.array(
						z.looseObject({ type: z.string(), text: text.optional(), url: z.url().optional() }),
					)
					.optional(),
			}),
		)
		.optional(),
});

/** A message as a channel shows it. */
interface Posted {
	text: string;
	/** Whether Slack shows it as it is, instead of looking for mentions and links in it. */
	isPlain: boolean;
	/** The links of its buttons, by their labels. */
	buttons: Record<string, string>;
}

/** Slack's chat.postMessage, for texts and for blocks with buttons. */
export function createSlack() {
	const messages: Posted[] = [];
	return {
		host: 'slack.com',
		messages,
		answer: ({ method, path, authorization, body }) => {
			if (authorization !== `Bearer ${slackToken}`) throw new Error('wrong authorization');
			if (method !== 'POST' || path !== '/api/chat.postMessage') return notFound;
			const { channel, text: plain = '', blocks = [] } = message.parse(body);
			const buttons = blocks
				.flatMap(({ elements = [] }) => elements)
				.flatMap(({ text: label, url }) => (label && url ? [[label.text, url]] : []));
			const texts = blocks.flatMap((block) => block.text ?? []);
			messages.push({
				text: [plain, ...texts.map((block) => block.text)].join('\n'),
				isPlain: plain === '' && texts.every(({ type }) => type === 'plain_text'),
				buttons: Object.fromEntries(buttons),
			});
			return { status: 200, body: { ok: true, channel, ts: `${messages.length}.0001` } };
		},
	} satisfies Vendor & Record<string, unknown>;
}
