import { readFileSync } from 'node:fs';
import Router from '@koa/router';
import { readBody } from '../api/read-body.mts';
import type { SandboxPeople } from '../default-people.mts';
import { switchOnFault, type FaultSubjects } from '../faults/switch-on-fault.mts';
import type { Sandbox } from '../types.mts';
import { describeState } from './describe-state.mts';
import { guardOwnPages } from './guard-own-pages.mts';
import { conversationForm, faultForm, parseControl } from './parse-control.mts';
import { renderApplications, renderToken } from './render-web-application.mts';

export interface PageContext extends FaultSubjects {
	people: SandboxPeople;
	events: Pick<Sandbox, 'createRecord' | 'deliver'>;
	endFaults(): void;
}

const readPageFile = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

/** The web application's two pages, the sandbox's own page, and the control endpoints that it calls. */
export function createPageRouter(context: PageContext): Router {
	const { state, identity, people, events } = context;
	const router = new Router({ sensitive: true });
	const files = [
		{ path: '/', type: 'html', text: readPageFile('page.html') },
		{ path: '/sandbox/page.css', type: 'css', text: readPageFile('page.css') },
		{ path: '/sandbox/page-script.mjs', type: 'js', text: readPageFile('page-script.mjs') },
	];
	for (const { path, type, text } of files) {
		router.get(path, guardOwnPages, (ctx) => {
			ctx.type = type;
			ctx.body = text;
		});
	}

	router.get('/developers', guardOwnPages, (ctx) => {
		ctx.type = 'html';
		ctx.body = renderApplications(people.allClients, identity.url);
	});

	router.get('/token', guardOwnPages, async (ctx) => {
		if (!identity.isOwn) {
			ctx.status = 404;
			ctx.body = `Tokens are given out by ${identity.url}.`;
			return;
		}
		const tokens = await identity.issueTokens({ userId: people.user.id });
		ctx.type = 'html';
		ctx.body = renderToken(people.user.username, tokens.access_token);
	});

	router.get('/sandbox/state', guardOwnPages, (ctx) => {
		ctx.body = describeState(state);
	});

	router.post('/sandbox/conversations', guardOwnPages, async (ctx) => {
		const record = events.createRecord(parseControl(conversationForm, await readBody(ctx.req)));
		// The log shows how it goes: retries can take longer than anybody waits for a form.
		void events.deliver(record);
		ctx.status = 202;
		ctx.body = { id: record.id ?? record.session_id, deliveries: state.registrations.length };
	});

	router.post('/sandbox/faults', guardOwnPages, async (ctx) => {
		const { name, ...options } = parseControl(faultForm, await readBody(ctx.req));
		await switchOnFault(context, name, options);
		ctx.status = 204;
	});

	router.delete('/sandbox/faults', guardOwnPages, (ctx) => {
		context.endFaults();
		ctx.status = 204;
	});

	return router;
}
