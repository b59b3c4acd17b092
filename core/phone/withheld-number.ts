import { MAX_CHARACTERS, SEPARATORS, splitAddress } from './number-frame';

/**
 * What telephony services, networks and telephones write for a caller whose number is withheld or not known,
 * without accents. A line each for English, German, French, Italian, Spanish, Portuguese, Dutch, the
 * languages of Scandinavia, and Polish; a word of two languages stands in the first.
 */
const WORDS = `
anonymous, anonymous caller, anonymous call, anonymous user, restricted, restricted number, restricted caller, unavailable, not available, number unavailable, caller id unavailable, unknown, unknown caller, unknown number, caller unknown, number unknown, private, private caller, private number, private call, withheld, withheld number, number withheld, caller id withheld, blocked, blocked number, blocked caller, caller id blocked, hidden, hidden number, hidden caller id, suppressed, no caller id, no number, no id, unidentified, out of area, payphone, coin line/payphone, interaction with other service,
anonym, anonymer anrufer, unbekannt, unbekannter anrufer, unbekannter teilnehmer, unbekannte nummer, unbekannte rufnummer, unterdruckt, unterdrueckt, unterdruckte nummer, unterdrueckte nummer, nummer unterdruckt, nummer unterdrueckt, rufnummer unterdruckt, rufnummer unterdrueckt, privat, private nummer, privater anrufer, keine nummer, keine rufnummer,
anonyme, appel anonyme, numero anonyme, inconnu, appelant inconnu, correspondant inconnu, numero inconnu, masque, numero masque, appel masque, prive, numero prive, appel prive, secret, numero secret, cache, numero cache, indisponible, numero indisponible,
anonimo, chiamata anonima, numero anonimo, sconosciuto, numero sconosciuto, chiamante sconosciuto, privato, numero privato, nascosto, numero nascosto, riservato, numero riservato, non disponibile,
llamada anonima, desconocido, numero desconocido, llamada desconocida, privado, numero privado, llamada privada, oculto, numero oculto, restringido, numero restringido, no disponible, sin identificar,
chamada anonima, desconhecido, numero desconhecido, confidencial, numero confidencial, restrito, numero restrito, bloqueado, numero bloqueado, nao identificado, numero nao identificado, indisponivel,
anoniem, anoniem nummer, anonieme beller, onbekend, onbekend nummer, onbekende beller, prive nummer, afgeschermd, afgeschermd nummer, verborgen, verborgen nummer,
skjult, skjult nummer, hemmeligt nummer, hemmelig nummer, ukendt, ukendt nummer, ukjent, ukjent nummer, okand, okant nummer, dold, dolt nummer, skyddat nummer, hemligt nummer,
anonimowy, nieznany, nieznany numer, numer nieznany, zastrzezony, numer zastrzezony, prywatny, numer prywatny, ukryty, numer ukryty`;

const WITHHELD = new Set(WORDS.split(',').map(fold));

/** Hosts of nobody: RFC 3323, and 3GPP TS 23.003. */
const HOSTS_OF_NOBODY = ['anonymous.invalid', 'unknown.invalid'];

/** ANONYMOUS, RESTRICTED, BLOCKED, UNKNOWN and UNAVAILABLE on a keypad. */
const KEYPAD_WORDS = ['266696687', '7378742833', '2562533', '8656696', '86282452253'];

/** A number whose last digits, or all but the last, are hidden: `+1415555XXXX`, `***-***-0142`; but not `**98`. */
const HIDDEN_DIGITS = /^(?=[+\dx*#•]*$)(?:\+?\d+[x*#•]{2}|\+?[x*#•]{3})/i;

/**
 * Whether a trimmed text names nobody:
 * - text without a digit, unless it is an address with a user
 * - a withheld word as the user of an address (`sip:private@example.com`), or a host of nobody
 * - only zeros, `-1` or `-2`, or hidden digits
 * - a keypad word in an address or after `+` or `00` (`+266696687`). Alone it may be somebody's number: callers
 *   ask {@link isKeypadWord}
 */
export function namesNobody(text: string): boolean {
	const { scheme, user, host, hasHost } = splitAddress(text);
	const isAddress = hasHost || scheme !== '';
	if (!/\p{N}/u.test(text) && (!isAddress || user === '')) return true;
	if (HOSTS_OF_NOBODY.includes(host)) return true;
	if (user.length > MAX_CHARACTERS) return false;
	if (WITHHELD.has(fold(user)) || user === '-1' || user === '-2') return true;
	const written = user.replace(SEPARATORS, '');
	const digits = written.replace(/^(?:\+|00)/, '');
	if (/^\+?0+$/.test(written) || HIDDEN_DIGITS.test(written)) return true;
	return (isAddress || user !== digits) && isKeypadWord(digits);
}

export function isKeypadWord(digits: string): boolean {
	return KEYPAD_WORDS.includes(digits);
}

/** A space may be written as `_`, `-` or not at all, and as `%20` in an address. */
function fold(text: string): string {
	const withoutAccents = text.normalize('NFD').replace(/\p{M}/gu, '');
	return withoutAccents.replace(/%20|[\s_-]/g, '').toLowerCase();
}
