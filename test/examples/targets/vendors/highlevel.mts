import * as z from 'zod/v4';
import {
	created,
	createApplication,
	expectKnown,
	ok,
	text,
	type Vendor,
} from '../../../support/vendors/vendor.mts';

const locationId = 'location-1';
const contact = z.strictObject({
	...{ firstName: text.nullish(), lastName: text.nullish(), name: text.nullish() },
	email: z.email().nullish(),
	phone: text.nullish(),
	locationId: z.literal(locationId),
	source: text.optional(),
	tags: z.array(text).optional(),
});
const note = z.strictObject({
	userId: text.optional(),
	body: text,
	title: text.optional(),
	color: text.optional(),
	pinned: z.boolean().optional(),
});

/** HighLevel's API 2021-07-28: token, upsert of a contact and its notes. */
export function createHighlevel(account: string) {
	const application = createApplication(`highlevel${account}`, { locationId });
	const contacts: { id: string; phone: string }[] = [];
	const notes: { contactId: string; body: string }[] = [];
	return {
		host: 'services.leadconnectorhq.com',
		contract: 'GoHighLevel/highlevel-api-docs 0af86a4c (contacts, oauth)',
		credential: {
			type: 'highLevelOAuth2Api',
			nodes: ['n8n-nodes-base.highLevel'],
			fields: { ...application.fields, scope: 'contacts.write locations.readonly' },
			signsIn: true,
		},
		authorization: application.authorization,
		contacts,
		notes,
		written: [notes],
		tokens: { 'POST /oauth/token': application.giveToken },
		isAsked: application.isAsked,
		routes: {
			'POST /contacts/upsert/': ({ body }) => {
				const phone = text.parse(contact.parse(body).phone);
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
