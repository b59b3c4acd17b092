import * as z from 'zod/v4';
import { notFound, uploadedFile, type Vendor } from './vendor.mts';

export const hubspotToken = 'hubspot-token-for-the-test';

const search = z.strictObject({
	filterGroups: z
		.array(
			z.strictObject({
				filters: z
					.array(
						z.strictObject({
							propertyName: z.literal('phone'),
							operator: z.literal('EQ'),
							value: z.string().min(1),
						}),
					)
					.length(1),
			}),
		)
		.length(1),
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
			types: z
				.array(
					z.strictObject({
						associationCategory: z.literal('HUBSPOT_DEFINED'),
						// From a call to a contact.
						associationTypeId: z.literal(194),
					}),
				)
				.length(1),
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
	/** By the id of a call. */
	const attachments: Record<string, string> = {};
	return {
		host: 'api.hubapi.com',
		contacts,
		calls,
		files,
		attachments,
		answer: ({ method, path, authorization, body }) => {
			if (authorization !== `Bearer ${hubspotToken}`) throw new Error('wrong authorization');
			const [, callId] = /^\/crm\/v3\/objects\/calls\/(\d+)$/.exec(path) ?? [];
			if (method === 'PATCH' && callId !== undefined) {
				const { hs_attachment_ids: fileId } = attachment.parse(body).properties;
				const known = [
					calls.some(({ id }) => id === callId),
					files.some(({ id }) => id === fileId),
				];
				if (known.includes(false)) throw new Error('there is no such call or file');
				attachments[callId] = fileId;
				return { status: 200, body: { id: callId } };
			}
			if (method !== 'POST') return notFound;
			if (path === '/files/v3/files') {
				const added = { id: String(901 + files.length), ...upload.parse(body) };
				files.push(added);
				return { status: 201, body: { id: added.id } };
			}
			if (path === '/crm/v3/objects/contacts/search') {
				const phone = search.parse(body).filterGroups[0]?.filters[0]?.value;
				const results = contacts.filter(({ properties }) => properties.phone === phone);
				return { status: 200, body: { total: results.length, results } };
			}
			if (path === '/crm/v3/objects/contacts') {
				const added = { id: String(101 + contacts.length), ...contact.parse(body) };
				contacts.push(added);
				return { status: 201, body: added };
			}
			if (path === '/crm/v3/objects/calls') {
				const added = { id: String(501 + calls.length), ...call.parse(body) };
				const unknown = added.associations.find(
					({ to }) => !contacts.some(({ id }) => id === to.id),
				);
				if (unknown !== undefined) throw new Error('there is no such contact');
				calls.push(added);
				return { status: 201, body: added };
			}
			return notFound;
		},
	} satisfies Vendor & Record<string, unknown>;
}
