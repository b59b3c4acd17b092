import * as z from 'zod/v4';
import { ok, type Vendor } from './vendor.mts';

const accessToken = 'xoxb-for-the-test';

const text = z.looseObject({ type: z.string(), text: z.string() });
const element = z.looseObject({ text: text.optional(), url: z.url().optional() });
const block = z.looseObject({ text: text.optional(), elements: z.array(element).optional() });
const message = z.looseObject({
	channel: z.literal('C0123456789'),
	text: z.string().optional(),
	blocks: z.array(block).optional(),
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
		credential: {
			type: 'slackApi',
			nodes: ['n8n-nodes-base.slack'],
			fields: { accessToken, signatureSecret: '' },
		},
		authorization: `Bearer ${accessToken}`,
		messages,
		written: [messages],
		routes: {
			'POST /api/chat.postMessage': ({ body }) => {
				const { channel, text: plain = '', blocks = [] } = message.parse(body);
				const buttons = blocks
					.flatMap(({ elements = [] }) => elements)
					.flatMap(({ text: label, url }) => (label && url ? [[label.text, url]] : []));
				const texts = blocks.flatMap((shown) => shown.text ?? []);
				messages.push({
					text: [plain, ...texts.map((shown) => shown.text)].join('\n'),
					isPlain: plain === '' && texts.every(({ type }) => type === 'plain_text'),
					buttons: Object.fromEntries(buttons),
				});
				return ok({ ok: true, channel, ts: `${messages.length}.0001` });
			},
		},
	} satisfies Vendor & Record<string, unknown>;
}
