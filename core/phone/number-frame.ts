export const SEPARATORS = /[\s.()[\]\-\u2010-\u2015]/g;

/** Enough for a number of E.164 with the signs between its digits, and for each word for a withheld number. */
export const MAX_CHARACTERS = 40;

/** Enough for a frame with a name, a host and parameters. */
const MAX_FRAMED_CHARACTERS = 500;

/** An extension, or a number that cannot be called from everywhere. */
const HAS_DIALLING_PLAN = /;\s*(?:ext|phone-context)\s*=/i;

/** What may follow a number in a frame: nothing, or parameters such as `;user=phone`. */
const PARAMETERS = /^\s*(?:;\s*(?:[a-z][^<>]*)?)?$/i;

/**
 * The number in a text, without the frame that telephony services write around a number, such as `whatsapp:…`,
 * `"Ann Lee" <sip:…@example.com>;tag=1` or `…@s.whatsapp.net`, where digits are E.164 without the plus. `null` if
 * the text is no number, has an extension, or holds digits elsewhere: in a host, in a name.
 */
export function findNumber(sent: string): string | null {
	if (sent.length > MAX_FRAMED_CHARACTERS) return null;
	const text = removeFormatCharacters(sent);
	const { scheme, user, host, hasHost, parameters, behind } = splitAddress(text);
	const isPlain = PARAMETERS.test(parameters) && PARAMETERS.test(behind);
	if (!isPlain || HAS_DIALLING_PLAN.test(text) || !isNumber(user)) return null;
	if (!hasHost) {
		// In `sip:192.0.2.7` the host stands alone.
		const isHost = scheme.startsWith('sip') && user.includes('.') && !user.startsWith('+');
		return /^(?:|tel|sips?|whatsapp)$/.test(scheme) && !isHost ? user : null;
	}
	if (host === 's.whatsapp.net') return user.replace(/^(?=\d)/, '+');
	return /^(?:tel|sips?)$/.test(scheme) ? user : null;
}

/**
 * The parts of an address. Of `"Desk" <sip:alice;x=1@example.com:5060>;tag=1` the user is `alice`, the parameters
 * are `;x=1`, and `;tag=1` is behind. Without a user, the host stands in the user's place. A text without a frame
 * is all user.
 */
export function splitAddress(text: string) {
	const [, bracketed, behind = ''] = /<([^<>]*)>([^]*)/.exec(text) ?? [];
	const [before = '', after] = (bracketed ?? text).trim().split('@', 2);
	const [schemeAndColon = '', scheme = ''] = /^([a-z][a-z\d+.-]*):(?=\S)/i.exec(before) ?? [];
	const named = before.slice(schemeAndColon.length);
	const [user = ''] = named.split(/[;?]/, 1);
	const [host = ''] = (after ?? user).split(/[:;?\s]/, 1);
	return {
		scheme: scheme.toLowerCase(),
		user: user.trim(),
		host: host.toLowerCase(),
		hasHost: after !== undefined,
		parameters: named.slice(user.length),
		behind,
	};
}

/** Invisible characters that come with copied numbers. */
const FORMAT_CHARACTERS = /[\u200B-\u200F\u202A-\u202E\u2060-\u2069]/g;

export function removeFormatCharacters(text: string): string {
	return text.replace(FORMAT_CHARACTERS, ' ').trim();
}

function isNumber(text: string): boolean {
	if (text.length > MAX_CHARACTERS) return false;
	return /^\+?\d+$/.test(removeAreaSlash(text).replace(SEPARATORS, ''));
}

/** A slash behind an area code: `030/90182077`, `+49(0)30/90182077`. Elsewhere a slash separates two numbers. */
const AREA_SLASH = /^(\D{0,2}(?:\d\d\D{1,2}(?:0\) ?)?)?\d{2,6}\D{0,2})\//;

export function removeAreaSlash(text: string): string {
	return text.replace(AREA_SLASH, '$1 ');
}
