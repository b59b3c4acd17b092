import * as z from 'zod/v4';
import { association, createHubspotDeals, dealContracts, digits } from './hubspot-deals.mts';
import {
	created,
	expectKnown,
	keep,
	ok,
	text,
	uploadedFile,
	type Vendor,
} from '../../../support/vendors/vendor.mts';

const filter = z.union([
	z.strictObject({ propertyName: text, operator: z.literal(['EQ', 'NEQ', 'GT']), value: text }),
	z.strictObject({
		propertyName: text,
		operator: z.literal(['IN', 'NOT_IN']),
		values: z.array(text).min(1),
	}),
]);
// The guide to the search: five groups, six filters a group, 200 results.
const search = z.strictObject({
	filterGroups: z
		.array(z.strictObject({ filters: z.array(filter).min(1).max(6) }))
		.min(1)
		.max(5),
	properties: z.array(text).optional(),
	sorts: z.array(z.union([text, z.record(z.string(), text)])).optional(),
	after: digits.optional(),
	limit: z.int().min(1).max(200).optional(),
});
// Of the many properties those that hold a name, a number or the owner, and a checkbox that the account added.
const contactProperties = z.strictObject({
	...{ phone: text.optional(), mobilephone: text.optional(), email: text.optional() },
	...{ firstname: text.optional(), lastname: text.optional() },
	...{ hubspot_owner_id: digits.optional(), do_not_call: z.enum(['true', 'false']).optional() },
});
const contact = z.strictObject({
	properties: contactProperties,
	associations: z.array(association).optional(),
});
const contactUpdate = z.strictObject({ properties: contactProperties });
const call = z.strictObject({
	properties: z.strictObject({
		hs_timestamp: z.union([z.iso.datetime(), digits]),
		hs_call_title: text.optional(),
		hs_call_body: text.max(65_536).optional(),
		hs_call_direction: z.enum(['INBOUND', 'OUTBOUND']).optional(),
		hs_call_status: z
			.literal([
				...(['BUSY', 'CALLING_CRM_USER', 'CANCELED', 'COMPLETED', 'CONNECTING'] as const),
				...(['FAILED', 'IN_PROGRESS', 'NO_ANSWER', 'QUEUED', 'RINGING'] as const),
			])
			.optional(),
		// Milliseconds, as text.
		hs_call_duration: digits.optional(),
	}),
	associations: z.array(association),
});
const upload = z
	.strictObject({
		file: uploadedFile,
		fileName: text.optional(),
		folderPath: text.startsWith('/').optional(),
		folderId: digits.optional(),
		options: z
			.string()
			.transform((json): unknown => JSON.parse(json))
			.pipe(
				z.looseObject({
					access: z.enum(['PRIVATE', 'PUBLIC_INDEXABLE', 'PUBLIC_NOT_INDEXABLE']),
				}),
			),
	})
	.refine(({ folderPath, folderId }) => folderPath !== undefined || folderId !== undefined);
const attachment = z.strictObject({
	properties: z.strictObject({ hs_attachment_ids: z.string().regex(/^\d+(;\d+)*$/) }),
});

type Contact = z.infer<typeof contact>;
type Stored<Written> = Written & { id: string };

/**
 * HubSpot's CRM API v3: search of contacts, contacts, deals, calls and private files. The specification has
 * `properties` of any name; their names and values are from HubSpot's guides to contacts and calls.
 */
export function createHubspot(account: string) {
	const appToken = `hubspot-token-for-the-test${account}`;
	const contacts: Stored<Contact>[] = [];
	const calls: Stored<z.infer<typeof call>>[] = [];
	const files: Stored<z.infer<typeof upload>>[] = [];
	const attachments: { callId: string; fileId: string }[] = [];
	const { deals, dealUpdates, pipelines, routes } = createHubspotDeals(contacts);
	return {
		host: 'api.hubapi.com',
		contract: `HubSpot/HubSpot-public-api-spec-collection 99893791 (contacts, calls, files), ${dealContracts}`,
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
		deals,
		dealUpdates,
		pipelines,
		written: [calls, files, attachments, deals, dealUpdates],
		routes: {
			...routes,
			'POST /crm/v3/objects/contacts/search': ({ body }) => {
				const { filterGroups, limit = 10, after = '0' } = search.parse(body);
				const results = contacts.filter((one) =>
					filterGroups.some(({ filters }) =>
						filters.every((wanted) => {
							const held = readProperty(one, wanted.propertyName);
							const values = 'values' in wanted ? wanted.values : [wanted.value];
							return held !== undefined && values.includes(held);
						}),
					),
				);
				const end = Number(after) + limit;
				const next = end < results.length && { paging: { next: { after: String(end) } } };
				return ok({
					...{ total: results.length, results: results.slice(Number(after), end) },
					...next,
				});
			},
			'POST /crm/v3/objects/contacts': ({ body }) =>
				created(keep(contacts, { id: String(101 + contacts.length), ...contact.parse(body) })),
			'PATCH /crm/v3/objects/contacts/*': ({ body }, contactId) => {
				const { properties } = contactUpdate.parse(body);
				const known = expectKnown(contacts, contactId, 'contact');
				Object.assign(known.properties, properties);
				return ok(known);
			},
			'POST /crm/v3/objects/calls': ({ body }) => {
				const added = { id: String(501 + calls.length), ...call.parse(body) };
				for (const { to } of added.associations) expectKnown(contacts, to.id, 'contact');
				return created(keep(calls, added));
			},
			'POST /files/v3/files': ({ body }) => {
				const { id } = keep(files, { id: String(901 + files.length), ...upload.parse(body) });
				return created({ id });
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

/** A property of a contact. HubSpot works out the searchable ones: digits without the calling code. */
function readProperty({ properties }: Contact, name: string): string | undefined {
	const { phone, mobilephone, lastname, firstname, email } = properties;
	const properly: Record<string, string | undefined> = {
		...{ phone, mobilephone, lastname, firstname, email },
		hs_searchable_calculated_phone_number: readLocalDigits(phone),
		hs_searchable_calculated_mobile_number: readLocalDigits(mobilephone),
	};
	if (!(name in properly)) throw new Error(`a contact has no property ${name}`);
	return properly[name];
}

const readLocalDigits = (number: string | undefined) =>
	number?.replace(/^\+(?:1|49|44)/, '').replace(/\D/g, '');
