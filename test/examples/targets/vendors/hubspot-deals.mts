import * as z from 'zod/v4';
import {
	expectKnown,
	keep,
	ok,
	text,
	withQuery,
	type Vendor,
} from '../../../support/vendors/vendor.mts';

/** Of HubSpot's collection, beside that of its other objects. */
export const dealContracts = 'cd8dec5a (deals), fda1346f (pipelines), read on 2026-11-28';

export const digits = z.string().regex(/^\d+$/);
const associationType = z.strictObject({
	associationCategory: z.enum(['HUBSPOT_DEFINED', 'INTEGRATOR_DEFINED', 'USER_DEFINED']),
	associationTypeId: z.int(),
});
/** What a new object belongs to, and how. */
export const association = z.strictObject({
	to: z.strictObject({ id: digits }),
	types: z.array(associationType).min(1),
});
// The names are from HubSpot's guide to deals; the specification has `properties` of any name.
const dealProperties = z.strictObject({
	...{ dealname: text.optional(), dealstage: text.optional(), pipeline: text.optional() },
	...{ amount: text.optional(), closedate: text.optional(), hubspot_owner_id: digits.optional() },
});
const newDeal = z.strictObject({
	properties: dealProperties,
	associations: z.array(association),
});
const dealUpdate = z.strictObject({ properties: dealProperties });
const batch = z.strictObject({
	idProperty: text.optional(),
	// The guide to batches: 100 at a time.
	inputs: z.array(z.strictObject({ id: digits })).max(100),
	properties: z.array(text),
	propertiesWithHistory: z.array(text),
});
const archived = z.strictObject({ archived: z.enum(['true', 'false']).optional() });
const contactQuery = archived.extend({
	...{ associations: text.optional(), idProperty: text.optional() },
	...{ properties: text.optional(), propertiesWithHistory: text.optional() },
});

/** So many of a contact's associations come at once. */
const linesOnPage = 500;

const dates = {
	createdAt: '2026-01-01T00:00:00Z',
	updatedAt: '2026-01-01T00:00:00Z',
	archived: false,
};
const stage = (displayOrder: number, id: string, label: string, probability: string) => ({
	...{ id, label, displayOrder, ...dates },
	metadata: { isClosed: String(['0.0', '1.0'].includes(probability)), probability },
});

/** A deal as it is stored, with the contacts that it belongs to. */
export type Deal = z.infer<typeof newDeal> & { id: string };

/**
 * HubSpot's deals and their pipelines: the deals of a contact, a batch read, a new deal, an update. The stages
 * do not come in their order. Two of one order are sorted by label, as the specification says.
 */
export function createHubspotDeals(contacts: { id: string }[]) {
	const deals: Deal[] = [];
	const dealUpdates: { id: string; dealstage: string | undefined }[] = [];
	const pipelines = [
		{
			...{ id: 'default', label: 'Sales Pipeline', displayOrder: 0, ...dates },
			stages: [
				stage(4, 'contractsent', 'Contract Sent', '0.9'),
				stage(0, 'appointmentscheduled', 'Appointment Scheduled', '0.2'),
				stage(5, 'closedwon', 'Closed Won', '1.0'),
				stage(1, 'qualifiedtobuy', 'Qualified To Buy', '0.4'),
				stage(6, 'closedlost', 'Closed Lost', '0.0'),
				stage(2, 'presentationscheduled', 'Presentation Scheduled', '0.6'),
			],
		},
		{
			...{ id: '70011', label: 'Renewals', displayOrder: 1, ...dates },
			stages: [
				stage(1, '70013', 'Called', '0.5'),
				stage(1, '70012', 'Asked', '0.3'),
				stage(2, '70014', 'Renewed', '1.0'),
			],
		},
	];

	/** Throws unless the stage is one of the pipeline. */
	const expectStage = ({ pipeline = 'default', dealstage }: Deal['properties']) => {
		const { stages = [] } = pipelines.find(({ id }) => id === pipeline) ?? {};
		expectKnown(stages, dealstage, 'stage of the pipeline');
	};
	const show = ({ id, properties }: Deal) => ({ id, properties, ...dates });

	return {
		deals,
		/** The stages that deals were moved to. */
		dealUpdates,
		pipelines,
		routes: {
			'GET /crm/v3/pipelines/deals': () => ok({ results: pipelines }),
			'GET /crm/v3/objects/contacts/*': withQuery(
				contactQuery,
				({ associations }, _, contactId) => {
					expectKnown(contacts, contactId, 'contact');
					const own = deals.filter((deal) =>
						deal.associations.some(({ to }) => to.id === contactId),
					);
					// Each way in which both belong together is a line.
					const types = ['contact_to_deal', 'contact_to_deal_unlabeled'];
					const lines = own.flatMap(({ id }) => types.map((type) => ({ id, type })));
					const results = lines.slice(0, linesOnPage);
					const { length } = results;
					const next = length < lines.length && { paging: { next: { after: String(length) } } };
					const shown = associations === 'deals' && length > 0;
					return ok({
						...{ id: contactId, properties: {}, ...dates },
						...(shown && { associations: { deals: { results, ...next } } }),
					});
				},
			),
			'POST /crm/v3/objects/0-3/batch/read': withQuery(archived, (_, { body }) => {
				const ids = batch.parse(body).inputs.map(({ id }) => id);
				const results = deals.filter(({ id }) => ids.includes(id)).map(show);
				return ok({ status: 'COMPLETE', results });
			}),
			'POST /crm/v3/objects/0-3': ({ body }) => {
				const added = { id: String(3001 + deals.length), ...newDeal.parse(body) };
				for (const { to } of added.associations) expectKnown(contacts, to.id, 'contact');
				expectStage(added.properties);
				return ok(show(keep(deals, added)));
			},
			'PATCH /crm/v3/objects/0-3/*': ({ body }, dealId) => {
				const { properties } = dealUpdate.parse(body);
				const known = expectKnown(deals, dealId, 'deal');
				expectStage({ ...known.properties, ...properties });
				Object.assign(known.properties, properties);
				dealUpdates.push({ id: dealId, dealstage: properties.dealstage });
				return ok(show(known));
			},
		} satisfies Vendor['routes'],
	};
}
