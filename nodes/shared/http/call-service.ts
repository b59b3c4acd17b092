import { sleep } from 'n8n-workflow';
import { checkAccessToken } from './check-access-token';
import { readConnection, type Connection } from '../credential/connection';
import { throwNodeError } from '../errors/node-errors';
import type { NodeContext } from '../node-context';
import { decideRetry } from './decide-retry';
import { describeOutcome, findOutcomeCode, type ServiceOutcome } from './service-outcome';
import { sendAuthenticated, sendPlain, type HttpRequest } from './transport';

/**
 * Sends an authenticated request, again where that is safe, and answers what became of it. A token
 * that does not verify is not used. Throws only where the credential cannot be read.
 */
export async function requestService(
	context: NodeContext,
	connection: Connection,
	request: HttpRequest,
): Promise<ServiceOutcome> {
	const refusal = await checkAccessToken(context, connection);
	if (refusal !== undefined) return refusal;
	const outcome = await sendWithRetries(
		request,
		async () => await sendAuthenticated(context, connection, request),
	);
	// What was created exists: its answer must not be lost. The next call refuses the token.
	if (request.method !== 'GET') return outcome;
	return (await checkRenewedToken(context, connection)) ?? outcome;
}

/** Sends a request without any authentication, again where that is safe. Never throws. */
export async function requestPlain(
	context: NodeContext,
	request: HttpRequest,
): Promise<ServiceOutcome> {
	return await sendWithRetries(request, async () => await sendPlain(context, request));
}

export function isSuccess(
	outcome: ServiceOutcome,
): outcome is Extract<ServiceOutcome, { kind: 'answer' }> {
	return outcome.kind === 'answer' && outcome.status >= 200 && outcome.status < 300;
}

/** Sends a request and answers the parsed body of a 2xx; throws the n8n error for everything else. */
export async function callService(
	context: NodeContext,
	connection: Connection,
	request: HttpRequest,
	itemIndex?: number,
): Promise<unknown> {
	const outcome = await requestService(context, connection, request);
	if (isSuccess(outcome)) return outcome.body;
	throwNodeError(context, findOutcomeCode(outcome, connection), {
		itemIndex,
		...describeOutcome(outcome, connection),
	});
}

async function sendWithRetries(
	{ method, maxTries }: HttpRequest,
	send: () => Promise<ServiceOutcome>,
): Promise<ServiceOutcome> {
	for (let tries = 1; ; tries++) {
		const outcome = await send();
		const wait = decideRetry(method, tries, outcome, maxTries);
		if (wait === undefined) return outcome;
		await sleep(wait);
	}
}

/** Where n8n renewed the token inside the call, the new one is checked as well. */
async function checkRenewedToken(
	context: NodeContext,
	connection: Connection,
): Promise<ServiceOutcome | undefined> {
	if (!connection.signIn?.verifyTokens) return undefined;
	const renewed = await readConnection(context);
	return renewed.accessToken === connection.accessToken
		? undefined
		: await checkAccessToken(context, renewed);
}
