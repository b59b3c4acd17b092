import * as z from 'zod/v4';
import { created, e164, readForm, text, type Vendor } from '../../../support/vendors/vendor.mts';

export const twilioAccount = `AC${'0123456789abcdef'.repeat(2)}`;

const message = z.strictObject({
	From: e164,
	To: e164,
	Body: text.max(1600),
	StatusCallback: z.url().optional(),
});

/** Twilio's own numbers for tests, by the code of the refusal: who answered STOP, and who has no mobile phone. */
export const refusedNumbers = { 21610: '+15005550004', 21614: '+15005550009' };

/** Twilio's API of 2010-04-01: sending a message. */
export function createTwilio(account: string) {
	const texts: z.infer<typeof message>[] = [];
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
		/** The request that sends one. */
		messages,
		written: [texts],
		routes: {
			[messages]: ({ body }) => {
				const sent = message.parse(readForm(body));
				const refusal = Object.entries(refusedNumbers).find(([, number]) => number === sent.To);
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
