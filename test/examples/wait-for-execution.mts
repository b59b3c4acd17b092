import * as z from 'zod/v4';
import { waitUntil } from '../../host/wait-until.mts';
import type { ExamplesHost } from './start-host.mts';

const listAnswer = z.object({ results: z.array(z.object({ id: z.coerce.number() })) });
const statusAnswer = z.object({ status: z.string() });
const unfinished = new Set(['new', 'running', 'waiting']);
const executionLimitMs = 30_000;

/** Number of the execution of the workflow that was stored last, ended or not; 0 if there is none. */
export async function findNewestExecution(
	{ session }: ExamplesHost,
	workflowId: string,
): Promise<number> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId }));
	const { results } = listAnswer.parse(await session.rest('GET', `/executions?filter=${filter}`));
	return Math.max(0, ...results.map(({ id }) => id));
}

/** Waits until the execution has ended, whichever way; returns its id. */
export async function waitForEnd({ session }: ExamplesHost, executionId: string): Promise<string> {
	await waitUntil(
		async () => {
			const found = await session.api('GET', `/executions/${executionId}`);
			return unfinished.has(statusAnswer.parse(found).status) ? undefined : true;
		},
		{ what: `the end of execution ${executionId}`, timeoutMs: executionLimitMs },
	);
	return executionId;
}

/** Waits until the newest execution of the workflow waits for a person. n8n asks the person before that. */
export async function waitUntilAsking(host: ExamplesHost, workflowId: string): Promise<void> {
	const id = await findNewestExecution(host, workflowId);
	await waitUntil(
		async () => {
			const found = await host.session.api('GET', `/executions/${id}`);
			return statusAnswer.parse(found).status === 'waiting' ? true : undefined;
		},
		{ what: `execution ${id} to wait for a person`, timeoutMs: executionLimitMs },
	);
}

/**
 * Does something that starts one execution of the workflow, waits for its end, and returns its id.
 * n8n stores an execution before it answers a delivery, so the newest one is the one.
 */
export async function waitForExecution(
	host: ExamplesHost,
	workflowId: string,
	start: () => Promise<void>,
): Promise<string> {
	const before = await findNewestExecution(host, workflowId);
	await start();
	const id = await waitUntil(
		async () => {
			const newest = await findNewestExecution(host, workflowId);
			return newest > before ? newest : undefined;
		},
		{ what: `an execution of workflow ${workflowId}`, timeoutMs: executionLimitMs },
	);
	return waitForEnd(host, String(id));
}
