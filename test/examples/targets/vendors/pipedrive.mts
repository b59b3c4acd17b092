import * as z from 'zod/v4';
import { expectKnown, ok, uploadedFile, type Vendor } from './vendor.mts';

const apiToken = 'pipedrive-token-for-the-test';

const token = { api_token: z.literal(apiToken) };
const withToken = z.strictObject(token);
const search = z.strictObject({
	...token,
	term: z.string().min(1),
	exact_match: z.literal('true'),
	fields: z.literal('phone'),
	limit: z.string().regex(/^\d+$/),
});
const person = z.strictObject({
	name: z.string().min(1),
	phones: z
		.array(z.strictObject({ value: z.string().min(1), primary: z.boolean(), label: z.string() }))
		.min(1),
});
const activity = z.strictObject({
	subject: z.string().min(1),
	type: z.literal('call'),
	done: z.boolean(),
	due_date: z.iso.date(),
	note: z.string(),
	participants: z
		.array(z.strictObject({ person_id: z.int().positive(), primary: z.literal(true) }))
		.length(1)
		.optional(),
});
const upload = z.strictObject({ file: uploadedFile, activity_id: z.string().regex(/^\d+$/) });
const note = z.strictObject({ content: z.string().min(1), person_id: z.int().positive() });

type Stored<Written> = Written & { id: number };

/**
 * Pipedrive: search of persons, notes and files (API v1), persons and activities (API v2). What the schemas above take was
 * compared with AddPersonRequest and AddActivityRequest of the npm package pipedrive 33.7.0: tsc finds it
 * assignable, with no name that they lack. With 22 MB the package is too large to be installed for that.
 */
export function createPipedrive() {
	const persons: Stored<z.infer<typeof person>>[] = [];
	const activities: Stored<z.infer<typeof activity>>[] = [];
	const notes: z.infer<typeof note>[] = [];
	const files: z.infer<typeof upload>[] = [];
	const done = (data: unknown) => ok({ success: true, data });
	return {
		host: 'api.pipedrive.com',
		credential: {
			type: 'pipedriveApi',
			nodes: ['n8n-nodes-base.pipedrive'],
			fields: { apiToken },
		},
		persons,
		activities,
		notes,
		files,
		written: [activities, notes, files],
		routes: {
			'GET /v1/persons/search': ({ query }) => {
				const { term } = search.parse(query);
				const found = persons.filter(({ phones }) => phones.some(({ value }) => value === term));
				return done({ items: found.map((item) => ({ result_score: 1, item })) });
			},
			'POST /api/v2/persons': ({ query, body }) => {
				withToken.parse(query);
				const added = { id: persons.length + 1, ...person.parse(body) };
				persons.push(added);
				return done(added);
			},
			'POST /api/v2/activities': ({ query, body }) => {
				withToken.parse(query);
				const added = { id: activities.length + 1, ...activity.parse(body) };
				for (const { person_id } of added.participants ?? []) {
					expectKnown(persons, person_id, 'person');
				}
				activities.push(added);
				return done(added);
			},
			'POST /v1/notes': ({ query, body }) => {
				withToken.parse(query);
				const added = note.parse(body);
				notes.push(added);
				return done({ id: notes.length, ...added });
			},
			'POST /v1/files': ({ query, body }) => {
				withToken.parse(query);
				const added = upload.parse(body);
				expectKnown(activities, Number(added.activity_id), 'activity');
				files.push(added);
				return done({ id: files.length, activity_id: Number(added.activity_id) });
			},
		},
	} satisfies Vendor & Record<string, unknown>;
}
