// The build makes this module a bundle of its own: it is loaded when the first number is read.
import {
	isSupportedCountry,
	parsePhoneNumberFromString,
	type PhoneNumber,
} from 'libphonenumber-js/min';

/**
 * Reads digits with the signs that people write between them, such as `(030) 123 45-67`. Undefined for an
 * invalid number. In China `13123456740` is undefined, too: it may be +86 131… or +1 312…. In the groups that
 * China writes (`131 2345 6740`) it is +86 131…. `national` is `null` for a number of no country.
 * @param defaultCountry ISO code of the country of the telephone; an unknown code is ignored
 */
export function readPhoneNumber(written: string, defaultCountry?: string) {
	const dialled = written.replace(/[^+\d]/g, '');
	if (dialled.startsWith('+')) return writeForms(parseDialled(dialled));
	const isPrefixed = dialled.startsWith('00');
	const abroad = parseDialled(`+${isPrefixed ? dialled.slice(2) : dialled}`);
	// A few countries dial other prefixes to call abroad, but 00 is what services write.
	if (isPrefixed && abroad) return writeForms(abroad);
	const asAtHome = parseDialled(dialled, defaultCountry);
	const home = asAtHome && isWrittenAtHome(dialled, asAtHome) ? asAtHome : undefined;
	if (abroad && home && abroad.number !== home.number) {
		// Only groups as people write them at home tell which of the two it is.
		return listGroups(written) === listGroups(home.formatNational()) ? writeForms(home) : undefined;
	}
	return writeForms(isOfCountryWithPrefix(abroad, asAtHome) ? abroad : home);
}

/**
 * Whether digits are a number of the default country with its calling code: `4915123456768` in Germany. True
 * only for a country that writes a national prefix (0): at home, its numbers begin with that prefix.
 */
function isOfCountryWithPrefix(abroad?: PhoneNumber, asAtHome?: PhoneNumber): boolean {
	return (
		abroad?.countryCallingCode === asAtHome?.countryCallingCode &&
		abroad?.formatNational().replace(/\D/g, '') !== abroad?.nationalNumber
	);
}

/**
 * Whether the digits end with the number as its country writes it, or as it is called from abroad. False if
 * the country writes it as one group: it may be a service number or an extension, or lack its area code.
 */
function isWrittenAtHome(dialled: string, number: PhoneNumber): boolean {
	const national = number.formatNational();
	// Some countries may leave out the prefix.
	const unprefixed = number.formatNational({ nationalPrefix: false });
	const endings = [number.number, national, unprefixed].map((text) => text.replace(/\D/g, ''));
	return /\D/.test(national) && endings.some((ending) => dialled.endsWith(ending));
}

/** Until 2019 a 1 stood before the ten digits of a Mexican mobile number that was called from abroad. */
const OLD_MEXICAN_MOBILE = /^(\+?52)1(?=\d{10}$)/;

/** A plus, and as many digits as E.164 allows. */
const MAX_E164_CHARACTERS = 16;

function parseDialled(text: string, country?: string): PhoneNumber | undefined {
	const defaultCountry = country !== undefined && isSupportedCountry(country) ? country : undefined;
	const mayBeMexican = text.startsWith('+') || country === 'MX';
	const dialled = mayBeMexican ? text.replace(OLD_MEXICAN_MOBILE, '$1') : text;
	const number = parsePhoneNumberFromString(dialled, { defaultCountry, extract: false });
	return number?.isValid() && number.number.length <= MAX_E164_CHARACTERS ? number : undefined;
}

function writeForms(number: PhoneNumber | undefined) {
	if (number === undefined) return undefined;
	// A number of no country, such as +800…, has no national form.
	const national = number.isNonGeographic() ? null : number.formatNational();
	return { e164: number.number, national };
}

function listGroups(written: string): string {
	return written.match(/\d+/g)?.join(' ') ?? '';
}
