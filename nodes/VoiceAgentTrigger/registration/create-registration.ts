import type { IHookFunctions } from 'n8n-workflow';
import { checkWebhookUrl, hashToken, type WebhookUrlErrorCode } from '../../../core';
import {
	adviseOnEvents,
	type ErrorCode,
	type FailureDetails,
	createNodeError,
	toNodeError,
	readUnsettled,
	registerWebhook,
} from '../../shared';
import { readSettings } from '../read-settings';
import { planRegistration, type RegistrationPlan } from './plan-registration';
import { openRegistrationMemory } from './registration-memory';
import { findUnsettled, rememberUnsettled } from './unsettled-registrations';

/**
 * n8n calls a failing `create` up to five times, and gives up the publication, with a message of its
 * own, 84 s after its beginning: so each call makes one try, and none may take long.
 */
const MAX_TRIES = 1;

/**
 * How long a failure that must not be repeated at once is remembered: until the user has looked in
 * the web app, or until n8n's own attempts are over, which come within 15 s.
 */
const REMEMBERED_MS = { webhook: 2 * 60 * 1000, refresh: 30 * 1000 };

/** The code that is shown, and what its texts do not say. */
const webhookUrlFailures = {
	'webhook-url-invalid': {
		code: 'webhook-url-invalid',
		detail: "Check n8n's environment variable WEBHOOK_URL (new versions: N8N_WEBHOOK_URL)",
	},
	'api-base-url-invalid': {
		code: 'credential-address-invalid',
		parameter: 'API Base URL',
	},
	'webhook-url-unreachable': { code: 'webhook-url-unreachable' },
} as const satisfies Record<
	WebhookUrlErrorCode,
	{ code: ErrorCode } & Pick<FailureDetails, 'detail' | 'parameter'>
>;

/** `create`: registers this node's webhook URL and remembers the id; throws with what to do. */
export async function createRegistration(context: IHookFunctions): Promise<boolean> {
	const { registration } = readSettings(context);
	if (registration.isManual) return true;
	const plan = await planRegistration(context, registration);
	const now = Date.now();
	const keys = {
		webhook: plan.fingerprint,
		// Of this state of the credential: once it is connected again, publishing goes through.
		refresh: hashToken(JSON.stringify(plan.connection), plan.fingerprint),
	};
	const unsettled = findUnsettled(keys.webhook, now) ?? findUnsettled(keys.refresh, now);
	if (unsettled !== undefined) throw unsettled;
	if (!registration.allowPrivateWebhookUrl) requireReachableUrl(context, plan);
	try {
		const registered = await registerWebhook(context, plan.connection, plan.body, {
			maxTries: MAX_TRIES,
			ifRejected: adviseOnEvents(registration.events, 'Event Names'),
		});
		if (registered.id === null) {
			keepExisting(context, plan, registration.events, registered.failure);
			return true;
		}
		openRegistrationMemory(context).add(plan.fingerprint, {
			id: registered.id,
			registeredAt: new Date(now).toISOString(),
			webhookUrl: plan.webhookUrl,
			events: registration.events,
		});
		return true;
	} catch (error) {
		const what = readUnsettled(error);
		if (what !== undefined && error instanceof Error) {
			rememberUnsettled(keys[what], error, Date.now() + REMEMBERED_MS[what]);
		}
		throw toNodeError(context.getNode(), error);
	}
}

/**
 * The service has a webhook for this URL and takes no other. If it is ours, it must go on working: a
 * publication that fails would end it. It is not remembered under the new events, so the next
 * publication tries again. Throws if the webhook is somebody else's.
 */
function keepExisting(
	context: IHookFunctions,
	{ webhookUrl }: RegistrationPlan,
	events: readonly string[],
	failure: FailureDetails,
): void {
	const said = failure.detail ? ` ${failure.detail}` : '';
	if (context.getActivationMode() === 'manual') {
		context.logger.info(
			`Voice Agent Trigger: the service already has a webhook for the test URL, and none was registered.${said}`,
		);
		return;
	}
	const known = openRegistrationMemory(context).findByUrl(webhookUrl);
	if (known === undefined) throw createNodeError(context.getNode(), 'webhook-exists', failure);
	context.logger.warn(
		`Voice Agent Trigger: the service already has a webhook for this URL, so none was registered. It still sends: ${known.events.join(', ')}. To receive ${events.join(', ')}, delete webhook ${known.id} in the web app, then unpublish the workflow and publish it again.${said}`,
	);
}

/** Stops an activation after which no delivery could ever arrive. */
function requireReachableUrl(context: IHookFunctions, plan: RegistrationPlan): void {
	const failure = checkWebhookUrl({
		webhookUrl: plan.webhookUrl,
		apiBaseUrl: plan.connection.apiBaseUrl,
	});
	if (failure === undefined) return;
	const { code, ...details } = webhookUrlFailures[failure];
	throw createNodeError(context.getNode(), code, details);
}
