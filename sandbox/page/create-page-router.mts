import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import Router from '@koa/router';
import type { Context } from 'koa';
import * as z from 'zod/v4';
import type { SandboxPeople } from '../default-people.mts';
import { dialogueNames } from '../dialogues/dialogues.mts';
import { faultNames, faultTargets } from '../faults/faults.mts';
import { switchOnFault, type FaultSubjects } from '../faults/switch-on-fault.mts';
import { Problem } from '../problem.mts';
import { parseBody, readBody } from '../read-body.mts';
import type { SandboxState } from '../state.mts';
import type { Sandbox, SandboxRegistration } from '../types.mts';
import { describeState } from './describe-state.mts';
import { guardOwnPages } from './guard-own-pages.mts';
import { renderApplications, renderToken } from './render-web-app.mts';

export interface PageContext extends FaultSubjects {
	people: SandboxPeople;
	events: Pick<Sandbox, 'createRecord' | 'deliver'>;
	endFaults(): void;
	now: () => Date;
}

const readPageFile = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

/** The web app's two pages, the sandbox's own page, and the control endpoints that it calls. */
export function createPageRouter(context: PageContext): Router {
	const { state, identity, people, events } = context;
	// Strict, so no spelling of a path reaches a page past its guard.
	const router = new Router({ sensitive: true, strict: true });
	for (const name of ['page.html', 'page.css', 'page-script.mjs', 'page-elements.mjs']) {
		const text = readPageFile(name);
		router.get(name === 'page.html' ? '/' : `/sandbox/${name}`, guardOwnPages, (ctx) => {
			ctx.type = extname(name);
			ctx.body = text;
		});
	}

	router.get('/developers', guardOwnPages, (ctx) => {
		ctx.type = 'html';
		ctx.body = renderApplications(Object.values(people.clients), addressOf(ctx), identity.url);
	});

	router.get('/token', guardOwnPages, async (ctx) => {
		if (!identity.isOwn) {
			ctx.status = 404;
			ctx.body = `Tokens are given out by ${identity.url}.`;
			return;
		}
		const tokens = await identity.issueTokens();
		ctx.type = 'html';
		ctx.body = renderToken(people.user.username, tokens.access_token);
	});

	router.get('/sandbox/state', guardOwnPages, (ctx) => {
		ctx.body = describeState(state, addressOf(ctx), identity, people);
	});

	router.post('/sandbox/conversations', guardOwnPages, async (ctx) => {
		const record = events.createRecord(await readControl(ctx, conversationForm));
		const before = state.deliveries.length;
		// The log shows how it goes: retries can take longer than anyone waits for a form.
		void events.deliver(record);
		ctx.status = 202;
		ctx.body = {
			id: record.id ?? record.session_id,
			deliveries: state.deliveries.length - before,
		};
	});

	router.post('/sandbox/registrations', guardOwnPages, async (ctx) => {
		const { url } = await readControl(ctx, pastedForm);
		const body = { url, description: 'Pasted URL', event_types: ['ConversationComplete'] };
		const id = randomUUID();
		const created_at = context.now().toISOString();
		state.registrations.push({ id, userId: people.user.id, url, body, created_at });
		ctx.status = 201;
		ctx.body = { id };
	});

	router.patch('/sandbox/registrations/:id', guardOwnPages, async (ctx) => {
		const { enabled } = await readControl(ctx, registrationForm);
		const registration = findRegistration(state, ctx.params.id);
		registration.body = { ...registration.body, enabled };
		ctx.status = 204;
	});

	router.delete('/sandbox/registrations/:id', guardOwnPages, (ctx) => {
		const registration = findRegistration(state, ctx.params.id);
		state.registrations.splice(state.registrations.indexOf(registration), 1);
		ctx.status = 204;
	});

	router.post('/sandbox/faults', guardOwnPages, async (ctx) => {
		const { name, ...options } = await readControl(ctx, faultForm);
		await switchOnFault(context, name, options);
		ctx.status = 204;
	});

	router.delete('/sandbox/faults', guardOwnPages, (ctx) => {
		context.endFaults();
		ctx.status = 204;
	});

	return router;
}

/** The sandbox's address, by the name under which it was opened. */
const addressOf = (ctx: Context) => `http://${ctx.host}`;

/** Throws a 404 problem if there is none of this id. */
function findRegistration(state: SandboxState, id: string | undefined): SandboxRegistration {
	const registration = state.registrations.find((candidate) => candidate.id === id);
	if (registration === undefined) throw new Problem(404, 'No webhook has this id.');
	return registration;
}

/** What the page may ask of a conversation. */
const conversationForm = z.strictObject({
	shape: z.enum(['A', 'B']).optional(),
	dialogue: z.enum(dialogueNames).optional(),
	turns: z.int().min(0).max(20_000).optional(),
	outcome: z.enum(['completed', 'failed', 'no_answer']).optional(),
	withTools: z.boolean().optional(),
	withHandoff: z.boolean().optional(),
	withInterruptions: z.boolean().optional(),
	withTestRun: z.boolean().optional(),
	withCampaign: z.boolean().optional(),
	withRecording: z.boolean().optional(),
});

/** A webhook URL that a person pastes, as into the web app. */
const pastedForm = z.strictObject({ url: z.url({ protocol: /^https?$/ }) });

/** What the page may change in a registration, as the web app can. */
const registrationForm = z.strictObject({ enabled: z.boolean() });

/** What the page may ask of a fault. */
const faultForm = z.strictObject({
	name: z.enum(faultNames),
	target: z.enum(faultTargets).optional(),
	times: z.int().min(1).max(1_000_000).optional(),
	status: z.int().min(200).max(599).optional(),
	delayMs: z.int().min(0).max(600_000).optional(),
	retryAfterSeconds: z.int().min(0).max(3600).optional(),
	afterEffect: z.boolean().optional(),
});

/** Reads a control endpoint's body. Throws a 400 problem that names the field. */
async function readControl<T>(ctx: Context, schema: z.ZodType<T>): Promise<T> {
	const result = schema.safeParse(parseBody(await readBody(ctx.req)));
	if (result.success) return result.data;
	const [issue] = result.error.issues;
	const field = issue?.path.join('.') ?? '';
	throw new Problem(400, `${field === '' ? 'The body' : `The field ${field}`}: ${issue?.message}`);
}
