import * as z from 'zod/v4';
import { createServiceAccount } from './service-account.mts';
import { created, ok, type Vendor } from './vendor.mts';

const host = 'voice-agent.my.salesforce.com';
const accessToken = 'salesforce-token-for-the-test';

/** The one query that the node makes of our conditions: anything else is not answered. */
const query =
	/^SELECT Id FROM (Contact|Lead) WHERE (Phone|MobilePhone) IN \(((?:'(?:[^'\\]|\\.)*',?)+)\)( AND IsConverted = false)? LIMIT 1$/;
const task = z.strictObject({
	Status: z.literal('Completed'),
	TaskSubtype: z.literal('Call'),
	WhoId: z.string().nullable(),
	Subject: z.string().min(1).max(255),
	CallType: z.enum(['Inbound', 'Outbound']),
	Description: z.string().min(1).max(32_000),
	ActivityDate: z.iso.date(),
	CallDisposition: z.string().max(255),
	CallDurationInSeconds: z.int(),
});

/** A contact or a lead, as far as a search looks at it. */
interface Person {
	Id: string;
	type: 'Contact' | 'Lead';
	Phone?: string;
	MobilePhone?: string;
	IsConverted?: boolean;
}

/** Salesforce's REST API v59.0: token, query and tasks. Names and values are from the vendor's public reference. */
export function createSalesforce() {
	const people: Person[] = [];
	const tasks: z.infer<typeof task>[] = [];
	const { privateKey, verify } = createServiceAccount();
	const app = { clientId: 'salesforce-client', username: 'n8n@example.com' };
	const myDomainUrl = `https://${host}`;
	return {
		host,
		credential: {
			type: 'salesforceJwtApi',
			nodes: ['n8n-nodes-base.salesforce'],
			fields: { ...app, environment: 'production', privateKey, myDomainUrl },
		},
		authorization: `Bearer ${accessToken}`,
		people,
		tasks,
		written: [tasks],
		tokens: {
			'POST /services/oauth2/token': async ({ body }) => {
				const { clientId: issuer, username: subject } = app;
				await verify(body, { issuer, subject, audience: myDomainUrl });
				return ok({ access_token: accessToken, instance_url: myDomainUrl });
			},
		},
		routes: {
			'GET /services/data/v59.0/query': ({ query: { q } }) => {
				const [, type, field, list = '', isOpen] = query.exec(q ?? '') ?? [];
				if (field !== 'Phone' && field !== 'MobilePhone') throw new Error(`another query: ${q}`);
				if ((type === 'Lead') !== (isOpen !== undefined)) {
					throw new Error('not the open leads alone');
				}
				const values = [...list.matchAll(/'((?:[^'\\]|\\.)*)'/g)].map(([, value = '']) =>
					value.replace(/\\(.)/g, '$1'),
				);
				const found = people.filter(
					(person) =>
						person.type === type &&
						values.includes(person[field] ?? '') &&
						(isOpen === undefined || person.IsConverted !== true),
				);
				const records = found.slice(0, 1).map(({ Id }) => ({ Id }));
				return ok({ totalSize: records.length, done: true, records });
			},
			'POST /services/data/v59.0/sobjects/task': ({ body }) => {
				const added = task.parse(body);
				if (added.WhoId !== null && !people.some(({ Id }) => Id === added.WhoId)) {
					throw new Error('there is no such person');
				}
				tasks.push(added);
				return created({ id: `00T${tasks.length}`, success: true, errors: [] });
			},
		},
	} satisfies Vendor & Record<string, unknown>;
}
