import {
	buildDiscardedItem,
	buildDiscardedResponse,
	type DiscardedDelivery,
} from '../../../core/delivery/discarded-delivery';
import { describeBody } from '../../../core/delivery/envelope';
import { createThrottle, hashData } from '../../../core/memory';
import type { DeliverySettings } from '../settings';
import type { DeliveryEnd, Host } from './host';

/** What is known of a delivery, as far as it came. */
export type ReceivedDelivery = {
	settings?: DeliverySettings;
	rawBody?: Uint8Array;
	/** Of its token, for the owner of n8n alone. */
	flaw?: string;
};

/** Discarded deliveries to one node, with the same reason and body, start one execution a minute. */
const emissionThrottle = createThrottle(60_000);

export function discardDelivery(
	host: Host,
	{ settings, rawBody, flaw }: ReceivedDelivery,
	discarded: DiscardedDelivery,
): DeliveryEnd {
	const reason = discarded.reasonForOwner ?? discarded.reason;
	const message = [discarded.message, flaw].filter(Boolean).join(' ');
	const forOwner = { ...discarded, reason, message };
	logDiscarded(host, forOwner, rawBody);
	const { httpStatus, retryAfterSeconds } = discarded;
	const end = { httpStatus, retryAfterSeconds, body: buildDiscardedResponse(discarded) };
	// After 401 and 503 the sender is not known: only a user who listens sees the delivery, without its body.
	const hasPassed = httpStatus === 200 || httpStatus === 400;
	const isWanted = settings?.outputsDiscarded === true && hasPassed;
	const startEmission = () => {
		const key = `${host.nodeKey} ${reason} ${hashData(rawBody ?? '')}`;
		return emissionThrottle.start(key, Date.now()) !== null;
	};
	if (!host.isListening && !(isWanted && startEmission())) return end;
	const { personalData } = settings?.output.options ?? { personalData: 'leaveOut' as const };
	const shownBody = hasPassed ? rawBody : undefined;
	return { ...end, discarded: buildDiscardedItem(forOwner, shownBody, personalData) };
}

const logThrottle = createThrottle(60_000);

/** Usual causes, by reason, when the node rejects a delivery that the service did send. */
const USUAL_CAUSES: Readonly<Record<string, string>> = {
	'hmac-missing':
		'Usual cause: the service sends the signature in another header than the one in the option Signature Header.',
	'hmac-malformed':
		'Usual cause: the header in the option Signature Header does not hold the HMAC-SHA256 of the body.',
	'hmac-mismatch':
		'Usual causes: another secret, spaces in the secret at the service, the wrong header in the option Signature Header, or a proxy that rewrites bodies.',
};

/** A stranger must not fill the log: one line a minute for each reason says how many more deliveries came. */
function logDiscarded(
	host: Host,
	{ kind, reason, message, httpStatus }: DiscardedDelivery,
	rawBody: Uint8Array | undefined,
): void {
	const started = logThrottle.start(`${host.nodeKey} ${reason}`, Date.now());
	if (started === null) return;
	const { suppressed } = started;
	const isUnread = httpStatus === 400 || reason === 'no-event';
	const line = [
		`${kind === 'duplicate' ? 'ignored' : kind} a delivery (${reason}).`,
		message,
		isUnread && rawBody !== undefined ? describeBody(rawBody) : '',
		USUAL_CAUSES[reason],
		suppressed > 0 ? `${suppressed} more since the last line of this kind.` : '',
		`The Delivery Reasons page of the documentation explains "${reason}".`,
	];
	host.log(httpStatus === 200 ? 'info' : 'warn', line.filter(Boolean).join(' '));
}
