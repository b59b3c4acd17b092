import * as z from 'zod/v4';
import { waitUntil } from '../../host/wait-until.mts';
import type { RecordedRequest } from '../../sandbox/types.mts';
import { expireTogether, isUserRequest } from '../support/n8n/expire-together.mts';
import type { QueueHost } from './start-queue-host.mts';

export interface SideBySide {
	/** Id of the workflow that a user runs, on main. */
	manual: string;
	/** Id of the workflow that a conversation starts, on a worker. */
	delivered: string;
	onMain: number;
	onWorkers: number;
}

/** What the service and the identity server saw, and how the executions ended. */
export interface Outcome {
	/** Requests that were answered with 401. */
	rejected: number;
	/** Token requests with a refresh token. */
	refreshes: number;
	succeeded: number;
	failed: number;
}

const executionRows = z.array(z.object({ id: z.coerce.number(), status: z.string() }));

/**
 * Lets the access token expire and starts executions on main and on workers so all of them have
 * asked with the expired token before any has its answer.
 */
export async function runSideBySide(host: QueueHost, plan: SideBySide): Promise<Outcome> {
	const { sandbox, session } = host;
	const { onMain, onWorkers } = plan;
	const total = onMain + onWorkers;
	const known = (await findExecutions(host)).map(({ id }) => id);
	const seen = sandbox.requests.length;
	await expireTogether(sandbox, total, () =>
		Promise.all([
			...Array.from({ length: onMain }, () =>
				session.rest('POST', `/workflows/${plan.manual}/run`, {
					triggerToStartFrom: { name: 'Start' },
				}),
			),
			...Array.from({ length: onWorkers }, () => sandbox.finishConversation()),
		]),
	);
	const executions = await waitUntil(
		async () => {
			const started = (await findExecutions(host)).filter(({ id }) => !known.includes(id));
			const open = started.filter(({ status }) => status === 'new' || status === 'running');
			return started.length >= total && open.length === 0 ? started : undefined;
		},
		{ what: `${total} executions to end` },
	);
	const requests = sandbox.requests.slice(seen);
	const succeeded = executions.filter(({ status }) => status === 'success').length;
	return {
		rejected: requests.filter(isRejection).length,
		refreshes: requests.filter(isRefresh).length,
		succeeded,
		failed: executions.length - succeeded,
	};
}

const isRejection = (request: RecordedRequest): boolean =>
	isUserRequest(request) && request.status === 401;

const isRefresh = ({ path, form }: RecordedRequest): boolean =>
	path.endsWith('/protocol/openid-connect/token') && form.grant_type === 'refresh_token';

async function findExecutions({ queue }: QueueHost) {
	return executionRows.parse(
		await queue.postgres.query(queue.database, 'select id, status from execution_entity'),
	);
}
