import { findNumber, removeAreaSlash, removeFormatCharacters } from '../phone/number-frame';
import { readPhoneNumber } from '../phone/read-phone-number';
import { isKeypadWord, namesNobody } from '../phone/withheld-number';
import { foldCase, isFilled, isFilledId } from '../text';
import type { Conversation } from './conversation';

/** What the user of n8n states about all calls: a record never tells which number is the customer's. */
export type CallSideOptions = {
	/** Default: by `ownNumbers`, else `outbound` if the record has a campaign's id, else not known. */
	direction?: 'inbound' | 'outbound';
	/** Which is the customer's. Default: `to` of an outbound call, else `from`; neither if both are in `ownNumbers`. */
	customerNumber?: 'from' | 'to';
	/** The user's own numbers: calls to them are inbound, calls from them outbound. `direction` wins. */
	ownNumbers?: readonly string[];
	/** ISO code of the country in which a number without a calling code is read. Default: none. */
	defaultCountry?: string;
};

type Numbers = Pick<Conversation, 'campaign_id' | 'campaign_item_id' | 'from_number' | 'to_number'>;

/** A campaign tells that a call was outbound; no field tells that a call was inbound (interface document, 2.5, 2.9). */
export function findCallSides(numbers: Numbers, options: CallSideOptions = {}) {
	const isOfCampaign = [numbers.campaign_id, numbers.campaign_item_id].some(isFilledId);
	const stated = stateDirection(numbers, options);
	const direction = stated === undefined ? (isOfCampaign ? 'outbound' : null) : stated;
	// Between two numbers of the user there is no customer.
	const usual = stated === null ? undefined : direction === 'outbound' ? 'to' : 'from';
	const side = options.customerNumber ?? usual;
	const number = side ? numbers[`${side}_number`] : null;
	return { direction, ...writeCustomerNumber(number, options.defaultCountry) };
}

/** The fields that the user's options change. An item of the trigger may already have its direction and customer. */
export function stateCallSides(conversation: Conversation, options: CallSideOptions) {
	const { direction: known, customer_number: number } = conversation;
	const stated = stateDirection(conversation, options);
	// What `ownNumbers` state, `findCallSides` finds again.
	const direction = stated === undefined ? (known ?? undefined) : options.direction;
	const findAgain = () => findCallSides(conversation, { ...options, direction });
	// If the conversation already has the stated direction, its `customer_number` is right. Finding it again
	// could lose it: the item may lack `from_number` and `to_number`.
	const isKept = stated === known && stated !== null && number !== null;
	if (options.customerNumber !== undefined || (stated !== undefined && !isKept)) return findAgain();
	// A number with a national form was parsed before. Any other number may be as sent, so it is parsed. That
	// does not change a number in E.164, such as +800… (of no country).
	const { defaultCountry } = options;
	if (defaultCountry === undefined || conversation.customer_number_national !== null) return {};
	if (number !== null) {
		const written = writeCustomerNumber(number, defaultCountry);
		// The digits of a stated number may be hidden by Mask Numbers.
		return written.customer_number === null ? {} : written;
	}
	// `7378742833` is RESTRICTED on a keypad: withheld without a country, but a number in the USA.
	const sent = [conversation.from_number, conversation.to_number];
	return sent.some((text) => isKeypadWord(text ?? '')) ? findAgain() : {};
}

/**
 * The customer's number in E.164, one spelling for each customer, and as its own country writes the number; `null` if
 * the text {@link namesNobody}. A number that cannot be read stays as sent, without its frame: a guess could be
 * somebody else's number; a number as sent at worst makes a second contact in a CRM.
 */
export function writeCustomerNumber(sent: string | null, defaultCountry?: string) {
	const isOfNobody = sent === null || namesNobody(removeFormatCharacters(sent));
	const reading = isOfNobody ? undefined : readNumber(sent, defaultCountry);
	const unread = isOfNobody ? null : (findNumber(sent) ?? sent.trim());
	return {
		customer_number: reading?.e164 ?? (isKeypadWord(unread ?? '') ? null : unread),
		customer_number_national: reading?.national ?? null,
	};
}

export type NumberComparison = {
	/** Whether one of the numbers is the customer's; `null` if none is known to be, and one is unreadable or all are empty. */
	is_customer: boolean | null;
	/** In the order of the numbers; `null` if the number or the customer's cannot be read. */
	numbers: Array<{ number: string; is_customer: boolean | null }>;
};

/**
 * Which numbers, such as a contact's, are the customer's, by all digits: `+49 202 5550147` is not `+12025550147`.
 * @param defaultCountry ISO code of the country of numbers without a calling code. Default: none
 */
export function compareNumbers(
	conversation: Conversation,
	numbers: readonly string[],
	defaultCountry?: string,
): NumberComparison {
	const stated = { ...conversation, ...stateCallSides(conversation, { defaultCountry }) };
	const read = (sent: string) =>
		namesNobody(removeFormatCharacters(sent)) ? undefined : readNumber(sent, defaultCountry)?.e164;
	const customer = read(stated.customer_number ?? '');
	const compared = numbers.map((number) => {
		const other = read(number);
		const areRead = customer !== undefined && other !== undefined;
		return { number, is_customer: areRead ? customer === other : null };
	});
	const told = compared.filter(({ number }) => isFilled(number)).map((each) => each.is_customer);
	const isUnknown = told.length === 0 || told.includes(null);
	return { is_customer: told.includes(true) || (isUnknown ? null : false), numbers: compared };
}

function readNumber(sent: string, defaultCountry?: string) {
	const number = findNumber(sent);
	// The reader loads a library of 100 kB.
	const isWorthReading = defaultCountry !== undefined || /^[[(\s]*(?:\+|00)/.test(number ?? '');
	if (number === null || !isWorthReading) return undefined;
	return readPhoneNumber(removeAreaSlash(number), defaultCountry);
}

/** The direction that the user's options state; `null` between two of the user's own numbers. */
function stateDirection(
	{ from_number, to_number }: Numbers,
	{ direction, ownNumbers = [], defaultCountry }: CallSideOptions,
): Conversation['direction'] | undefined {
	if (direction !== undefined || ownNumbers.length === 0) return direction;
	const own = new Set(ownNumbers.map((number) => foldNumber(number, defaultCountry)));
	// A withheld number, such as `Anonymous`, is no number of the user.
	own.delete(null);
	const isOwn = (number: string | null) => own.has(foldNumber(number, defaultCountry));
	if (isOwn(from_number)) return isOwn(to_number) ? null : 'outbound';
	return isOwn(to_number) ? 'inbound' : undefined;
}

/** For comparisons: the digits, of E.164 if possible. Other text, such as `sip:Ann@id.test`, in lower case. */
function foldNumber(sent: string | null, defaultCountry?: string): string | null {
	const { customer_number: number } = writeCustomerNumber(sent, defaultCountry);
	if (number === null) return null;
	return findNumber(number)?.replace(/\D/g, '') ?? foldCase(number);
}
