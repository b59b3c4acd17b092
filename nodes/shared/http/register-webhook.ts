import { buildRegistrationBody, readWebhookId } from '../../../core/registration/body';
import { type Connection, readConnection } from '../credential';
import { joinSentences, type NodeContext, throwNodeError, throwReason } from '../errors';
import { isDataObject, requestService, requireObject } from './call-service';
import { explainFailure } from './failure';
import { findCooldown, isSuccess } from './response';
import { type RetryLimits, startDeadline } from './transport';

/** @param body the value of Registration Body */
export function createRegistrationBody(
	context: NodeContext,
	webhookUrl: string,
	body: unknown,
	events: readonly string[],
): Record<string, unknown> {
	if (events.length === 0) throwNodeError(context, 'event-name-missing');
	const built = buildRegistrationBody(body, { webhookUrl, events });
	return built.success ? built.body : throwReason(context, built.error);
}

const USER_TIMEOUT_MS = 10_000;

type RegistrationRequest = {
	body: Record<string, unknown>;
	events: readonly string[];
	/** Name of the parameter that holds the events, as the user sees it. */
	eventsField: string;
	/** Follows any error of the POST. */
	advice?: string;
	maxTries?: number;
};

/**
 * POST /api/Webhooks (part 4.1 of the interface document), after GET /api/Users/me: there the sign-in fails or
 * is refreshed before anything can be made. Any failure but 409 throws.
 * @returns `id: null` after 409: the service has a webhook for this URL already; `failure` holds its words
 */
export async function registerWebhook(
	context: NodeContext,
	connection: Connection,
	{ body, events, eventsField, advice, maxTries }: RegistrationRequest,
) {
	// For both requests, a refresh of the token included.
	const limits = { maxTries, deadline: startDeadline(context) };
	await askUser(context, connection, limits);
	const present = await readConnection(context);
	const url = `${present.apiBaseUrl}/api/Webhooks`;
	const request = { method: 'POST', url, body, ...limits } as const;
	const response = await requestService(context, present, request);
	if (isSuccess(response)) {
		const id = readWebhookId(response.body, response.redirectsTo);
		if (id !== undefined) return { id, body: isDataObject(response.body) ? response.body : {} };
	}
	const failure = explainFailure(response, present);
	const isAnswer = response.kind === 'response' && response.method === 'POST';
	if (isAnswer && response.status === 409) return { id: null, failure } as const;
	const isRejected = failure.code === 'request-rejected';
	const onEvents = `The registration names ${events.length} events. If the service accepts only one, leave one in ${eventsField}, or enter a body that it accepts in Options → Registration Body`;
	const detail = joinSentences(failure.detail, isRejected && events.length > 1 && onEvents, advice);
	// In doubt, the error omits the address, which GET /api/Users/me has shown to work.
	const cooldown = findCooldown(response);
	const inDoubt = { httpStatus: failure.httpStatus, detail, cooldown };
	if (isSuccess(response)) throwNodeError(context, 'registration-response-without-id', inDoubt);
	if (cooldown === 'webhook') throwNodeError(context, 'registration-unconfirmed', inDoubt);
	const code = isRejected ? 'registration-rejected' : failure.code;
	throwNodeError(context, code, { ...failure, detail });
}

/** Shows that the sign-in works; throws if not. */
export async function askUser(
	context: NodeContext,
	connection: Connection,
	limits: RetryLimits = { maxTries: 1, deadline: startDeadline(context) },
): Promise<void> {
	const url = `${connection.apiBaseUrl}/api/Users/me`;
	const request = { method: 'GET', url, timeoutMs: USER_TIMEOUT_MS, ...limits } as const;
	const response = await requestService(context, connection, request);
	if (isSuccess(response)) return void requireObject(context, response.body);
	const failure = explainFailure(response, connection);
	throwNodeError(context, failure.code, {
		...failure,
		cooldown: findCooldown(response),
		detail: joinSentences(failure.detail, 'No webhook was registered'),
	});
}
