import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import type { Context, Middleware } from 'koa';
import { describeProblem, Problem } from '../problem.mts';
import type { SandboxState } from '../state.mts';
import {
	findTarget,
	serverOf,
	type ActiveFault,
	type FaultOptions,
	type RequestFaultName,
	type Server,
} from './faults.mts';

/**
 * Lets a request meet the faults that are switched on for it: first every delay, then the oldest of the
 * others.
 */
export function meetFaults(state: SandboxState, server: Server): Middleware {
	return async (ctx, next) => {
		const matching = findMatching(state, server, ctx);
		const spoiling = matching.find(({ name }) => name !== 'delay');
		const met = matching.filter((fault) => fault.name === 'delay' || fault === spoiling);
		for (const fault of met) countDown(state, fault);
		const delays = met.filter(({ name }) => name === 'delay');
		for (const delay of delays.filter(({ options }) => !options.afterEffect)) {
			await hold(state, ctx, delay);
		}
		if (spoiling === undefined || spoiling.options.afterEffect) await next();
		// Read to its end, as a server does before it answers, so the body is recorded.
		else await text(ctx.req);
		if (spoiling !== undefined) spoil[spoiling.name](ctx, spoiling.options);
		for (const delay of delays.filter(({ options }) => options.afterEffect)) {
			if (!stallStream(ctx, () => hold(state, ctx, delay))) await hold(state, ctx, delay);
		}
	};
}

function findMatching(state: SandboxState, server: Server, ctx: Context): ActiveFault[] {
	const target = findTarget(server, new URL(ctx.originalUrl, 'http://sandbox').pathname);
	return state.faults.filter(({ name, options }) => {
		if (options.target === undefined) return true;
		return name === 'away' ? serverOf(options.target) === server : options.target === target;
	});
}

function countDown(state: SandboxState, fault: ActiveFault): void {
	if (fault.remaining === null) return;
	fault.remaining -= 1;
	if (fault.remaining <= 0) state.faults.splice(state.faults.indexOf(fault), 1);
}

/** Waits until the time is over, the faults are cleared, or nobody waits for the answer any more. */
async function hold(state: SandboxState, ctx: Context, { options }: ActiveFault): Promise<void> {
	const gone = new AbortController();
	const onClose = () => gone.abort();
	ctx.res.once('close', onClose);
	const signal = AbortSignal.any([state.faultsCleared.signal, gone.signal]);
	options.onHold?.();
	await wait(options.delayMs ?? 1000, undefined, { signal }).catch(() => undefined);
	ctx.res.off('close', onClose);
}

/** What each fault makes of the answer; a delay leaves it as it is. */
const spoil: Record<RequestFaultName, (ctx: Context, options: FaultOptions) => void> = {
	status: (ctx, options) => answer(ctx, options.status ?? 500, options),
	delay: () => undefined,
	'broken-json': (ctx, options) => {
		const whole = typeof ctx.body === 'string' ? ctx.body : JSON.stringify(ctx.body ?? {});
		const half = whole.length > 2 ? whole.slice(0, whole.length / 2) : '{"id": "';
		answer(ctx, options.status ?? 200, { ...options, body: options.body ?? half });
	},
	'dropped-connection': dropConnection,
	'too-many-requests': (ctx, options) =>
		answer(ctx, 429, { ...options, retryAfterSeconds: options.retryAfterSeconds ?? 1 }),
	away: dropConnection,
};

const switchedOn = 'A fault is switched on in the sandbox.';

/** Puts the fault's answer in the place of the true one. */
function answer(ctx: Context, status: number, options: FaultOptions): void {
	const { contentType = 'application/json', retryAfterSeconds, headers = {} } = options;
	ctx.status = status;
	ctx.body = options.body ?? describeProblem(new Problem(status, switchedOn));
	ctx.set('content-type', contentType);
	if (retryAfterSeconds !== undefined) ctx.set('retry-after', String(retryAfterSeconds));
	ctx.set(headers);
}

function dropConnection(ctx: Context, { afterEffect }: FaultOptions): void {
	if (afterEffect && dropStream(ctx)) return;
	ctx.respond = false;
	ctx.req.socket.destroy();
}

/** Lets a streamed answer stop after its first bytes until `hold` ends. `false` if nothing is streamed. */
function stallStream(ctx: Context, hold: () => Promise<void>): boolean {
	return replaceStream(ctx, async function* (chunks) {
		let first = true;
		for await (const chunk of chunks) {
			yield chunk;
			if (first) await hold();
			first = false;
		}
	});
}

/** Drops the connection after the first bytes of a streamed answer. `false` if nothing is streamed. */
function dropStream(ctx: Context): boolean {
	return replaceStream(ctx, async function* (chunks) {
		let sent = 0;
		for await (const chunk of chunks) {
			if (sent === 2) return ctx.req.socket.destroySoon();
			yield chunk;
			sent += 1;
		}
	});
}

function replaceStream(
	ctx: Context,
	spoil: (chunks: AsyncIterable<unknown>) => AsyncIterable<unknown>,
): boolean {
	const { body, length } = ctx;
	if (!(body instanceof Readable)) return false;
	const { type } = ctx;
	ctx.body = Readable.from(spoil(body), { objectMode: false });
	ctx.type = type;
	if (length !== undefined) ctx.length = length;
	return true;
}
