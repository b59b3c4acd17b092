import { randomUUID } from 'node:crypto';
import Router from '@koa/router';
import type { SandboxUser } from '../identity/identity-types.mts';
import type { SandboxState } from '../state.mts';
import { Problem } from '../problem.mts';
import { parseBody, readBody } from '../read-body.mts';
import { serveRecording } from '../recordings/serve-recording.mts';
import type { RegistrationRules } from '../types.mts';

export interface ApiContext {
	state: SandboxState;
	now: () => Date;
	/** Gives the user of an Authorization header or throws a 401 problem. */
	checkAccessToken(authorization: string | undefined): Promise<SandboxUser>;
}

/** The routes of part 4.1 and the recordings. Paths match in any case, as the document's own do. */
export function createApiRouter({ state, now, checkAccessToken }: ApiContext): Router {
	const router = new Router();

	router.get('/api/Users/me', async (ctx) => {
		const user = await checkAccessToken(ctx.headers.authorization);
		ctx.body = { id: user.id, name: user.name, username: user.username, email: user.email };
	});

	router.post('/api/Webhooks', async (ctx) => {
		const text = await readBody(ctx.req);
		const user = await checkAccessToken(ctx.headers.authorization);
		if (!ctx.is('application/json')) {
			throw new Problem(415, 'The body must be sent as application/json.');
		}
		const { url, body } = parseRegistration(text, state.rules);
		if (state.rules.isUrlUnique && state.registrations.some((known) => known.url === url)) {
			throw new Problem(409, 'Only one webhook may have this URL.');
		}
		const id = randomUUID();
		state.registrations.push({
			id,
			userId: user.id,
			url,
			body,
			created_at: now().toISOString(),
		});
		ctx.status = 201;
		ctx.body = { id };
	});

	router.all('/api/webhooks/notifications/events/ConversationComplete', async (ctx) => {
		await readBody(ctx.req);
		throw new Problem(404, 'This endpoint is documentation only and must not be called.');
	});

	router.get('/recordings/:id/:file', serveRecording(state, now));

	return router;
}

/** Reads the body of POST /api/Webhooks. Throws a 400 problem that names the field. */
function parseRegistration(
	text: string,
	rules: RegistrationRules,
): { url: string; body: Record<string, unknown> } {
	const body = parseBody(text);
	if (!isObject(body)) throw new Problem(400, 'The body must be a JSON object.');
	const url = body[rules.urlField] ?? '';
	if (url === '') throw new Problem(400, `The field ${rules.urlField} is required.`);
	if (typeof url !== 'string' || !/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
		throw new Problem(400, `The field ${rules.urlField} must be an http or https URL.`);
	}
	return { url, body };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
