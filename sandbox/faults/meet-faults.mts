import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import type { Context, Middleware } from 'koa';
import type { SandboxState } from '../state.mts';
import type { ActiveFault, FaultName } from './fault-types.mts';
import { respondWithFault } from './respond-with-fault.mts';
import { findTarget, serverOf, type Server } from './match-target.mts';
import { stallStream, dropStream } from './spoil-stream.mts';

/** Faults that are a matter of each request; the others take effect when they are switched on. */
const requestFaults: FaultName[] = [
	'status',
	'delay',
	'broken-json',
	'dropped-connection',
	'too-many-requests',
	'away',
];

/**
 * Lets a request meet the faults that are switched on for it: first every delay, then the oldest of the
 * others. `isOwn` tells requests that the sandbox makes to itself: they meet none.
 */
export function meetFaults(
	state: SandboxState,
	server: Server,
	isOwn: (request: IncomingMessage) => boolean,
): Middleware {
	return async (ctx, next) => {
		const matching = isOwn(ctx.req) ? [] : findMatching(state, server, ctx);
		const spoiling = matching.find(({ name }) => name !== 'delay');
		const met = matching.filter((fault) => fault.name === 'delay' || fault === spoiling);
		for (const fault of met) countDown(state, fault);
		const delays = met.filter(({ name }) => name === 'delay');
		for (const delay of delays.filter(({ options }) => !options.afterEffect)) {
			await hold(state, ctx, delay);
		}
		if (spoiling?.options.afterEffect) {
			await next();
			spoil(ctx, spoiling);
		} else if (spoiling) {
			// Read to its end, as a server does before it answers, so the body is recorded.
			await text(ctx.req);
			spoil(ctx, spoiling);
		} else {
			await next();
		}
		for (const delay of delays.filter(({ options }) => options.afterEffect)) {
			if (!stallStream(ctx, () => hold(state, ctx, delay))) await hold(state, ctx, delay);
		}
	};
}

function findMatching(state: SandboxState, server: Server, ctx: Context): ActiveFault[] {
	const target = findTarget(server, new URL(ctx.originalUrl, 'http://sandbox').pathname);
	return state.faults.filter(({ name, options }) => {
		if (!requestFaults.includes(name)) return false;
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
	await wait(options.delayMs ?? 1000, undefined, { signal }).catch(() => undefined);
	ctx.res.off('close', onClose);
}

function spoil(ctx: Context, fault: ActiveFault): void {
	if (fault.name !== 'dropped-connection' && fault.name !== 'away')
		return respondWithFault(ctx, fault);
	if (fault.options.afterEffect && dropStream(ctx)) return;
	ctx.respond = false;
	ctx.req.socket.destroy();
}
