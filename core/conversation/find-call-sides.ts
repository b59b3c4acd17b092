import type { Conversation } from './conversation';

/** What a user states about the calls of an output, since a record does not say it. */
export type CallSideOptions = {
	/** Default: `outbound` if the record names a campaign, else not known. */
	direction?: 'inbound' | 'outbound';
	/** Which number is the customer's. Default: `to` of an outbound call, else `from`. */
	customerNumber?: 'from' | 'to';
};

/** What is worked out of the two sides of a call. */
export type CallSides = Pick<Conversation, 'direction' | 'customer_number'>;

/**
 * Tells who called whom, as far as it can be told: a campaign calls out; that a call came in stands
 * nowhere in a record (interface document, 2.5 and 2.9).
 */
export function findCallSides(
	numbers: Pick<Conversation, 'campaign_id' | 'campaign_item_id' | 'from_number' | 'to_number'>,
	options: CallSideOptions = {},
): CallSides {
	const isOfCampaign = isFilled(numbers.campaign_id) || isFilled(numbers.campaign_item_id);
	const direction = options.direction ?? (isOfCampaign ? 'outbound' : null);
	const side = options.customerNumber ?? (direction === 'outbound' ? 'to' : 'from');
	const number = side === 'to' ? numbers.to_number : numbers.from_number;
	return { direction, customer_number: isFilled(number) ? cleanPhoneNumber(number) : null };
}

/** `tel:` and `sip:` addresses: what stands before parameters and host. */
const ADDRESS = /^(?:tel|sips?):([^@;]*)/i;
const SEPARATORS = /[\s()[\]\-\u2010-\u2015]/g;

/**
 * A phone number in the form in which it can be looked up, as far as no country has to be guessed:
 * `tel:+49-30-1234` and `0049 (30) 1234` give `+49301234`. What is no number then stays as sent.
 */
export function cleanPhoneNumber(sent: string): string {
	const text = sent.trim();
	const bare = (ADDRESS.exec(text)?.[1] ?? text).replace(SEPARATORS, '');
	if (!/^\+?\d+$/.test(bare)) return text;
	return bare.startsWith('00') ? `+${bare.slice(2)}` : bare;
}

function isFilled(text: string | null): text is string {
	return text !== null && text.trim() !== '';
}
