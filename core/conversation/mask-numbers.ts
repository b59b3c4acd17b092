export const MIN_DIGITS = 7;
/** At most so many characters stand between two digits of a number. */
const MAX_BETWEEN = 8;

/** docs/outputs.md lists these characters. */
const SEPARATOR = /[\s\p{Cf}\p{Pd}−+()[\]（）.,;:/\\|_*~'’‘`"“”·•‧・…．。，、；：／،؛]/u;

/** A separator as a URL or HTML writes it, such as `%20`; counts as one character. */
const ENCODED = /%(?:0[9ad]|2[\da-f]|3[ab]|5[bcdf]|7[ce]|[89a-f][\da-f])|&#?[\da-z]{1,8};/iy;

/** The kind of each code point; 0 until a text holds the code point. */
const kindsByPoint = new Uint8Array(0x110000);
const [OTHER, SEPARATING, DIGIT, ENCODING] = [1, 2, 3, 4] as const;
const [PLUS, STAR, DASH, ZERO, NINE, LETTER_A] = [0x2b, 0x2a, 0x2d, 0x30, 0x39, 0x41] as const;

/**
 * A text with a `*` for each digit but the last two of every number that is as long as a phone number:
 * seven digits or more of any script, with the separators of docs/outputs.md between them. UUIDs, dates and
 * times stay, and so does the length. One pass, in time proportional to the length.
 * @param ownDigits such as `4155550142`: a UUID, a date or a time that holds them is masked like other text
 */
export function maskNumbersInText(text: string, ownDigits: readonly string[] = []): string {
	const number = new NumberMask(text);
	let keptEnd = -1;
	for (let index = 0, length = 1; index < text.length; index += length) {
		const point = readPoint(text, index);
		const kind = (kindsByPoint[point] ||= findKind(point));
		const mayBeTime = kind === DIGIT && number.mayHoldTime(index);
		const kept = measureKept(text, index, mayBeTime, keptEnd, ownDigits);
		const encoded = kind === ENCODING ? matchAt(ENCODED, text, index).length : 0;
		const mayBeBetween = kind === SEPARATING || encoded > 0;
		length = encoded || (point > 0xffff ? 2 : 1);
		if (kept > 0) {
			length = kept;
			keptEnd = index + kept;
			number.end(point, index);
		} else if (kind === DIGIT) {
			number.add(index, length);
		} else if (!mayBeBetween || !number.goesOn(point)) {
			number.end(point, index);
		}
	}
	return number.readMasked();
}

/** Places of the last eight digits of a number. */
const digitPlaces = new Uint32Array(8);

/** The number that a scan of a text has reached, and the text as masked so far. */
class NumberMask {
	readonly #text: string;
	/** Most texts need one byte a character, which keeps the copies of a text small. */
	readonly #encoding: 'latin1' | 'utf16le';
	/** Undefined until a digit is masked. */
	#bytes: Buffer | undefined;
	#digits = 0;
	#between = 0;
	#digitEnd = -1;
	/** A number that begins with + or 00 holds no date among its first seven digits. */
	#isInternational = false;

	constructor(text: string) {
		this.#text = text;
		this.#encoding = /[^\0-\xff]/.test(text) ? 'utf16le' : 'latin1';
	}

	mayHoldTime(index: number): boolean {
		return this.#digitEnd !== index && (!this.#isInternational || this.#digits >= MIN_DIGITS);
	}

	add(index: number, length: number): void {
		if (this.#digits === 0) this.#isInternational ||= this.#text.startsWith('00', index);
		digitPlaces[this.#digits % 8] = index;
		const digits = (this.#digits += 1);
		this.#between = 0;
		this.#digitEnd = index + length;
		if (digits < MIN_DIGITS) return;
		// The seventh digit hides all but the last two; each further digit hides one more.
		for (let nth = digits === MIN_DIGITS ? 0 : digits - 3; nth < digits - 2; nth += 1) {
			this.#hide(digitPlaces[nth % 8] ?? 0);
		}
	}

	#hide(place: number): void {
		this.#bytes ??= Buffer.from(this.#text, this.#encoding);
		if (this.#encoding === 'latin1') {
			this.#bytes[place] = STAR;
			return;
		}
		this.#bytes.writeUInt16LE(STAR, 2 * place);
		// Some digits take two units.
		const isPair = (this.#text.charCodeAt(place) & 0xfc00) === 0xd800;
		if (isPair) this.#bytes.writeUInt16LE(STAR, 2 * place + 2);
	}

	/**
	 * Counts a sign, and tells whether the number may go on behind the sign. Behind seven digits, a plus begins
	 * another number (`4155550142 +1`), unless the plus directly follows a digit (`4155550+142`).
	 */
	goesOn(point: number): boolean {
		if (this.#between >= MAX_BETWEEN) return false;
		this.#between += 1;
		if (point !== PLUS || this.#digits === 0) return point !== PLUS;
		return this.#digits < MIN_DIGITS || this.#between === 1;
	}

	end(point: number, index: number): void {
		this.#digits = 0;
		this.#between = 0;
		// Not international: UTC+1, GMT+1, and m=+0.000012345, the clock that Go prints.
		this.#isInternational = point === PLUS && !/[CT=]/.test(this.#text.charAt(index - 1));
	}

	readMasked(): string {
		return this.#bytes?.toString(this.#encoding) ?? this.#text;
	}
}

/** A text with a `*` for each digit but the last two. */
export function maskDigits(text: string): string {
	let toHide = countDigits(text) - 2;
	return text.replace(/\p{Nd}/gu, (digit) => (toHide-- > 0 ? '*' : digit));
}

export function holdsAny(text: string, others: readonly string[]): boolean {
	return others.some((other) => text.includes(other));
}

/** Whether a text has as many digits as a phone number, with any other text around and between them. */
export function mayHoldNumber(text: string): boolean {
	return countDigits(text) >= MIN_DIGITS;
}

function countDigits(text: string): number {
	return text.match(/\p{Nd}/gu)?.length ?? 0;
}

function readPoint(text: string, index: number): number {
	const code = text.charCodeAt(index);
	return code < 0xd800 ? code : (text.codePointAt(index) ?? code);
}

function findKind(point: number): number {
	const character = String.fromCodePoint(point);
	if (/\p{Nd}/u.test(character)) return DIGIT;
	if (SEPARATOR.test(character)) return SEPARATING;
	return /[%&]/.test(character) ? ENCODING : OTHER;
}

const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/iy;

/** The length of a UUID, a date or a time that begins at a place and holds none of `ownDigits`; else 0. */
function measureKept(
	text: string,
	index: number,
	mayBeTime: boolean,
	keptEnd: number,
	ownDigits: readonly string[],
): number {
	const uuid = codeAt(text, index + 8) === DASH ? matchAt(UUID, text, index).length : 0;
	const kept = uuid || (mayBeTime ? measureTime(text, index, keptEnd) : 0);
	return kept > 0 && holdsAny(text.slice(index, index + kept), ownDigits) ? 0 : kept;
}

const YEAR = String.raw`(?:19|20)\d\d`;
const MONTH = '(?:0[1-9]|1[0-2])';
const DAY = String.raw`(?:0[1-9]|[12]\d|3[01])`;
const MONTH_NAME =
	'(?<![a-z])(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sep(?:t(?:ember)?)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)';
/** Tells the date `May 11 2034, 10:30` from the beginning of a number, `May 11 2034-5678`. */
const BEFORE_TIME = String.raw`(?=,?\s(?:[01]\d|2[0-3]|[1-9]):[0-5]\d)`;
const FRACTION = String.raw`(?:\.\d{1,9}(?!\d)|,(?:\d{3}|\d{6})(?!\d|[\s().,/-]\d))`;
const HOURS = String.raw`[+\-−](?:0\d|1[0-4])`;
const MINUTES = '(?:00|15|30|45)';
const OFFSET = String.raw`(?:\s[AP]M)?(?:(?:\s(?:GMT|UTC))?${HOURS}(?::?${MINUTES})?(?!\d|[-.:/]\d)|\s${HOURS}:?${MINUTES}(?!\d|[\s().,/-]{1,8}\d))?`;
/** Ends a date or a time. With the same sign and a digit behind, the text is a number: `2026-11-03-4567`. */
const end = (sign: string) => String.raw`(?!\d|${sign}(?!${UUID.source})\d)`;

/** Dates and times: docs/outputs.md. */
const TIMES = [
	`${YEAR}[-‐-―]${MONTH}[-‐-―]${DAY}${end('[-‐-―]')}`,
	`${YEAR}/${MONTH}/${DAY}${end('/')}`,
	`(?:${DAY}|[1-9])[.](?:${MONTH}|[1-9])[.]${YEAR}${end('[.]')}`,
	`(?:${MONTH}|[1-9])/(?:${DAY}|[1-9])/${YEAR}${end('/')}`,
	String.raw`${YEAR}${MONTH}${DAY}T(?:[01]\d|2[0-3])(?:[0-5]\d){1,2}${FRACTION}?(?!\d)${OFFSET}`,
	String.raw`(?:[01]\d|2[0-3]|[1-9](?=:[\d:]{2,5}\s[AP]M)):[0-5]\d(?::[0-5]\d${FRACTION}?)?${end(':')}${OFFSET}`,
	String.raw`(?:${DAY}|[1-9])[\s-]${MONTH_NAME}[\s-]${YEAR}${BEFORE_TIME}`,
	// The lookahead comes first, since it is quicker than the names of months.
	String.raw`(?=\d\d?(?:,?\s\d{4},?)?\s\d\d?:)(?<=${MONTH_NAME}\s{1,2})(?:${DAY}|[1-9])(?:,?\s${YEAR}${BEFORE_TIME}|\s\d\d:\d\d:\d\d\s(?:[A-Z]{1,5}(?:[+-]\d\d:\d\d)?\s)?${YEAR}(?!\d|[\s./,-]\d))`,
	String.raw`(?<=m=[+])\d{1,9}[.]\d{9}(?!\d)`,
];
const TIME_FORM = new RegExp(TIMES.join('|'), 'iy');
/** What follows the first digits of a date or a time without the name of a month. */
const timeSigns = new Uint8Array(0x10000);
for (const sign of '-‐‑‒–—―/.:Tt') timeSigns[sign.charCodeAt(0)] = 1;

/**
 * The length of the date or the time at a place, else 0. A date behind a digit and its own separator is part of
 * a number (`1-2026-11-03`), except in a path (`42/2026/11/03`).
 * @param keptEnd end of the last UUID, date or time: in `10:30:00-2026-11-03` the date is no part of a number
 */
function measureTime(text: string, index: number, keptEnd: number): number {
	let after = index + 1;
	while (after < index + 9 && isDigitAt(text, after)) after += 1;
	const sign = codeAt(text, after);
	const isSign = timeSigns[sign] === 1;
	// The quick exit for most digits: dates and times have a sign of `timeSigns` or the name of a month.
	const isByLetter = codeAt(text, after + 1) >= LETTER_A || codeAt(text, index - 3) >= LETTER_A;
	if (!isSign && !isByLetter) return 0;
	const isBehindSign = isSign && codeAt(text, index - 1) === sign && keptEnd < index - 1;
	const isJoined = isBehindSign && isDigitAt(text, index - 2);
	const isInPath = text.charAt(after) === '/' && after === index + 4;
	return isJoined && !isInPath ? 0 : matchAt(TIME_FORM, text, index).length;
}

function isDigitAt(text: string, place: number): boolean {
	const code = codeAt(text, place);
	return code >= ZERO && code <= NINE;
}

/** 0 outside of the text, where `charCodeAt` gives NaN, after which V8 reads each character more slowly. */
function codeAt(text: string, place: number): number {
	return place >= 0 && place < text.length ? text.charCodeAt(place) : 0;
}

function matchAt(expression: RegExp, text: string, index: number): string {
	expression.lastIndex = index;
	return expression.exec(text)?.[0] ?? '';
}
