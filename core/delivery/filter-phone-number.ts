/**
 * Whether a phone number begins with one of the wanted prefixes. Only digits count, without leading
 * `00`: `+49 30`, `0049-30` and `4930` are the same prefix, since the interface document shows no
 * format (2.5). Addresses with letters (`sip:…`, `anonymous`) are compared as text without regard to
 * case. A prefix without a digit or letter matches nothing.
 */
export function matchesPhonePrefix(number: string | null, prefixes: readonly string[]): boolean {
	if (number === null) return false;
	const normalized = normalizePhoneNumber(number);
	return prefixes.some((prefix) => {
		const wanted = normalizePhoneNumber(prefix);
		return wanted !== '' && normalized.startsWith(wanted);
	});
}

function normalizePhoneNumber(number: string): string {
	if (/\p{L}/u.test(number)) return number.trim().toLowerCase();
	return number.replace(/\D/g, '').replace(/^00/, '');
}
