import { randomUUID } from 'node:crypto';
import type { Context } from 'koa';
import { Problem } from '../problem.mts';
import { parseBody } from '../read-body.mts';
import type { SandboxState } from '../state.mts';
import type { Wait } from '../types.mts';
import type { Ways } from '../dialects/ways.mts';

interface RegistrationContext {
	state: SandboxState;
	now: () => Date;
	wait: Wait;
}

/** POST /api/Webhooks (part 4.1), as the dialects have it. Throws a problem that says what is wrong. */
export async function registerWebhook(
	{ state, now, wait }: RegistrationContext,
	userId: string,
	text: string,
	ctx: Context,
): Promise<void> {
	const { ways } = state.speech;
	const { url, body } = parseRegistration(text, ways);
	makeRoom(state, userId, url);
	if (ways.urlCheck !== undefined) await checkUrl(url, ways.urlCheck);
	const made = randomUUID();
	const { status: moved, locate } = ways.registrationRedirect ?? {};
	if (moved === 307 || moved === 308) return redirect(ctx, moved, locate?.(made));
	const created = ways.describeCreated(made);
	const id = readId(created.body, created.headers?.location) ?? made;
	state.registrations.push({ id, userId, url, body, created_at: now().toISOString() });
	if (ways.registrationDelayMs > 0) await wait(ways.registrationDelayMs);
	if (moved !== undefined) return redirect(ctx, moved, locate?.(id));
	ctx.status = created.body === undefined ? 204 : ways.createdStatus;
	ctx.set(created.headers ?? {});
	if (created.body !== undefined) ctx.body = created.body;
}

function redirect(ctx: Context, status: number, location = ''): void {
	ctx.status = status;
	ctx.set({ location });
	ctx.body = '';
}

/** The id of a description, wherever it stands. */
function readId(body: unknown, location: string | undefined): string | undefined {
	const { id, Id, webhook, data } = Object(body);
	const named: unknown = id ?? Id ?? webhook?.id ?? data?.id ?? location?.split('/').at(-1);
	return named === undefined ? undefined : String(named);
}

export function deleteWebhook(state: SandboxState, id: string, status: number): void {
	if (status >= 400) throw new Problem(status, 'A webhook cannot be deleted here.');
	const index = state.registrations.findIndex((known) => known.id === id);
	if (index < 0) throw new Problem(404, 'No webhook has this id.');
	state.registrations.splice(index, 1);
}

/** Reads the body of POST /api/Webhooks. Throws a 400 problem that names the field. */
function parseRegistration(
	text: string,
	{ urlField, findLack }: Ways,
): { url: string; body: Record<string, unknown> } {
	const body = parseBody(text);
	if (!isObject(body)) throw new Problem(400, 'The body must be a JSON object.');
	const url = body[urlField] ?? '';
	if (url === '') throw new Problem(400, `The field ${urlField} is required.`);
	if (typeof url !== 'string' || !/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
		throw new Problem(400, `The field ${urlField} must be an http or https URL.`);
	}
	const lack = findLack(body);
	if (lack !== undefined) throw new Problem(400, lack);
	return { url, body };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** What becomes of the webhook that was there before. Throws a problem if no other may come. */
function makeRoom(state: SandboxState, userId: string, url: string): void {
	const { secondWebhook: rule } = state.speech.ways;
	if (rule === undefined) return;
	const index = state.registrations.findIndex((known) =>
		rule.of === 'url' ? known.url === url : known.userId === userId,
	);
	const known = state.registrations[index];
	if (known === undefined) return;
	if (rule.status === undefined) {
		state.registrations.splice(index, 1);
		return;
	}
	const taken = rule.of === 'url' ? 'have this URL' : 'belong to this account';
	throw new Problem(rule.status, `Only one webhook may ${taken}. It is ${known.id}.`);
}

const urlCheckMs = 10_000;

async function checkUrl(url: string, { method, body }: NonNullable<Ways['urlCheck']>) {
	const response = await fetch(url, {
		method,
		body,
		headers: body === undefined ? {} : { 'content-type': 'application/json' },
		signal: AbortSignal.timeout(urlCheckMs),
	}).catch((error: unknown) => {
		throw new Problem(400, `The URL could not be reached: ${String(error)}.`);
	});
	await response.arrayBuffer();
	if (response.ok) return;
	throw new Problem(400, `The URL answered ${method} with ${response.status}, and not with 2xx.`);
}
