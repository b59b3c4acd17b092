import Router from '@koa/router';
import type { SandboxUser } from '../identity/identity-types.mts';
import type { SandboxState } from '../state.mts';
import { Problem } from '../problem.mts';
import { readBody } from '../read-body.mts';
import { serveRecording } from '../recordings/serve-recording.mts';
import type { Wait } from '../types.mts';
import { deleteWebhook, registerWebhook } from './register-webhook.mts';

export interface ApiContext {
	state: SandboxState;
	now: () => Date;
	wait: Wait;
	/** Gives the user of an Authorization header or throws a 401 problem. */
	checkAccessToken(authorization: string | undefined): Promise<SandboxUser>;
}

/** The routes of part 4.1 and the recordings. Paths match in any case, as the document's own do. */
export function createApiRouter(context: ApiContext): Router {
	const { state, now, checkAccessToken } = context;
	const router = new Router();

	router.get('/api/Users/me', async (ctx) => {
		const user = await checkAccessToken(ctx.headers.authorization);
		ctx.body = state.speech.ways.describeUser(user);
	});

	router.post('/api/Webhooks', async (ctx) => {
		const text = await readBody(ctx.req);
		const user = await checkAccessToken(ctx.headers.authorization);
		if (!ctx.is('application/json')) {
			throw new Problem(415, 'The body must be sent as application/json.');
		}
		await registerWebhook(context, user.id, text, ctx);
	});

	router.delete('/api/Webhooks/:id', async (ctx, next) => {
		const { deletedStatus } = state.speech.ways;
		if (deletedStatus === undefined) return await next();
		await checkAccessToken(ctx.headers.authorization);
		deleteWebhook(state, String(ctx.params.id), deletedStatus);
		ctx.status = deletedStatus;
	});

	router.all('/api/webhooks/notifications/events/ConversationComplete', async (ctx) => {
		await readBody(ctx.req);
		throw new Problem(404, 'This endpoint is documentation only and must not be called.');
	});

	router.get('/recordings/:id/:file', serveRecording(state, now));

	return router;
}
