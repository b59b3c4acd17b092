import { generateKeyPairSync } from 'node:crypto';
import { decodeJwt, jwtVerify } from 'jose';
import * as z from 'zod/v4';
import {
	created,
	ok,
	readForm,
	text,
	withQuery,
	type Vendor,
} from '../../../support/vendors/vendor.mts';

const host = 'voice-agent.my.salesforce.com';

/** Of the queries that Salesforce takes, the one that the node makes of our conditions. */
const query =
	/^SELECT Id FROM (Contact|Lead) WHERE (Phone|MobilePhone) IN \(((?:'(?:[^'\\]|\\.)*',?)+)\)( AND IsConverted = false)? LIMIT 1$/;
const id = z.string().regex(/^[A-Za-z0-9]{15}(?:[A-Za-z0-9]{3})?$/);
const task = z.strictObject({
	Status: text.max(40).optional(),
	TaskSubtype: z.enum(['Task', 'Email', 'ListEmail', 'Cadence', 'Call', 'LinkedIn']).nullish(),
	...{ WhoId: id.nullish(), WhatId: id.nullish(), OwnerId: id.optional() },
	Subject: text.max(255).nullish(),
	CallType: z.enum(['Inbound', 'Internal', 'Outbound']).nullish(),
	Description: text.max(32_000).nullish(),
	ActivityDate: z.iso.date().nullish(),
	CallDisposition: text.max(255).nullish(),
	CallObject: text.max(255).nullish(),
	CallDurationInSeconds: z.int().min(0).max(99_999_999).nullish(),
	Priority: text.max(40).optional(),
});

const tokenRequest = z.object({
	grant_type: z.literal('urn:ietf:params:oauth:grant-type:jwt-bearer'),
	assertion: z.string(),
});

/** A contact or a lead, as far as a search looks at it. */
interface Person {
	Id: string;
	type: 'Contact' | 'Lead';
	Phone?: string;
	MobilePhone?: string;
	IsConverted?: boolean;
}

/** Salesforce's REST API v59.0: token, query and tasks. Salesforce publishes no specification. */
export function createSalesforce(account: string) {
	const accessToken = `salesforce-token-for-the-test${account}`;
	const people: Person[] = [];
	const tasks: z.infer<typeof task>[] = [];
	// A user signs in with an assertion that a key of the user's own has signed.
	const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
	const privateKey = keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
	const app = { clientId: `salesforce-client${account}`, username: 'n8n@example.com' };
	const myDomainUrl = `https://${host}`;
	return {
		host,
		contract: "Salesforce's Field Reference and Object Reference (Task)",
		credential: {
			type: 'salesforceJwtApi',
			nodes: ['n8n-nodes-base.salesforce'],
			fields: { ...app, environment: 'production', privateKey, myDomainUrl },
		},
		authorization: `Bearer ${accessToken}`,
		people,
		tasks,
		written: [tasks],
		isAsked: ({ body }) => {
			const { assertion } = readForm(body);
			return assertion !== undefined && decodeJwt(assertion).iss === app.clientId;
		},
		tokens: {
			'POST /services/oauth2/token': async ({ body }) => {
				const { assertion } = tokenRequest.parse(readForm(body));
				const expected = { issuer: app.clientId, subject: app.username, audience: myDomainUrl };
				await jwtVerify(assertion, keys.publicKey, { algorithms: ['RS256'], ...expected });
				return ok({ access_token: accessToken, instance_url: myDomainUrl });
			},
		},
		routes: {
			'GET /services/data/v59.0/query': withQuery(z.strictObject({ q: text }), ({ q }) => {
				const [, type, field, list = '', isOpen] = query.exec(q) ?? [];
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
			}),
			'POST /services/data/v59.0/sobjects/task': ({ body }) => {
				const added = task.parse(body);
				if (added.WhoId && !people.some(({ Id }) => Id === added.WhoId)) {
					throw new Error('there is no such person');
				}
				tasks.push(added);
				return created({ id: `00T${tasks.length}`, success: true, errors: [] });
			},
		},
	} satisfies Vendor & Record<string, unknown>;
}
