import { parseRegistrationResponse } from '../../../core';
import type { Connection } from '../credential/connection';
import type { NodeContext } from '../node-context';
import type { ErrorCode } from '../errors/error-catalogue';
import { throwNodeError } from '../errors/node-errors';
import { readProperty } from '../parameters/read-property';
import { describeOutcome, findOutcomeCode, type ServiceOutcome } from './service-outcome';
import { isSuccess, requestService } from './call-service';
import type { HttpRequest } from './transport';

const unsettledCodes: readonly unknown[] = [
	'registration-outcome-unknown',
	'registration-answer-without-id',
] satisfies ErrorCode[];

/** Whether a webhook may exist although registering it failed: such a request must not be repeated. */
export function isUnsettled(error: unknown): boolean {
	return unsettledCodes.includes(readProperty(readProperty(error, 'context'), 'code'));
}

/**
 * Registers a webhook: POST /api/Webhooks (part 4.1 of the interface document), whose answer holds
 * the id (2.3). Throws where there is none; {@link isUnsettled} tells whether it may exist.
 */
export async function registerWebhook(
	context: NodeContext,
	connection: Connection,
	body: Record<string, unknown>,
	{ itemIndex, ...limits }: RegisterOptions = {},
): Promise<{ id: string; answer: unknown }> {
	const outcome = await requestService(context, connection, {
		method: 'POST',
		url: `${connection.baseUrl}/api/Webhooks`,
		body,
		...limits,
	});
	if (!isSuccess(outcome)) {
		throwNodeError(context, findFailureCode(outcome, connection), {
			itemIndex,
			...describeOutcome(outcome, connection),
		});
	}
	const answer = parseRegistrationResponse(outcome.body);
	if (!answer.success) {
		throwNodeError(context, 'registration-answer-without-id', {
			itemIndex,
			httpStatus: outcome.status,
			detail: answer.error.message,
		});
	}
	return { id: answer.id, answer: outcome.body };
}

/** Server errors after which the webhook may exist; 501 and 503 say that nothing was done. */
function isUnsettledStatus(status: number): boolean {
	return status >= 500 && status !== 501 && status !== 503;
}

type RegisterOptions = Pick<HttpRequest, 'maxTries'> & { itemIndex?: number };

function findFailureCode(outcome: ServiceOutcome, connection: Connection): ErrorCode {
	if (outcome.kind === 'no-answer' && outcome.reason === 'lost') {
		return 'registration-outcome-unknown';
	}
	if (outcome.kind !== 'answer') return findOutcomeCode(outcome, connection);
	if (isUnsettledStatus(outcome.status)) return 'registration-outcome-unknown';
	const code = findOutcomeCode(outcome, connection);
	return code === 'request-refused' ? 'registration-refused' : code;
}
