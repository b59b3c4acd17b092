import type { IWebhookFunctions } from 'n8n-workflow';
import type { AuthenticatedDelivery } from '../../../core/delivery/authenticate';
import { BoundedMap, Throttle } from '../../../core/memory';
import {
	chooseCredentialKind,
	readConnection,
	readCredential,
	readDeliveryChecks,
	readIdentityServer,
} from '../../shared/credential';
import { describeThrown, joinSentences, type NodeContext } from '../../shared/errors';
import { refreshIfDue } from '../../shared/http/access-token';
import { log, quote } from '../../shared/log';
import { type DeliverySettings, readKeepConnected } from '../settings';

const KEPT_MS = 30_000;

const kept = new BoundedMap<{ settings: Promise<CredentialSettings>; readAt: number }>();

/** Reads what the credential says about deliveries; throws if a field of it is unusable. */
export async function readChecks(context: NodeContext) {
	const credential = await readCredential(context);
	return {
		...readDeliveryChecks(context, credential),
		...readIdentityServer(context, credential),
	};
}

/** The credential's demands on deliveries. */
export type CredentialSettings = Partial<Awaited<ReturnType<typeof readChecks>>>;

/**
 * What the credential says about deliveries, kept for 30 s: n8n decrypts a credential in an expression
 * isolate of its own, which costs as much as all the rest of a delivery. A changed credential takes
 * effect within that time. With the option Without Credential nothing is said.
 */
export async function readCredentialChecks(
	context: IWebhookFunctions,
): Promise<CredentialSettings> {
	if (chooseCredentialKind(context) === undefined) return {};
	const credentials = JSON.stringify(context.getNode().credentials);
	const key = `${identifyNode(context)} ${credentials}`;
	const found = kept.get(key);
	const now = Date.now();
	if (found !== undefined && now >= found.readAt && now - found.readAt < KEPT_MS) {
		return await found.settings;
	}
	const settings = readChecks(context);
	kept.set(key, { settings, readAt: now });
	// What could not be read is asked for again by the next delivery.
	settings.catch(() => kept.delete(key));
	return await settings;
}

/** The workflow and the node: what is remembered of them in a process. */
export function identifyNode(context: IWebhookFunctions): string {
	return `${context.getWorkflow().id ?? ''} ${context.getNode().id}`;
}

/** By workflow and node, once a day. */
const logged = new Throttle(24 * 60 * 60 * 1000);

/**
 * Tells the owner of n8n, once a day at most for a node, that the token of a delivery verified, and what
 * to enter so only such deliveries pass, unless that has been done. Client and subject are ids and
 * no secrets.
 */
export function logVerified(
	context: IWebhookFunctions,
	{ valid, method, client, subject }: AuthenticatedDelivery['verdict'],
	demanded: CredentialSettings & DeliverySettings['verification'],
): void {
	if (valid !== true || method?.startsWith('jwt') !== true) return;
	const isEnforced = demanded.client !== undefined || demanded.subject !== undefined;
	if (demanded.mode === 'require' && isEnforced) return;
	if (logged.start(identifyNode(context), Date.now()) === null) return;
	const expected = [
		...(client === null ? [] : [`Expected Client ${quote(client)}`]),
		...(subject === null ? [] : [`Expected Subject ${quote(subject)}`]),
	].join(' and ');
	log(
		context,
		'info',
		`the token of a delivery is valid. To accept only such deliveries, turn on Check Sender in the credential, enter ${expected || 'what to expect'}, and set Verify Deliveries to Require.`,
	);
}

/** What a token that verified names beside what the credential expects, for the owner of n8n alone. */
export function explainMismatch(
	{ issuer, ...named }: AuthenticatedDelivery['verdict'],
	demanded: CredentialSettings,
): string {
	if (issuer === null) return '';
	const differences = (['audience', 'client', 'subject'] as const).map((claim) => {
		const [expected, came] = [demanded[claim], [named[claim] ?? []].flat()];
		if (expected === undefined || came.includes(expected)) return false;
		const shown = came.map(quote).join(', ') || 'none';
		return `The ${claim} of its token is ${shown}, but ${quote(expected)} is expected`;
	});
	return joinSentences(...differences);
}

/** By the id of the credential, once an hour: reading it costs as much as a delivery. */
const refreshed = new Throttle(60 * 60 * 1000);

/**
 * Refreshes the token in time, so the refresh token does not expire after 30 idle days (part 8 of the
 * interface document), unless the user turned it off; looks once an hour at most. Best effort: nobody
 * waits for it, and it never throws.
 */
export function keepConnected(context: IWebhookFunctions): void {
	// A pasted token cannot be refreshed.
	if (chooseCredentialKind(context) !== 'voiceAgentOAuth2Api') return;
	const id = context.getNode().credentials?.voiceAgentOAuth2Api?.id;
	if (typeof id !== 'string' || refreshed.start(id, Date.now()) === null) return;
	const refresh = async () => {
		if (readKeepConnected(context)) await refreshIfDue(context, await readConnection(context));
	};
	refresh().catch((error: unknown) => {
		const name = quote(context.getNode().credentials?.voiceAgentOAuth2Api?.name ?? '');
		const text = `could not refresh the token of the credential ${name}. ${describeThrown(error)}`;
		log(context, 'warn', text);
	});
}
