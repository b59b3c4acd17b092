import { NodeOperationError, sleep } from 'n8n-workflow';
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
import { describeThrown } from '../../shared/errors';
import type { DeliverySettings } from '../settings';
import type { CredentialChecks } from './credential';
import { discardDelivery, type ReceivedDelivery } from './discard-delivery';
import type { Host } from './host';
import { explainFlaw, logVerdict } from './verdict';

/** How long a delivery waits in all, for keys and for an equal delivery. Senders give up after 5 to 10 s. */
const MAX_DELIVERY_WAIT_MS = 3_500;

/** n8n responds to an accepted delivery once it holds the execution: no acknowledged conversation can be lost. */
export async function receiveDelivery(host: Host) {
	const received: ReceivedDelivery = {};
	const decision = await judgeDelivery(host, received);
	if (decision.kind !== 'event') return host.respond(discardDelivery(host, received, decision));
	const body = { status: 'accepted', id: decision.conversation.id };
	return host.respond({ accepted: decision.items, body });
}

/** Fills in `received` step by step: a delivery that is discarded early leaves the later fields empty. */
async function judgeDelivery(host: Host, received: ReceivedDelivery) {
	let settings: DeliverySettings;
	try {
		settings = received.settings = host.readSettings();
	} catch (error) {
		return postponeUnusable('parameter-unusable', error);
	}
	const rawBody = (received.rawBody = await host.readBody());
	// Counted from here: how long the body takes is the sender's choice.
	const waitEndsAtMs = Date.now() + MAX_DELIVERY_WAIT_MS;
	const waitLimit = async () => await sleep(Math.max(0, waitEndsAtMs - Date.now()));
	let checks: CredentialChecks;
	try {
		checks = await host.readChecks(settings.credentialKind);
	} catch (error) {
		return postponeUnusable('credential-unusable', error);
	}
	const demanded = { ...checks, ...settings.verification };
	const authentication = await authenticateDelivery(
		{ rawBody, rawHeaders: host.rawHeaders },
		demanded,
		host.useKeys(waitLimit),
		// Read after the credential: the key cache compares this moment with the moments of its requests.
		Date.now(),
	);
	if (authentication.rejection === null) logVerdict(host, authentication, demanded);
	else received.flaw = explainFlaw(authentication, demanded);
	const decision = decideDelivery({ body: rawBody, authentication }, settings);
	if (decision.kind !== 'event') return decision;
	const claim = await claimDelivery(host, decision, settings.ignoreDuplicates, waitLimit);
	if (claim === 'duplicate') return ignoreDuplicate(decision.conversation.id);
	if (claim === 'busy') return postponeDelivery('still-under-way');
	logUnknownRecord(host, decision);
	host.keepConnected(settings.credentialKind);
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
function logUnknownRecord(host: Host, { event, conversation }: DeliveryEvent): void {
	const issue = conversation.parse_issues?.find(({ path }) => path === WHOLE_RECORD);
	if (issue === undefined || !matchesAny([event], [CONVERSATION_COMPLETE])) return;
	if (unknownThrottle.start(host.nodeKey, Date.now()) === null) return;
	const found = `no field of the record is a documented one with a value: data is an ${issue.received}.`;
	host.log('warn', `${found} The documentation of the outputs says which fields are read.`);
}

const deliveryMemory = createDeliveryMemory();

async function claimDelivery(
	host: Host,
	{ event, conversation }: DeliveryEvent,
	rule: DeliverySettings['ignoreDuplicates'],
	waitLimit: WaitLimit,
): Promise<DeliveryClaim['state']> {
	// A user who listens in the editor may send the same conversation again and again.
	if (rule === 'off' || host.isListening) return 'first';
	const webhookUrl = host.getWebhookUrl();
	const { id, delivery } = conversation;
	const contentHash = rule === 'sameContent' ? hashContent(conversation) : null;
	const isVerified = delivery?.valid === true;
	const key = { webhookUrl, event, id, contentHash, isVerified };
	const claim = await deliveryMemory.claim(key, waitLimit);
	if (claim.state === 'first') host.whenAnswered(claim.end);
	return claim.state;
}
