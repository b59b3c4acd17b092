import { isObject, type JsonObject, type JsonValue, setOwn } from '../json';
import { type DeclaredField, findObject, listFields } from './declare-field';

/** How values are treated that say who called or what was said. */
export const PERSONAL_DATA = ['keep', 'maskNumbers', 'leaveOut'] as const;
export type PersonalData = (typeof PERSONAL_DATA)[number];

/** An item without the personal data in its fields, by their declaration; the item itself for `keep`. */
export function protectItem(
	item: JsonObject,
	fields: readonly DeclaredField[],
	mode: PersonalData,
): JsonObject {
	if (mode === 'keep') return item;
	const shown = { ...item };
	for (const field of fields) {
		const value = item[field.name];
		if (value !== undefined) shown[field.name] = protectField(value, field, mode);
	}
	return shown;
}

/** As {@link protectItem}, for what came as it was sent: no declaration says what is where. */
export function protectAsSent(value: JsonValue, mode: PersonalData): JsonValue {
	if (mode === 'keep') return value;
	return mode === 'leaveOut' ? null : maskNumbers(value);
}

function protectField(value: JsonValue, field: DeclaredField, mode: PersonalData): JsonValue {
	const { schema, facts } = field;
	if (mode === 'leaveOut' && facts.sensitivity === 'personal') return null;
	if (facts.phoneNumber === 'whole') return typeof value === 'string' ? maskWhole(value) : value;
	if (facts.phoneNumber === 'inText') return maskNumbers(value);
	if (Array.isArray(value)) return value.map((element) => protectField(element, field, mode));
	if (!isObject(value)) return value;
	const object = findObject(schema);
	return object === undefined ? value : protectItem(value, listFields(object), mode);
}

/**
 * Seven digits or more, with what people write between those of a phone number. No phone number has
 * 32, and without that bound a text of digits and dashes would take quadratic time.
 */
const LONG_NUMBER =
	/(?<![a-z\d\-\u2010-\u2015])[+(]?\d(?:[\s()./\-\u2010-\u2015]{0,3}\d){6,31}(?![a-z\d\-\u2010-\u2015])/gi;
/** As many digits as a phone number has. */
const DATE = /^\d{4}[-\u2010-\u2015]\d\d[-\u2010-\u2015]\d\d(?!\d)/;
const MIN_DIGITS = 7;
/** All but the last two. */
const HIDDEN_DIGIT = /\d(?=(?:\D*\d){2})/g;

/**
 * A value with a `*` for each digit but the last two of every number that is as long as a phone number:
 * in texts, in names, and as a JSON number. Dates and ids of letters and digits stay.
 */
export function maskNumbers(value: JsonValue): JsonValue {
	if (typeof value === 'string') return maskInText(value);
	if (typeof value === 'number') {
		const isLong = Number.isInteger(value) && Math.abs(value) >= 10 ** (MIN_DIGITS - 1);
		return isLong ? maskDigits(String(value)) : value;
	}
	if (Array.isArray(value)) return value.map(maskNumbers);
	if (!isObject(value)) return value;
	const masked: JsonObject = {};
	for (const [index, [name, inner]] of Object.entries(value).entries()) {
		const shown = maskInText(name);
		// Two numbers may look alike once they are masked.
		const isTaken = shown !== name && Object.hasOwn(masked, shown);
		setOwn(masked, isTaken ? `${shown} ${index}` : shown, maskNumbers(inner));
	}
	return masked;
}

/** Whether a text has as many digits as a phone number, whatever stands around and between them. */
export function mayHoldNumber(text: string): boolean {
	return /(?:\d\D*){7}/.test(text);
}

/** {@link maskNumbers} of a text. */
export function maskInText(text: string): string {
	return text.replace(LONG_NUMBER, (found) => {
		const date = DATE.exec(found)?.[0] ?? '';
		const rest = found.slice(date.length);
		const isShort = date !== '' && rest.replace(/\D/g, '').length < MIN_DIGITS;
		return isShort ? found : `${date}${maskDigits(rest)}`;
	});
}

/** What is longer is no phone number, and each of its digits would take its time. */
const MAX_CHARACTERS = 1_000;

function maskWhole(number: string): string | null {
	return number.length > MAX_CHARACTERS ? null : maskDigits(number);
}

function maskDigits(text: string): string {
	return text.replace(HIDDEN_DIGIT, '*');
}
