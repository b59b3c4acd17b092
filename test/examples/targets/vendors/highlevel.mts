import * as z from 'zod/v4';
import { created, expectKnown, ok, type Vendor } from './vendor.mts';

const accessToken = 'highlevel-token-for-the-test';
const locationId = 'location-1';
const client = { clientId: 'highlevel-client', clientSecret: 'highlevel-secret-for-the-test' };

/** What the sign-in brings; the example's scenario does it. */
export const highlevelCode = 'highlevel-code-for-the-test';

const contact = z.strictObject({
	// The node sends its empty field, too.
	email: z.literal(''),
	phone: z.string().regex(/^\+\d+$/),
	locationId: z.literal(locationId),
});
const note = z.strictObject({ userId: z.literal(locationId), body: z.string().min(1) });

/** HighLevel's API 2021-07-28: token, upsert of a contact and its notes. Names and values are from the vendor's public reference. */
export function createHighlevel() {
	const contacts: { id: string; phone: string }[] = [];
	const notes: { contactId: string; body: string }[] = [];
	return {
		host: 'services.leadconnectorhq.com',
		credential: {
			type: 'highLevelOAuth2Api',
			nodes: ['n8n-nodes-base.highLevel'],
			fields: { ...client, scope: 'contacts.write locations.readonly' },
		},
		authorization: `Bearer ${accessToken}`,
		contacts,
		notes,
		written: [notes],
		tokens: {
			'POST /oauth/token': ({ body }) => {
				const form = new URLSearchParams(z.string().parse(body));
				const given = ['client_id', 'client_secret', 'code'].map((name) => form.get(name));
				expect(given).toEqual([client.clientId, client.clientSecret, highlevelCode]);
				const token = { access_token: accessToken, token_type: 'Bearer', expires_in: 86_400 };
				return ok({ ...token, refresh_token: 'r', locationId });
			},
		},
		routes: {
			'POST /contacts/upsert/': ({ body }) => {
				const { phone } = contact.parse(body);
				const known = contacts.find((one) => one.phone === phone);
				const upserted = known ?? { id: `contact-${contacts.length + 1}`, phone };
				if (known === undefined) contacts.push(upserted);
				return ok({ new: known === undefined, contact: { ...upserted, locationId } });
			},
			'POST /contacts/*/notes': ({ body }, contactId) => {
				expectKnown(contacts, contactId, 'contact');
				notes.push({ contactId, body: note.parse(body).body });
				return created({ note: { id: `note-${notes.length}` } });
			},
		},
	} satisfies Vendor & Record<string, unknown>;
}
