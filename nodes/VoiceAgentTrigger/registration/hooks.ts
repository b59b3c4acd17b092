import { evaluateJmespathQuery, type IHookFunctions } from 'n8n-workflow';
import { findSecretField } from '../../../core/registration/body';
import { isPathSegment, isReachableFromService, parseWebhookUrl } from '../../../core/net/address';
import { requireProtectableOutput } from '../../shared/settings';
import {
	askUser,
	planRegistration,
	registerWebhook,
	type RegistrationPlan,
} from '../../shared/http/register-webhook';
import { readIdentityServer } from '../../shared/addresses';
import {
	type Credential,
	describeUnsent,
	readConnection,
	readCredential,
	readDeliveryChecks,
} from '../../shared/credential';
import {
	describeThrown,
	type FailureDetails,
	joinSentences,
	throwNodeError,
	toErrorInOneText,
} from '../../shared/errors';
import { explainFailure } from '../../shared/http/failure';
import { isSuccess } from '../../shared/http/response';
import { log, quote } from '../../shared/log';
import { requestService } from '../../shared/http/call-service';
import {
	readDeliverySettings,
	readKeepConnected,
	readRegistrationSettings,
	readTriesToDelete,
	type RegistrationSettings,
} from '../settings';
import { openMemory } from './memory';

/** Runs a hook of publishing or listening. n8n's own line of a failure names neither workflow nor node. */
export async function publish(
	context: IHookFunctions,
	hook: (context: IHookFunctions) => Promise<boolean>,
): Promise<boolean> {
	try {
		return await hook(context);
	} catch (thrown) {
		const error = toErrorInOneText(context, thrown);
		log(context, 'warn', `its webhook could not be set up (${String(error.context.code)})`);
		throw error;
	}
}

/** `checkExists`: true if nothing is to be registered, or the registration is remembered (never in a test). Checks all settings. */
export async function checkRegistration(context: IHookFunctions): Promise<boolean> {
	// Before n8n 2.30 two refreshes at the same moment can end the sign-in. A node cannot read n8n's version, so it
	// looks for a function that n8n-workflow exports in n8n 2.30, and not in 2.28.
	if (typeof evaluateJmespathQuery !== 'function') throwNodeError(context, 'n8n-too-old');
	// Whatever deliveries need is read now: an unusable parameter or field of the credential stops publishing.
	const { events, output, verification, credentialKind } = readDeliverySettings(context);
	const registration = readRegistrationSettings(context);
	readTriesToDelete(context);
	readKeepConnected(context);
	if (events.length === 0) throwNodeError(context, 'event-name-missing');
	requireProtectableOutput(context, output);
	const isRequired = verification.mode === 'require';
	if (credentialKind === undefined) {
		const { isManual } = registration;
		const parameter = isManual ? 'Verify Deliveries' : 'Registration';
		if (isRequired || !isManual) throwNodeError(context, 'credential-not-selected', { parameter });
		return true;
	}
	const credential = await readCredential(context, credentialKind);
	readDeliveryChecks(context, credential);
	const unsent = describeUnsent(credential);
	if (unsent !== '') log(context, 'warn', unsent);
	const identity = readIdentityServer(context, credential);
	if (isRequired && identity === undefined) throwNodeError(context, 'identity-server-url-missing');
	if (!registration.registers) return true;
	const { fingerprint } = await planOwnRegistration(context, credential, registration);
	const memory = openMemory(context);
	return !memory.isTest && memory.adopt(fingerprint);
}

const TEST_URL_ADVICE =
	'This was about the Test URL. To build without it, set Registration to When Published, execute this step again, and send a sample to the Test URL with Webhook → Send Test Event';

const TEST_REGISTERED =
	' for the Test URL. If the service allows one webhook for an account, it no longer sends to the Production URL: set Registration to When Published, raise Register Again and publish.';

/** n8n makes up to five attempts at `create`, within 84 s in all. So each attempt sends the request once. */
const MAX_TRIES = 1;

/** `create`: registers this node's webhook URL, unless the registration is remembered. Errors say what to do. */
export async function createRegistration(context: IHookFunctions): Promise<boolean> {
	const registration = readRegistrationSettings(context);
	if (!registration.registers) return true;
	const credential = await readCredential(context);
	const plan = await planOwnRegistration(context, credential, registration);
	const { connection, webhookUrl, events, fingerprint } = plan;
	const memory = openMemory(context);
	const isReachable = isReachableFromService(new URL(webhookUrl), new URL(connection.apiBaseUrl));
	if (!registration.usePrivateWebhookUrl && !isReachable) {
		throwNodeError(context, 'webhook-url-unreachable');
	}
	if (memory.adopt(fingerprint)) {
		await askUser(context, plan);
		return true;
	}
	const registeredAt = new Date(Date.now()).toISOString();
	const registered = await registerWebhook(context, plan, {
		...{ eventsField: 'Event Names', maxTries: MAX_TRIES },
		advice: joinSentences(memory.isTest && TEST_URL_ADVICE, adviseOnTests(context, credential)),
	});
	const { id } = registered;
	if (id === null) keepExisting(context, plan, registered.failure);
	else {
		memory.remember(fingerprint, { id, registeredAt, webhookUrl, events: [...events] });
		// If the service has replaced an older webhook by this one, the log tells since when.
		const about = memory.isTest ? TEST_REGISTERED : '.';
		log(context, 'info', `registered webhook ${quote(id)}${about}`);
		const secretField = findSecretField(registered.body);
		if (secretField !== undefined) {
			const text = `the response to the registration holds a secret in the field ${quote(secretField)}, which no log shows. If the service signs its deliveries, enter the secret as Webhook Signing Secret in the credential. If the web app does not show it, delete the webhook there, register the Production URL by Webhook → Register, which emits the secret, and publish with Registration: Manual.`;
			log(context, 'info', text);
		}
	}
	return true;
}

/** `delete`. Never throws: after an error here, n8n would not save the user's changes to the workflow. */
export async function deleteRegistration(context: IHookFunctions): Promise<boolean> {
	try {
		if (!readTriesToDelete(context)) return true;
		const settings = readRegistrationSettings(context);
		const plan = await planOwnRegistration(context, await readCredential(context), settings);
		const remembered = openMemory(context).recall(plan.fingerprint);
		if (remembered !== undefined) {
			await deleteAtService(context, plan, remembered.id);
			return true;
		}
		const own = listOwnWebhooks(context);
		if (own === '') return true;
		const text = `nothing was deleted at the service, because no webhook is remembered for the node's current address, account, URL and registration body. The node registered ${own} with other values: delete in the web app what nothing uses.`;
		log(context, 'info', text);
	} catch (error) {
		const own = listOwnWebhooks(context) || 'a webhook that is not remembered';
		const text = `could not ask the service to delete ${own}. Delete it in the web app if nothing uses it. ${describeThrown(error)}`;
		log(context, 'warn', text);
	}
	return true;
}

/** A service may test the URL with a request that has no token and no signature. */
function adviseOnTests(context: IHookFunctions, credential: Credential): string | undefined {
	const { signingSecret } = readDeliveryChecks(context, credential);
	const isRequired = readDeliverySettings(context).verification.mode === 'require';
	const demanded = [
		isRequired && 'Verify Deliveries: Require',
		signingSecret !== undefined && 'the Webhook Signing Secret',
	];
	const demands = demanded.filter(Boolean).join(' and ');
	return demands === ''
		? undefined
		: `If the service tests the URL without token and signature, this node rejects it with 401: publish without ${demands} first, then enter it again and publish once more`;
}

/**
 * The service takes no second webhook for this URL. Publishing goes on if the first is remembered: it still delivers,
 * while an error would leave the workflow unpublished. The next publication tries again.
 */
function keepExisting(
	context: IHookFunctions,
	{ webhookUrl, events }: RegistrationPlan,
	failure: FailureDetails,
): void {
	const memory = openMemory(context);
	const said = failure.detail ? ` ${failure.detail}` : '';
	const known = memory.findOfUrl(webhookUrl);
	if (memory.isTest) {
		const id = known === undefined ? 'of an ID that is not remembered' : quote(known.id);
		const text = `the service already has a webhook (${id}) for the test URL, and none was registered. To build without one, set Registration to When Published.${said}`;
		log(context, 'info', text);
		return;
	}
	if (known === undefined) throwNodeError(context, 'webhook-exists', failure);
	const text = `the service already has webhook ${quote(known.id)} for this URL, so none was registered. It still sends: ${known.events.join(', ')}. To receive ${events.join(', ')}, delete it in the web app, then unpublish the workflow and publish it again.${said}`;
	log(context, 'warn', text);
}

/** Also those registered with another body, account or API base URL: `webhook "7", webhook "8"`. */
function listOwnWebhooks(context: IHookFunctions): string {
	const { webhookId } = context.getNode();
	return [...openMemory(context).list().values()]
		.filter(({ webhookUrl }) => webhookId !== undefined && webhookUrl.includes(webhookId))
		.map(({ id }) => `webhook ${quote(id)}`)
		.join(', ');
}

async function deleteAtService(context: IHookFunctions, plan: RegistrationPlan, id: string) {
	if (!isPathSegment(id)) {
		const text = `the remembered ID of webhook ${quote(id)} cannot be part of an address, so nothing was sent. Delete it in the web app.`;
		log(context, 'warn', text);
		return;
	}
	const response = await requestService(context, plan.connection, {
		method: 'DELETE',
		url: `${plan.connection.apiBaseUrl}/api/Webhooks/${encodeURIComponent(id)}`,
	});
	// Else the refresh of the token failed, and nothing was deleted.
	const isOfWebhook = response.method === 'DELETE';
	if (isOfWebhook && response.effect === 'done') openMemory(context).forget(plan.fingerprint);
	const hasStatus = isOfWebhook && response.kind === 'response';
	const reason = hasStatus ? response.status : explainFailure(response, plan.connection).code;
	if (isSuccess(response)) {
		const text = `deleted webhook ${quote(id)} at the service. Another n8n with the same webhook URL gets no calls any more: raise Register Again there, and publish.`;
		log(context, 'info', text);
		return;
	}
	const text = `the service did not delete webhook ${quote(id)} (${reason}). Delete it in the web app.`;
	log(context, 'warn', text);
}

async function planOwnRegistration(
	context: IHookFunctions,
	credential: Credential,
	settings: RegistrationSettings,
) {
	const connection = await readConnection(context, credential);
	return planRegistration(context, connection, {
		webhookUrl: readWebhookUrl(context),
		...settings,
	});
}

/** A password in n8n's own address must not reach the service. */
function readWebhookUrl(context: IHookFunctions): string {
	const text = context.getNodeWebhookUrl('default');
	if (text === undefined) throwNodeError(context, 'webhook-url-missing');
	const url = parseWebhookUrl(text);
	if (url !== undefined && url.username === '' && url.password === '') return url.href;
	const detail =
		"Check n8n's environment variable WEBHOOK_URL (new versions: N8N_WEBHOOK_URL), which may hold no user name and no password either";
	throwNodeError(context, 'webhook-url-invalid', { detail });
}
