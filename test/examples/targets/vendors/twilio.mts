import * as z from 'zod/v4';
import { created, type Vendor } from './vendor.mts';

const account = { accountSid: 'AC0123456789', authToken: 'twilio-token-for-the-test' };

const message = z.strictObject({
	From: z.string().regex(/^\+\d+$/),
	To: z.string().regex(/^\+\d+$/),
	Body: z.string().min(1),
	StatusCallback: z.literal(''),
});

/** Twilio's API of 2010-04-01: sending a message. Names and values are from the vendor's public reference. */
export function createTwilio() {
	const texts: z.infer<typeof message>[] = [];
	const { accountSid, authToken } = account;
	return {
		host: 'api.twilio.com',
		credential: {
			type: 'twilioApi',
			nodes: ['n8n-nodes-base.twilio'],
			fields: { authType: 'authToken', ...account },
		},
		authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
		texts,
		written: [texts],
		routes: {
			[`POST /2010-04-01/Accounts/${accountSid}/Messages.json`]: ({ body }) => {
				texts.push(message.parse(Object.fromEntries(new URLSearchParams(String(body)))));
				return created({ sid: `SM${texts.length}`, status: 'queued' });
			},
		},
	} satisfies Vendor & Record<string, unknown>;
}
