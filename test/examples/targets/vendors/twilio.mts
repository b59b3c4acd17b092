import * as z from 'zod/v4';
import { notFound, type Vendor } from './vendor.mts';

export const twilioAccount = { accountSid: 'AC0123456789', authToken: 'twilio-token-for-the-test' };

const message = z.strictObject({
	From: z.string().regex(/^\+\d+$/),
	To: z.string().regex(/^\+\d+$/),
	Body: z.string().min(1),
	StatusCallback: z.literal(''),
});

/** Twilio's API of 2010-04-01: sending a message. Names and values are from the vendor's public reference. */
export function createTwilio() {
	const texts: z.infer<typeof message>[] = [];
	const { accountSid, authToken } = twilioAccount;
	const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
	return {
		host: 'api.twilio.com',
		texts,
		answer: (request) => {
			if (request.authorization !== authorization) throw new Error('wrong authorization');
			if (request.method !== 'POST') return notFound;
			if (request.path !== `/2010-04-01/Accounts/${accountSid}/Messages.json`) return notFound;
			const form = Object.fromEntries(new URLSearchParams(String(request.body)));
			texts.push(message.parse(form));
			return { status: 201, body: { sid: `SM${texts.length}`, status: 'queued' } };
		},
	} satisfies Vendor & Record<string, unknown>;
}
