import {
	type IWebhookFunctions,
	type IWebhookResponseData,
	NodeOperationError,
	sleep,
} from 'n8n-workflow';
import { authenticateDelivery } from '../../../core/delivery/authenticate';
import {
	createDeliveryMemory,
	type DeliveryClaim,
	hashContent,
} from '../../../core/delivery/duplicates';
import { ignoreDuplicate, postponeDelivery } from '../../../core/delivery/discarded-delivery';
import { decideDelivery, type DeliveryEvent } from '../../../core/delivery/decide-delivery';
import { CONVERSATION_COMPLETE } from '../../../core/delivery/envelope';
import { createThrottle } from '../../../core/memory';
import { WHOLE_RECORD } from '../../../core/record/parse-record';
import { matchesAny } from '../../../core/text';
import type { WaitLimit } from '../../../core/waiting';
import { readProperty } from '../../../core/json';
import { describeThrown } from '../../shared/errors';
import { identifyNode, log } from '../../shared/log';
import { useIdentityKeys } from '../../shared/http/identity-keys';
import { type DeliverySettings, readDeliverySettings } from '../settings';
import { type CredentialChecks, keepConnected, readCredentialChecks } from './credential';
import { discardDelivery, isListening, type ReceivedDelivery } from './discard-delivery';
import { explainFlaw, logVerdict } from './verdict';

/** How long a delivery waits in all, for keys and for an equal delivery. Senders give up after 5 to 10 s. */
const MAX_DELIVERY_WAIT_MS = 3_500;

/** n8n responds to an accepted delivery once it holds the execution: no acknowledged conversation can be lost. */
export async function receiveDelivery(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const received: ReceivedDelivery = {};
	const decision = await judgeDelivery(context, received);
	if (decision.kind !== 'event') return discardDelivery(context, received, decision);
	return {
		workflowData: [decision.items.map((json) => ({ json: { ...json } }))],
		webhookResponse: { status: 'accepted', id: decision.conversation.id },
	};
}

/** Fills in `received` as far as the delivery comes: so much is known if the delivery is discarded. */
async function judgeDelivery(context: IWebhookFunctions, received: ReceivedDelivery) {
	let settings: DeliverySettings;
	try {
		settings = received.settings = readDeliverySettings(context);
	} catch (error) {
		return postponeUnusable('parameter-unusable', error);
	}
	const rawBody = (received.rawBody = await readRawBody(context));
	// Counted from here: how long the body takes is the sender's choice.
	const waitEndsAtMs = Date.now() + MAX_DELIVERY_WAIT_MS;
	const waitLimit = async () => await sleep(Math.max(0, waitEndsAtMs - Date.now()));
	let checks: CredentialChecks;
	try {
		checks = await readCredentialChecks(context, settings.credentialKind);
	} catch (error) {
		return postponeUnusable('credential-unusable', error);
	}
	const demanded = { ...checks, ...settings.verification };
	const authentication = await authenticateDelivery(
		{ rawBody, rawHeaders: context.getRequestObject().rawHeaders },
		demanded,
		useIdentityKeys(context, waitLimit),
		// Read after the credential: the key cache compares this moment with the moments of its requests.
		Date.now(),
	);
	if (authentication.rejection === null) logVerdict(context, authentication, demanded);
	else received.flaw = explainFlaw(authentication, demanded);
	const decision = decideDelivery({ body: rawBody, authentication }, settings);
	if (decision.kind !== 'event') return decision;
	const claim = await claimDelivery(context, decision, settings.ignoreDuplicates, waitLimit);
	if (claim === 'duplicate') return ignoreDuplicate(decision.conversation.id);
	if (claim === 'busy') return postponeDelivery('still-under-way');
	logUnknownRecord(context, decision);
	keepConnected(context, settings.credentialKind);
	return decision;
}

/** Postpones a delivery: an unusable parameter or credential leaves open what to demand of deliveries. */
function postponeUnusable(reason: 'parameter-unusable' | 'credential-unusable', error: unknown) {
	// A NodeOperationError, ours or n8n's about a missing credential, quotes no secret. Other errors may.
	const known = error instanceof NodeOperationError ? { message: describeThrown(error) } : {};
	return postponeDelivery(reason, known);
}

const unknownThrottle = createThrottle(60_000);

/** Another event than ConversationComplete may have a record of other fields. */
function logUnknownRecord(
	context: IWebhookFunctions,
	{ event, conversation }: DeliveryEvent,
): void {
	const issue = conversation.parse_issues?.find(({ path }) => path === WHOLE_RECORD);
	if (issue === undefined || !matchesAny([event], [CONVERSATION_COMPLETE])) return;
	if (unknownThrottle.start(identifyNode(context), Date.now()) === null) return;
	const found = `no field of the record is a documented one with a value: data is an ${issue.received}.`;
	log(context, 'warn', `${found} The documentation of the outputs says which fields are read.`);
}

/** `undefined` for multipart, which n8n has taken apart. */
async function readRawBody(context: IWebhookFunctions): Promise<Buffer | undefined> {
	const request = context.getRequestObject();
	const contentType = context.getHeaderData()['content-type'] ?? '';
	if (/^\s*multipart\//i.test(contentType)) return undefined;
	// If n8n does not know the content type, the body is still to be read.
	const read = readProperty(request, 'readRawBody');
	if (typeof read === 'function') await read.call(request);
	const rawBody = readProperty(request, 'rawBody');
	return Buffer.isBuffer(rawBody) ? rawBody : Buffer.alloc(0);
}

const RESPONSE_LOOK_MS = 500;
const MAX_RESPONSE_MS = 10 * 60 * 1000;

const deliveryMemory = createDeliveryMemory();

async function claimDelivery(
	context: IWebhookFunctions,
	{ event, conversation }: DeliveryEvent,
	rule: DeliverySettings['ignoreDuplicates'],
	waitLimit: WaitLimit,
): Promise<DeliveryClaim['state']> {
	// A user who listens in the editor may send the same conversation again and again.
	if (rule === 'off' || isListening(context)) return 'first';
	const webhookUrl = context.getNodeWebhookUrl('default') ?? '';
	const { id, delivery } = conversation;
	const contentHash = rule === 'sameContent' ? hashContent(conversation) : null;
	const isVerified = delivery?.valid === true;
	const key = { webhookUrl, event, id, contentHash, isVerified };
	const claim = await deliveryMemory.claim(key, waitLimit);
	if (claim.state === 'first') endClaim(context, claim.end);
	return claim.state;
}

/** Ends the claim once n8n has responded: 2xx acknowledges the delivery, also if its sender has gone. */
function endClaim(context: IWebhookFunctions, end: (isAcknowledged: boolean) => void): void {
	const response = context.getResponseObject();
	const endByStatus = () => {
		const isSuccess = response.statusCode >= 200 && response.statusCode < 300;
		end(response.writableEnded && isSuccess);
	};
	// After a cut connection no event tells the end; after 10 minutes another attempt must be accepted.
	const endLater = async () => {
		for (let waited = 0; waited < MAX_RESPONSE_MS; waited += RESPONSE_LOOK_MS) {
			if (response.writableEnded) break;
			await sleep(RESPONSE_LOOK_MS);
		}
		endByStatus();
	};
	// The sender left before, such as while this delivery waited for keys or for an equal delivery.
	if (response.destroyed) return void endLater();
	response.once('finish', endByStatus);
	// `close` without `finish`: the connection was cut. After `finish`: no effect.
	response.once('close', () => void endLater());
}
