import * as z from 'zod/v4';
import { created, expectKnown, ok, uploadedFile, type Vendor } from './vendor.mts';

const appToken = 'hubspot-token-for-the-test';

const filter = z.strictObject({
	propertyName: z.literal('phone'),
	operator: z.literal('EQ'),
	value: z.string().min(1),
});
const search = z.strictObject({
	filterGroups: z.tuple([z.strictObject({ filters: z.tuple([filter]) })]),
	sorts: z.array(z.strictObject({ propertyName: z.string(), direction: z.string() })).optional(),
	limit: z.int().min(1).max(200),
});
const contact = z.strictObject({
	properties: z.strictObject({ phone: z.string().min(1), lastname: z.string().min(1) }),
});
const call = z.strictObject({
	properties: z.strictObject({
		hs_timestamp: z.iso.datetime(),
		hs_call_title: z.string(),
		hs_call_body: z.string(),
		hs_call_direction: z.enum(['INBOUND', 'OUTBOUND']),
		hs_call_status: z.enum(['COMPLETED', 'FAILED', 'NO_ANSWER']),
		// HubSpot takes milliseconds, as text.
		hs_call_duration: z.string().regex(/^\d*$/),
	}),
	associations: z.array(
		z.strictObject({
			to: z.strictObject({ id: z.string().regex(/^\d+$/) }),
			types: z.tuple([
				z.strictObject({
					associationCategory: z.literal('HUBSPOT_DEFINED'),
					// From a call to a contact.
					associationTypeId: z.literal(194),
				}),
			]),
		}),
	),
});
const upload = z.strictObject({
	file: uploadedFile,
	folderPath: z.string().startsWith('/'),
	// By default HubSpot lists a file in search engines.
	options: z.literal('{"access":"PRIVATE"}'),
});
const attachment = z.strictObject({
	properties: z.strictObject({ hs_attachment_ids: z.string().regex(/^\d+$/) }),
});

type Stored<Written> = Written & { id: string };

/**
 * HubSpot's CRM API v3: search of contacts, contacts, calls and private files. The request types of the npm package
 * @hubspot/api-client 14.0.1 say no more of an object than `properties: { [key: string]: string }`, in
 * 8,800 files, so names and values are from the vendor's public reference alone.
 */
export function createHubspot() {
	const contacts: Stored<z.infer<typeof contact>>[] = [];
	const calls: Stored<z.infer<typeof call>>[] = [];
	const files: Stored<z.infer<typeof upload>>[] = [];
	const attachments: { callId: string; fileId: string }[] = [];
	return {
		host: 'api.hubapi.com',
		credential: {
			type: 'hubspotAppToken',
			nodes: ['n8n-nodes-base.hubspot'],
			fields: { appToken },
		},
		authorization: `Bearer ${appToken}`,
		contacts,
		calls,
		files,
		attachments,
		written: [calls, files, attachments],
		routes: {
			'POST /crm/v3/objects/contacts/search': ({ body }) => {
				const [{ filters }] = search.parse(body).filterGroups;
				const results = contacts.filter(({ properties }) => properties.phone === filters[0].value);
				return ok({ total: results.length, results });
			},
			'POST /crm/v3/objects/contacts': ({ body }) => {
				const added = { id: String(101 + contacts.length), ...contact.parse(body) };
				contacts.push(added);
				return created(added);
			},
			'POST /crm/v3/objects/calls': ({ body }) => {
				const added = { id: String(501 + calls.length), ...call.parse(body) };
				for (const { to } of added.associations) expectKnown(contacts, to.id, 'contact');
				calls.push(added);
				return created(added);
			},
			'POST /files/v3/files': ({ body }) => {
				const added = { id: String(901 + files.length), ...upload.parse(body) };
				files.push(added);
				return created({ id: added.id });
			},
			'PATCH /crm/v3/objects/calls/*': ({ body }, callId) => {
				const { hs_attachment_ids: fileId } = attachment.parse(body).properties;
				expectKnown(calls, callId, 'call');
				expectKnown(files, fileId, 'file');
				attachments.push({ callId, fileId });
				return ok({ id: callId });
			},
		},
	} satisfies Vendor & Record<string, unknown>;
}
