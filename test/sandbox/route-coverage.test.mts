import { readdirSync, readFileSync } from 'node:fs';
import type { Router } from '@koa/router';
import { createApiRouter } from '../../sandbox/api/create-api-router.mts';
import { choosePeople } from '../../sandbox/default-people.mts';
import { createPageRouter } from '../../sandbox/page/create-page-router.mts';
import { startSandbox } from '../../sandbox/start-sandbox.mts';
import { createState } from '../../sandbox/state.mts';

/** Which test file exercises each route. A route that is missing here fails, and so does one too many. */
const testOfRoute: Record<string, string> = {
	'GET /api/Users/me': 'api.test.mts',
	'POST /api/Webhooks': 'api.test.mts',
	'ALL /api/webhooks/notifications/events/ConversationComplete': 'api.test.mts',
	'GET /recordings/:id/:file': 'recordings.test.mts',
	'GET /': 'page.test.mts',
	'GET /sandbox/page.css': 'page.test.mts',
	'GET /sandbox/page-script.mjs': 'page.test.mts',
	'GET /developers': 'page.test.mts',
	'GET /token': 'page.test.mts',
	'GET /sandbox/state': 'page.test.mts',
	'POST /sandbox/conversations': 'page.test.mts',
	'POST /sandbox/faults': 'page.test.mts',
	'DELETE /sandbox/faults': 'page.test.mts',
};

const describeRoutes = (router: Router) =>
	router.stack.map(({ methods, path }) => {
		const named = methods.filter((method) => method !== 'HEAD');
		return `${named.length > 1 ? 'ALL' : named[0]} ${String(path)}`;
	});

test('every route names the test that exercises it', async () => {
	const sandbox = await startSandbox();
	try {
		const state = createState(1);
		const api = createApiRouter({
			state,
			now: () => new Date(0),
			checkAccessToken: () => Promise.resolve(sandbox.user),
		});
		const page = createPageRouter({
			state,
			identity: sandbox.identity,
			people: choosePeople({}),
			events: sandbox,
			endFaults: sandbox.clearFaults,
			stopListening: () => Promise.resolve(),
		});
		const routes = [...describeRoutes(api), ...describeRoutes(page)];
		expect(routes.sort()).toEqual(Object.keys(testOfRoute).sort());
	} finally {
		await sandbox.close();
	}
});

test('the tests that are named exist and mention the start of the route', () => {
	const files = readdirSync(new URL('.', import.meta.url));
	for (const [route, file] of Object.entries(testOfRoute)) {
		expect(files).toContain(file);
		const source = readFileSync(new URL(file, import.meta.url), 'utf8');
		const path = route.replace(/^\S+ /, '').replace(/:.*/, '');
		const mentions = file === 'recordings.test.mts' ? 'audio_url' : path;
		expect(source).toContain(mentions);
	}
});
