import {
	buildRegistrationBody,
	readWebhookId,
	readWebhookIdOfRedirect,
} from '../../../core/registration/body';
import { fingerprintRegistration } from '../../../core/registration/remembered';
import { decodeUnverifiedTokenClaims } from '../../../core/token/claims';
import { type Connection, readConnection } from '../credential';
import { joinSentences, type NodeContext, throwNodeError, throwReason } from '../errors';
import { requestService, requestUser, requireObject } from './call-service';
import { explainFailure } from './failure';
import { isSuccess, type ServiceResponse } from './response';
import { findCooldown, findSignInKey, findWait, startWait } from './retry';
import { type RetryLimits, startDeadline } from './transport';

type AskedRegistration = {
	/** In its normal form. */
	webhookUrl: string;
	events: readonly string[];
	/** The value of Registration Body. */
	body: unknown;
	/** Of Register Again. */
	revision: number;
};

/** The registration that a node would make, and the fingerprint by which the registration is remembered. */
export function planRegistration(
	context: NodeContext,
	connection: Connection,
	{ webhookUrl, events, body: asked, revision }: AskedRegistration,
) {
	if (events.length === 0) throwNodeError(context, 'event-name-missing');
	const built = buildRegistrationBody(asked, { webhookUrl, events });
	if (!built.success) throwReason(context, built.error);
	const { body } = built;
	const { apiBaseUrl, accessToken, credentialKind } = connection;
	const claims = decodeUnverifiedTokenClaims(accessToken);
	const fingerprint = fingerprintRegistration({
		apiBaseUrl,
		// We assume that a webhook belongs to the user who made it; no part of the interface document says so.
		account:
			typeof claims?.iss === 'string' && typeof claims.sub === 'string'
				? ['token', claims.iss, claims.sub]
				: ['credential', context.getNode().credentials?.[credentialKind]?.id ?? ''],
		webhookUrl,
		body,
		revision,
	});
	return { connection, webhookUrl, events, body, fingerprint };
}

export type RegistrationPlan = ReturnType<typeof planRegistration>;

const USER_TIMEOUT_MS = 10_000;

/**
 * POST /api/Webhooks (part 4.1 of the interface document), after GET /api/Users/me: there the sign-in fails or
 * is refreshed before anything can be made. Any failure but 409 throws, with `advice`.
 * @returns `id: null` after 409: the service has a webhook for this URL already; `failure` holds its words
 */
export async function registerWebhook(
	context: NodeContext,
	plan: RegistrationPlan,
	{ eventsField, advice, maxTries }: { eventsField: string; advice?: string; maxTries?: number },
) {
	const { events } = plan;
	const { response, connection } = await sendRegistration(context, plan, maxTries);
	const id = findId(response, connection);
	if (id !== undefined && response.kind === 'response') return { id, body: response.body };
	const failure = explainFailure(response, connection);
	const isAnswer = response.kind === 'response' && response.method === 'POST';
	if (isAnswer && response.status === 409) return { id: null, failure } as const;
	const isRejected = failure.code === 'request-rejected';
	const onEvents = `The registration names ${events.length} events. If the service accepts only one, leave one in ${eventsField}, or enter a body that it accepts in Options → Registration Body`;
	const detail = joinSentences(
		failure.detail,
		isRejected && events.length > 1 && onEvents,
		OTHER_WAY,
		advice,
	);
	// In doubt, the error omits the address, which GET /api/Users/me has shown to work.
	if (findCooldown(response) === 'webhook') {
		const code = isSuccess(response)
			? 'registration-response-without-id'
			: 'registration-unconfirmed';
		throwNodeError(context, code, { httpStatus: failure.httpStatus, detail });
	}
	const isUrlChecked = isRejected && CHECKED_BY.test(failure.detail ?? '');
	const rejection = isUrlChecked ? 'registration-url-checked' : 'registration-rejected';
	throwNodeError(context, isRejected ? rejection : failure.code, { ...failure, detail });
}

/** Shows that the sign-in works; throws if not, and while a failed refresh of a registration must wait. */
export async function askUser(
	context: NodeContext,
	plan: RegistrationPlan,
	limits: RetryLimits = { maxTries: 1, deadline: startDeadline(context) },
): Promise<void> {
	const { connection } = plan;
	const asked = { timeoutMs: USER_TIMEOUT_MS, ...limits };
	const key = findSignInKey(connection);
	const earlier = findWait(context, key, 'registration');
	const response = earlier?.response ?? (await requestUser(context, connection, asked));
	if (isSuccess(response)) return void requireObject(context, response.body);
	if (earlier === undefined) startWait(context, key, { response, connection }, 'registration');
	const failure = explainFailure(response, connection);
	const detail = joinSentences(failure.detail, 'No webhook was registered', OTHER_WAY);
	throwNodeError(context, failure.code, { ...failure, detail });
}

/** Sends it, or gives the response after which the same registration must wait, with the connection of then. */
async function sendRegistration(context: NodeContext, plan: RegistrationPlan, maxTries?: number) {
	const { body, fingerprint } = plan;
	const earlier = findWait(context, fingerprint, 'registration');
	if (earlier !== undefined) return earlier;
	// For both requests, a refresh of the token included.
	const limits = { maxTries, deadline: startDeadline(context) };
	await askUser(context, plan, limits);
	const connection = await readConnection(context);
	const url = `${connection.apiBaseUrl}/api/Webhooks`;
	const request = { method: 'POST', url, body, ...limits } as const;
	const sent = { response: await requestService(context, connection, request), connection };
	const isDone = findId(sent.response, connection) !== undefined;
	if (!isDone) startWait(context, fingerprint, sent, 'registration');
	return sent;
}

const OTHER_WAY =
	'If the web app takes a URL, enter it there and set Registration to Manual in the trigger';

/** How a service names the method of its own request to the URL: `The URL answered HEAD with 404`. */
const CHECKED_BY = /\b(?:GET|HEAD)\b/;

function findId(response: ServiceResponse, { apiBaseUrl }: Connection): string | undefined {
	if (response.kind !== 'response') return undefined;
	const { status, body, redirectsTo } = response;
	if (isSuccess(response)) return readWebhookId(body, redirectsTo);
	return status === 303 && redirectsTo !== undefined
		? readWebhookIdOfRedirect(redirectsTo, apiBaseUrl)
		: undefined;
}
