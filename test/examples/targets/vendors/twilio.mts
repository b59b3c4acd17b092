import * as z from 'zod/v4';
import { created, e164, textOf, type Vendor } from './vendor.mts';

const account = {
	accountSid: `AC${'0123456789abcdef'.repeat(2)}`,
	authToken: 'token-for-the-test',
};

const message = z.strictObject({
	From: e164,
	To: e164,
	Body: textOf(1600),
	StatusCallback: z.url().optional(),
});

/** Twilio's API of 2010-04-01: sending a message. */
export function createTwilio() {
	const texts: z.infer<typeof message>[] = [];
	const { accountSid, authToken } = account;
	const messages = `POST /2010-04-01/Accounts/${accountSid}/Messages.json`;
	return {
		host: 'api.twilio.com',
		contract: 'twilio/twilio-oai d50069b4 (twilio_api_v2010.json)',
		credential: {
			type: 'twilioApi',
			nodes: ['n8n-nodes-base.twilio'],
			fields: { authType: 'authToken', ...account },
		},
		authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
		texts,
		/** The request that sends one. */
		messages,
		written: [texts],
		routes: {
			[messages]: ({ body }) => {
				texts.push(message.parse(Object.fromEntries(new URLSearchParams(String(body)))));
				return created({ sid: `SM${texts.length}`, status: 'queued' });
			},
		},
	} satisfies Vendor & Record<string, unknown>;
}
