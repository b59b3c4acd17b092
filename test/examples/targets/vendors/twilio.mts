import * as z from 'zod/v4';
import { created, e164, readForm, text, type Vendor } from '../../../support/vendors/vendor.mts';

export const twilioAccount = `AC${'0123456789abcdef'.repeat(2)}`;

/** What the account owns: a number that sends texts and WhatsApp messages, a Messaging Service, a template. */
export const twilioOwns = {
	number: '+12025550100',
	service: `MG${'0123456789abcdef'.repeat(2)}`,
	template: `HX${'0123456789abcdef'.repeat(2)}`,
};

const { number, service, template } = twilioOwns;
// Nobody texts oneself.
const other = e164.refine((to) => to !== number, 'the number of the sender');
const content = { To: other, Body: text.max(1600), StatusCallback: z.url().optional() };
const message = z.union([
	z.strictObject({ From: z.literal(number), ...content }),
	z.strictObject({ MessagingServiceSid: z.literal(service), ...content }),
]);
/** To a customer who has not written within 24 hours, WhatsApp takes templates alone. */
const whatsapp = z.strictObject({
	From: z.literal(`whatsapp:${number}`),
	To: z.string().regex(/^whatsapp:\+[1-9]\d{1,14}$/),
	ContentSid: z.literal(template),
});

/** By the code of the refusal: who answered STOP, and who has no mobile phone. The first two are Twilio's own for tests. */
export const refusedNumbers = {
	21610: '+15005550004',
	21614: '+15005550009',
	21635: '+12025550198',
};

/** Twilio's API of 2010-04-01: sending a message. */
export function createTwilio(account: string) {
	const texts: z.infer<typeof message>[] = [];
	const templates: z.infer<typeof whatsapp>[] = [];
	const fields = { accountSid: twilioAccount, authToken: `token-for-the-test${account}` };
	const { accountSid, authToken } = fields;
	const messages = `POST /2010-04-01/Accounts/${accountSid}/Messages.json`;
	return {
		host: 'api.twilio.com',
		contract: 'twilio/twilio-oai d50069b4 (twilio_api_v2010.json)',
		credential: {
			type: 'twilioApi',
			nodes: ['n8n-nodes-base.twilio'],
			fields: { authType: 'authToken', ...fields },
		},
		authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
		texts,
		templates,
		/** The request that sends one. */
		messages,
		written: [texts, templates],
		routes: {
			[messages]: ({ body }) => {
				const form = readForm(body);
				if ('ContentSid' in form) {
					templates.push(whatsapp.parse(form));
					return created({ sid: `SM${templates.length}`, status: 'queued' });
				}
				const sent = message.parse(form);
				const refusal = Object.entries(refusedNumbers).find(([, refused]) => refused === sent.To);
				if (refusal !== undefined) {
					const code = Number(refusal[0]);
					return { status: 400, body: { code, message: 'Refused', status: 400 } };
				}
				texts.push(sent);
				return created({ sid: `SM${texts.length}`, status: 'queued' });
			},
		},
	} satisfies Vendor & Record<string, unknown>;
}
