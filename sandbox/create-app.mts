import Koa from 'koa';
import { createAccessTokenCheck } from './api/check-access-token.mts';
import { createApiRouter } from './api/create-api-router.mts';
import { recordRequests } from './api/record-requests.mts';
import { meetFaults } from './faults/meet-faults.mts';
import { createPageRouter, type PageContext } from './page/create-page-router.mts';
import { answerProblems } from './problem.mts';
import type { Wait } from './types.mts';

export interface AppContext extends PageContext {
	now: () => Date;
	wait: Wait;
}

/** API, recordings, web app and page in one; the page's own requests are neither recorded nor faulted. */
export function createApp(context: AppContext): Koa {
	const { state, identity, people, now, wait } = context;
	const checkAccessToken = createAccessTokenCheck({ identity, users: people.users, state });
	const page = createPageRouter(context);
	const api = createApiRouter({ state, now, wait, checkAccessToken });
	const app = new Koa();
	app.on('error', reportError);
	app.use(answerProblems());
	app.use(page.routes());
	app.use(recordRequests(state));
	app.use(meetFaults(state, 'api'));
	app.use(answerProblems((...rejection) => state.speech.ways.writeProblem(...rejection)));
	app.use(api.routes());
	app.use(api.allowedMethods());
	return app;
}

const endedByClient = ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'];

/** A recording that the client stops reading is no error of the sandbox. */
function reportError(error: Error & { code?: string }): void {
	if (!endedByClient.includes(error.code ?? '')) console.error(error);
}
