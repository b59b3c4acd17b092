import { readPhoneNumber } from '../phone/read-phone-number';
import { isFilled } from '../text';
import type { Conversation } from './conversation';

/** Statements of the user about all calls, since a record does not make them. */
export type CallSideOptions = {
	/** Default: `outbound` if the record names a campaign, else not known. */
	direction?: 'inbound' | 'outbound';
	/** Which number is the customer's. Default: `to` of an outbound call, else `from`. */
	customerNumber?: 'from' | 'to';
	/** ISO code of the country in which a number without a calling code is read. Default: none. */
	defaultCountry?: string;
};

export type CallSides = ReturnType<typeof findCallSides>;

/** A campaign calls out; that a call came in stands nowhere in a record (interface document, 2.5 and 2.9). */
export function findCallSides(
	numbers: Pick<Conversation, 'campaign_id' | 'campaign_item_id' | 'from_number' | 'to_number'>,
	options: CallSideOptions = {},
) {
	const isOfCampaign = isFilled(numbers.campaign_id) || isFilled(numbers.campaign_item_id);
	const direction = options.direction ?? (isOfCampaign ? 'outbound' : null);
	const side = options.customerNumber ?? (direction === 'outbound' ? 'to' : 'from');
	const number = side === 'to' ? numbers.to_number : numbers.from_number;
	return { direction, ...writeCustomerNumber(number, options.defaultCountry) };
}

/**
 * The other side's number in E.164 and as its own country writes it, so that one customer has one
 * number. What cannot be read as one number stays as it came: a wrong contact is worse than a second one.
 */
export function writeCustomerNumber(sent: string | null, defaultCountry?: string) {
	const text = sent?.trim() ?? '';
	const inAddress = HAS_DIALLING_PLAN.test(text) ? '' : (ADDRESS.exec(text)?.[1] ?? '');
	const number = isNumber(inAddress) ? inAddress : text;
	// Reading loads a library of a hundred kilobytes.
	const isWorthReading = defaultCountry !== undefined || /^[[(\s]*(?:\+|00)/.test(number);
	const isRead = isWorthReading && isNumber(number);
	const reading = isRead ? readPhoneNumber(removeAreaSlash(number), defaultCountry) : undefined;
	return {
		customer_number: reading?.e164 ?? (number === '' ? null : number),
		customer_number_national: reading?.national ?? null,
	};
}

/** `tel:` and `sip:` addresses: what stands before parameters and host. */
const ADDRESS = /^(?:tel|sips?):([^@;]*)/i;
/** An extension, or a number that cannot be called from everywhere. */
const HAS_DIALLING_PLAN = /;(?:ext|phone-context)=/i;

/** No number of E.164 with what people write between its digits is longer. */
const MAX_CHARACTERS = 40;
const SEPARATORS = /[\s.()[\]\-\u2010-\u2015]/g;

function isNumber(text: string): boolean {
	if (text.length > MAX_CHARACTERS) return false;
	return /^\+?\d+$/.test(removeAreaSlash(text).replace(SEPARATORS, ''));
}

/** A slash behind an area code; elsewhere it stands between two numbers. */
const AREA_SLASH = /^(\D{0,2}(?:\d\d\D{1,2})?\d{2,6}\D{0,2})\//;

function removeAreaSlash(text: string): string {
	return text.replace(AREA_SLASH, '$1 ');
}
