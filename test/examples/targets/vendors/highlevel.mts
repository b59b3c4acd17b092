import * as z from 'zod/v4';
import { notFound, type Vendor } from './vendor.mts';

const accessToken = 'highlevel-token-for-the-test';
const locationId = 'location-1';

/** For n8n's credential; the code that the sign-in brings is the stand-in's own. */
export const highlevelClient = {
	clientId: 'highlevel-client',
	clientSecret: 'highlevel-secret-for-the-test',
	scope: 'contacts.write locations.readonly',
};
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
		contacts,
		notes,
		answer: ({ method, path, authorization, body }) => {
			if (method !== 'POST') return notFound;
			if (path === '/oauth/token') {
				const form = new URLSearchParams(z.string().parse(body));
				const { clientId, clientSecret } = highlevelClient;
				const given = ['client_id', 'client_secret', 'code'].map((name) => form.get(name));
				expect(given).toEqual([clientId, clientSecret, highlevelCode]);
				const token = { access_token: accessToken, token_type: 'Bearer', expires_in: 86_400 };
				return { status: 200, body: { ...token, refresh_token: 'r', locationId } };
			}
			if (authorization !== `Bearer ${accessToken}`) throw new Error('wrong authorization');
			if (path === '/contacts/upsert/') {
				const { phone } = contact.parse(body);
				const known = contacts.find((one) => one.phone === phone);
				const upserted = known ?? { id: `contact-${contacts.length + 1}`, phone };
				if (known === undefined) contacts.push(upserted);
				return {
					status: 200,
					body: { new: known === undefined, contact: { ...upserted, locationId } },
				};
			}
			const [, contactId] = /^\/contacts\/([\w-]+)\/notes$/.exec(path) ?? [];
			if (contactId === undefined) return notFound;
			if (!contacts.some(({ id }) => id === contactId)) throw new Error('there is no such contact');
			notes.push({ contactId, body: note.parse(body).body });
			return { status: 201, body: { note: { id: `note-${notes.length}` } } };
		},
	} satisfies Vendor & Record<string, unknown>;
}
