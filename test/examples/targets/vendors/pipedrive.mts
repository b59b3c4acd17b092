import * as z from 'zod/v4';
import {
	bytesOf,
	expectKnown,
	keep,
	ok,
	text,
	uploadedFile,
	withQuery,
	type Application,
	type Vendor,
} from '../../../support/vendors/vendor.mts';

const kilobyte = 1024;
const id = z.int().positive();
const fieldNames = ['custom_fields', 'email', 'notes', 'phone', 'name'];
const search = z.strictObject({
	term: text,
	fields: text
		.refine((list) => list.split(',').every((name) => fieldNames.includes(name)))
		.optional(),
	exact_match: z.enum(['true', 'false']).optional(),
	limit: z.coerce.number().int().min(1).max(500).optional(),
	cursor: z.string().regex(/^\d+$/).optional(),
});
const labelled = z.strictObject({
	value: text,
	primary: z.boolean().optional(),
	label: text.optional(),
});
const person = z.strictObject({
	name: text.max(255),
	...{ owner_id: id.optional(), org_id: id.optional(), add_time: text.optional() },
	emails: z.array(labelled).optional(),
	phones: z.array(labelled).optional(),
	visible_to: z.int().optional(),
	label_ids: z.array(id).optional(),
});
const activity = z.strictObject({
	subject: text.max(255),
	type: text.optional(),
	done: z.boolean().optional(),
	due_date: z.iso.date().optional(),
	due_time: text.optional(),
	duration: text.optional(),
	note: bytesOf(100 * kilobyte).optional(),
	...{ owner_id: id.optional(), deal_id: id.optional(), org_id: id.optional() },
	participants: z
		.array(z.strictObject({ person_id: id, primary: z.boolean().optional() }))
		.min(1)
		.optional(),
});
const upload = z.strictObject({
	file: uploadedFile,
	...Object.fromEntries(
		['deal_id', 'person_id', 'org_id', 'lead_id', 'product_id'].map((name) => [
			name,
			text.optional(),
		]),
	),
	activity_id: z.string().regex(/^\d+$/).optional(),
});
const note = z
	.strictObject({
		content: bytesOf(100 * kilobyte),
		...{ person_id: id.optional(), deal_id: id.optional(), org_id: id.optional() },
		lead_id: text.optional(),
	})
	.refine(({ content: _, ...owners }) => Object.keys(owners).length > 0, 'a note of nobody');

type Stored<Written> = Written & { id: number };

/** Pipedrive's sign-in. */
export function createPipedriveTokens(application: Application) {
	return {
		host: 'oauth.pipedrive.com',
		contract: 'https://pipedrive.readme.io/docs/marketplace-oauth-authorization',
		credential: {
			type: 'pipedriveOAuth2Api',
			nodes: ['n8n-nodes-base.pipedrive'],
			fields: application.fields,
			signsIn: true,
		},
		tokens: { 'POST /oauth/token': application.giveToken },
		isAsked: application.isAsked,
	} satisfies Vendor;
}

/**
 * Pipedrive: notes and files (API v1); search of persons, persons and activities (API v2). Search by v1
 * is gone: out of support since 2026-08-01. The limit of 100 kB is from Pipedrive's changelog of 2025-09-21.
 */
export function createPipedrive(application: Application) {
	const persons: Stored<z.infer<typeof person>>[] = [];
	const activities: Stored<z.infer<typeof activity>>[] = [];
	const notes: z.infer<typeof note>[] = [];
	const files: z.infer<typeof upload>[] = [];
	const done = (data: unknown) => ok({ success: true, data });
	return {
		host: 'api.pipedrive.com',
		contract:
			"Pipedrive's openapi.yaml and openapi-v2.yaml of 2026-03-22 (juhokoskela/pipedrive-go da656108)",
		authorization: application.authorization,
		persons,
		activities,
		notes,
		files,
		written: [activities, notes, files],
		routes: {
			'GET /api/v2/persons/search': withQuery(search, ({ term, limit = 100, cursor = '0' }) => {
				const found = persons.filter(({ phones = [] }) =>
					phones.some(({ value }) => value === term),
				);
				const end = Number(cursor) + limit;
				const items = found.slice(Number(cursor), end).map((item) => ({ result_score: 1, item }));
				const next_cursor = end < found.length ? String(end) : null;
				return ok({ success: true, data: { items }, additional_data: { next_cursor } });
			}),
			'POST /api/v2/persons': ({ body }) =>
				done(keep(persons, { id: persons.length + 1, ...person.parse(body) })),
			'POST /api/v2/activities': ({ body }) => {
				const added = { id: activities.length + 1, ...activity.parse(body) };
				for (const { person_id } of added.participants ?? []) {
					expectKnown(persons, person_id, 'person');
				}
				return done(keep(activities, added));
			},
			'POST /v1/notes': ({ body }) => {
				const added = keep(notes, note.parse(body));
				return done({ id: notes.length, ...added });
			},
			'POST /v1/files': ({ body }) => {
				const added = upload.parse(body);
				const activity_id = Number(added.activity_id);
				expectKnown(activities, activity_id, 'activity');
				keep(files, added);
				return done({ id: files.length, activity_id });
			},
		},
	} satisfies Vendor & Record<string, unknown>;
}
