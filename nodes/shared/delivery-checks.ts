import type { DeliveryAuthentication } from '../../core/delivery/authenticate';
import type { UnknownObject } from '../../core/json';
import type { Credential } from './credential';
import { type NodeContext, throwNodeError } from './errors';
import { readText } from './settings';

/** Secret and claims that a credential demands of deliveries; `undefined` is not demanded. */
export type DeliveryChecks = Pick<
	DeliveryAuthentication,
	'signingSecret' | 'audience' | 'client' | 'subject'
>;

/**
 * Reads what a credential demands of deliveries. The expected audience, client and subject are demanded
 * while the switch `checkSender` is on: set to anything but `false`.
 *
 * Throws `credential-field-invalid` for what is not text, and `credential-sender-missing` if the switch is
 * on and none of its fields is set.
 */
export function readDeliveryChecks(context: NodeContext, { data }: Credential): DeliveryChecks {
	const read = (field: string, parameter: string) => readDemand(context, data, field, parameter);
	const signingSecret = read('signingSecret', 'Webhook Signing Secret');
	if (!Object.hasOwn(data, 'checkSender') || data.checkSender === false) return { signingSecret };
	const audience = read('expectedAudience', 'Expected Audience');
	const client = read('expectedClient', 'Expected Client');
	const subject = read('expectedSubject', 'Expected Subject');
	if ((audience ?? client ?? subject) === undefined) {
		throwNodeError(context, 'credential-sender-missing');
	}
	return { signingSecret, audience, client, subject };
}

/**
 * A field that is missing or `''` is not set: n8n fills in defaults when it decrypts. Anything else but
 * text, and spaces alone, is an error, never "not set": an expression that went wrong must not switch a
 * check off. So is `''` beside `…IsSet`, by which the credential tells that something was entered. Spaces
 * around a pasted value are cut.
 */
function readDemand(
	context: NodeContext,
	data: UnknownObject,
	field: string,
	parameter: string,
): string | undefined {
	const isEntered = Object.hasOwn(data, `${field}IsSet`);
	if (!Object.hasOwn(data, field) || (data[field] === '' && !isEntered)) return undefined;
	const text = readText(data[field]);
	if (text === undefined) throwNodeError(context, 'credential-field-invalid', { parameter });
	return text;
}
