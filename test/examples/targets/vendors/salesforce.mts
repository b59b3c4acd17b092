import { generateKeyPairSync } from 'node:crypto';
import { jwtVerify } from 'jose';
import * as z from 'zod/v4';
import { notFound, type Vendor } from './vendor.mts';

const host = 'voice-agent.my.salesforce.com';
const accessToken = 'salesforce-token-for-the-test';
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** For n8n's credential of a connected app. */
export const salesforceAccount = {
	environment: 'production',
	clientId: 'salesforce-client',
	username: 'n8n@example.com',
	privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
	myDomainUrl: `https://${host}`,
};

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
	return {
		host,
		people,
		tasks,
		answer: async ({ method, path, query: { q }, authorization, body }) => {
			if (path === '/services/oauth2/token') {
				const form = new URLSearchParams(z.string().parse(body));
				await jwtVerify(form.get('assertion') ?? '', publicKey, {
					algorithms: ['RS256'],
					issuer: salesforceAccount.clientId,
					subject: salesforceAccount.username,
					audience: salesforceAccount.myDomainUrl,
				});
				return {
					status: 200,
					body: { access_token: accessToken, instance_url: `https://${host}` },
				};
			}
			if (authorization !== `Bearer ${accessToken}`) throw new Error('wrong authorization');
			if (method === 'GET' && path === '/services/data/v59.0/query') {
				const [, type, field, list = '', isOpen] = query.exec(q ?? '') ?? [];
				if (field !== 'Phone' && field !== 'MobilePhone') throw new Error(`another query: ${q}`);
				if ((type === 'Lead') !== (isOpen !== undefined))
					throw new Error('not the open leads alone');
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
				return { status: 200, body: { totalSize: records.length, done: true, records } };
			}
			if (method === 'POST' && path === '/services/data/v59.0/sobjects/task') {
				const added = task.parse(body);
				if (added.WhoId !== null && !people.some(({ Id }) => Id === added.WhoId)) {
					throw new Error('there is no such person');
				}
				tasks.push(added);
				return { status: 201, body: { id: `00T${tasks.length}`, success: true, errors: [] } };
			}
			return notFound;
		},
	} satisfies Vendor & Record<string, unknown>;
}
