import * as z from 'zod/v4';
import type { Answer } from '../../../support/vendors/switchboard.mts';
import {
	created,
	createApplication,
	keep,
	ok,
	text,
	withQuery,
	type Vendor,
} from '../../../support/vendors/vendor.mts';

export const zendeskSubdomain = 'voice-agent-tests';

const page = z.coerce.number().int().min(1);
const search = z.strictObject({
	query: z.string().regex(/^role:end-user phone:\*?\d+$/),
	...{ page: page.optional(), per_page: page.max(100).optional() },
});
const list = z.strictObject({ external_id: text });
const file = z.strictObject({
	type: text,
	content: z.instanceof(Buffer).refine(({ length }) => length > 0),
});
const comment = z.strictObject({
	html_body: text.max(65_000),
	public: z.boolean(),
	uploads: z.array(text).optional(),
});
const ticket = z.strictObject({
	subject: text,
	comment,
	...{ external_id: text.max(255).optional(), requester_id: z.int().positive().optional() },
	tags: z.array(z.string().regex(/^\S+$/)).optional(),
});
const update = z.strictObject({
	comment,
	...{ safe_update: z.boolean().optional(), updated_stamp: z.iso.datetime().optional() },
});

type Comment = z.infer<typeof comment>;
export interface ZendeskUser {
	id: number;
	name: string;
	phone: string | null;
}
export interface ZendeskTicket {
	id: number;
	subject: string;
	status: 'new' | 'open' | 'pending' | 'hold' | 'solved' | 'closed';
	external_id: string | null;
	/** Who signed in, if the ticket names nobody. */
	requester_id: number;
	tags: string[];
	updated_at: string;
	comments: Comment[];
}

/** Who signed in. */
export const zendeskAgent = 1;

const fail = (status: number, error: string, description: string): Answer => ({
	status,
	body: { error, description },
});
const invalid = (description: string) => fail(422, 'RecordInvalid', description);

/**
 * Zendesk's Support API v2: finds end users by number, keeps uploads, and finds, opens and updates tickets. Rules of
 * the reference beyond the OpenAPI: a key makes one ticket within two hours, and none with another body; `safe_update`
 * changes no ticket that has changed meanwhile; a closed ticket never changes; an upload is used once.
 */
export function createZendesk(account: string) {
	// Also: a comment has some 65,000 characters, a page 100 entries, and Zendesk's own form requires a subject.
	// Zendesk's sign-in asks for JSON, but n8n sends a form.
	const application = createApplication(`zendesk${account}`);
	const users: ZendeskUser[] = [];
	const tickets: ZendeskTicket[] = [];
	const uploads: { token: string; filename: string; html: string }[] = [];
	const used: string[] = [];
	const keys: { key: string; body: string; answer: Answer }[] = [];
	let changes = 0;
	const now = () => new Date(Date.UTC(2026, 10, 29) + (changes += 1) * 1000).toISOString();

	/** Uses the uploads of a comment, or says why Zendesk does not take the comment. */
	const refuseComment = ({ uploads: tokens = [] }: Comment): Answer | undefined => {
		const isThere = (token: string) => uploads.some((upload) => upload.token === token);
		if (!tokens.every((token) => isThere(token) && !used.includes(token))) {
			return invalid('Uploads: is invalid');
		}
		used.push(...tokens);
		return undefined;
	};

	const open = (given: z.infer<typeof ticket>): Answer => {
		const { requester_id = zendeskAgent, external_id = null, tags = [], subject } = given;
		const isKnown = [zendeskAgent, ...users.map(({ id }) => id)].includes(requester_id);
		if (!isKnown) return invalid('Requester: is invalid');
		const refusal = refuseComment(given.comment);
		if (refusal !== undefined) return refusal;
		const opened = keep<ZendeskTicket>(tickets, {
			...{ id: 35_001 + tickets.length, subject, status: 'new', external_id, requester_id, tags },
			...{ updated_at: now(), comments: [given.comment] },
		});
		return created({ ticket: show(opened) });
	};

	return {
		host: `${zendeskSubdomain}.zendesk.com`,
		contract:
			'api-evangelist/zendesk aaa5480 (oas.yaml: tickets, users, uploads), read on 2026-11-29; https://developer.zendesk.com/api-reference/ticketing/introduction/',
		credential: {
			type: 'zendeskOAuth2Api',
			nodes: [],
			fields: { ...application.fields, subdomain: zendeskSubdomain },
			signsIn: true,
		},
		authorization: application.authorization,
		users,
		tickets,
		uploads,
		written: [users, tickets, uploads, used, keys],
		tokens: {
			'POST /oauth/tokens': (request) => ({ ...application.giveToken(request), status: 201 }),
		},
		isAsked: application.isAsked,
		routes: {
			'GET /api/v2/users/search': withQuery(search, ({ query, page: at = 1, per_page = 100 }) => {
				const [, star, digits = ''] = /phone:(\*?)(\d+)/.exec(query) ?? [];
				const found = users.filter(({ phone }) => {
					const held = phone?.replace(/\D/g, '') ?? '';
					return star ? held.endsWith(digits) : held === digits;
				});
				const hasMore = found.length > at * per_page;
				return ok({
					users: found.slice((at - 1) * per_page, at * per_page),
					next_page: hasMore ? `https://zendesk.example.com/users?page=${at + 1}` : null,
					count: found.length,
				});
			}),
			'GET /api/v2/tickets': withQuery(list, ({ external_id: id }) => {
				const found = tickets.filter(({ external_id }) => external_id === id);
				return ok({ tickets: found.map(show), next_page: null, count: found.length });
			}),
			'POST /api/v2/uploads': withQuery(z.strictObject({ filename: text }), (query, { body }) => {
				const { content } = file.parse(body);
				const token = `upload-${uploads.length + 1}`;
				uploads.push({ token, ...query, html: content.toString() });
				return created({ upload: { token, attachment: { file_name: query.filename } } });
			}),
			'POST /api/v2/tickets': ({ body, idempotencyKey: key }) => {
				const sent = z.strictObject({ ticket }).parse(body);
				text.max(255).optional().parse(key);
				const known = keys.find((one) => one.key === key);
				const written = JSON.stringify(body);
				if (known === undefined) {
					const answer = open(sent.ticket);
					if (key !== undefined && answer.status === 201) keys.push({ key, body: written, answer });
					return { ...answer, headers: { 'x-idempotency-lookup': 'miss' } };
				}
				return known.body === written
					? { ...known.answer, headers: { 'x-idempotency-lookup': 'hit' } }
					: fail(400, 'IdempotentRequestError', 'The request does not fit the key');
			},
			'PUT /api/v2/tickets/*': ({ body }, id) => {
				const sent = z.strictObject({ ticket: update }).parse(body).ticket;
				const held = tickets.find((one) => String(one.id) === id);
				if (held === undefined) return fail(404, 'RecordNotFound', 'Not found');
				if (held.status === 'closed') return invalid('Status: closed prevents ticket update');
				if (sent.safe_update === true && sent.updated_stamp !== held.updated_at) {
					return fail(409, 'UpdateConflict', 'Safe Update prevented the update');
				}
				const refusal = refuseComment(sent.comment);
				if (refusal !== undefined) return refusal;
				held.comments.push(sent.comment);
				held.updated_at = now();
				return ok({ ticket: show(held) });
			},
		},
	} satisfies Vendor & Record<string, unknown>;
}

/** A ticket as Zendesk answers: comments have requests of their own. */
const show = ({ comments: _comments, ...shown }: ZendeskTicket) => shown;
