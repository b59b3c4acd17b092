import { STATUS_CODES } from 'node:http';
import type { Context, Middleware } from 'koa';

/** A rejection with its status and a sentence for the caller; the interface document shows no error body. */
export class Problem extends Error {
	readonly status: number;
	readonly headers: Record<string, string>;

	constructor(status: number, detail: string, headers: Record<string, string> = {}) {
		super(detail);
		this.status = status;
		this.headers = headers;
	}
}

/** Problem details as RFC 9457 has them, as JSON. */
export const describeProblem = ({ status, message }: Problem): string =>
	JSON.stringify({
		type: 'about:blank',
		title: STATUS_CODES[status] ?? 'Error',
		status,
		detail: message,
	});

/** @param authorization what the caller sent in this header, `''` for nothing */
export type WriteProblem = (
	problem: Problem,
	authorization: string,
) => { type: string; body: string };

/** As the sandbox writes a rejection by itself. */
export const writeProblem: WriteProblem = (problem) => ({
	type: 'application/problem+json',
	body: describeProblem(problem),
});

/** Turns whatever went wrong further in into a problem body: a thrown one, and a status without a body. */
export const answerProblems =
	(write = writeProblem): Middleware =>
	async (ctx, next) => {
		try {
			await next();
		} catch (error) {
			const problem =
				error instanceof Problem
					? error
					: new Problem(500, 'An internal error occurred in the sandbox.');
			if (!(error instanceof Problem)) ctx.app.emit('error', error, ctx);
			ctx.set(problem.headers);
			respondWithProblem(ctx, problem, write);
			return;
		}
		if (ctx.respond === false || ctx.status < 400 || (ctx.body ?? null) !== null) return;
		const detail =
			ctx.status === 405
				? `${ctx.method} is not offered at this path.`
				: 'There is nothing at this path.';
		respondWithProblem(ctx, new Problem(ctx.status, detail), write);
	};

function respondWithProblem(ctx: Context, problem: Problem, write: WriteProblem): void {
	const { type, body } = write(problem, ctx.get('authorization'));
	ctx.status = problem.status;
	ctx.body = body;
	ctx.type = type;
}
