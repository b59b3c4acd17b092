import {
	copyJson,
	isNestedTooDeep,
	isObject,
	type JsonObject,
	type JsonValue,
	parseJsonText,
	setOwn,
} from '../json';
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

/** What has as many digits as a phone number and is none: a UUID, or a date of a real month. */
const KEPT =
	/(?<![\w-])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\w-])|(?<!\p{Nd})(?:19|20)\d\d[-\u2010-\u2015](?:0[1-9]|1[0-2])[-\u2010-\u2015](?:[0-2]\d|3[01])(?!\p{Nd})/iu;
/** What people and programs write between the digits of a phone number. */
const BETWEEN = /[\s(),./_\u00B7\-\u2010-\u2015\u2212\p{Cf}]{0,5}/u;
/** Seven digits or more, of any script. What is kept is no part of it if it follows a comma, as in a list. */
const NUMBER = String.raw`\p{Nd}(?:${BETWEEN.source}(?!(?<=,\s{0,4})(?:${KEPT.source}))\p{Nd}){6,}`;
const KEPT_OR_NUMBER = new RegExp(`(${KEPT.source})|${NUMBER}`, 'giu');
const MIN_DIGITS = 7;
/** All but the last two. */
const HIDDEN_DIGIT = /\p{Nd}(?=(?:\P{Nd}*\p{Nd}){2})/gu;

/**
 * A value with a `*` for each digit but the last two of every number that is as long as a phone number:
 * in texts, also of JSON, in names, and as a JSON number. Dates and UUIDs stay.
 * @param level how deep the value is nested, in JSON texts too
 */
export function maskNumbers(value: JsonValue, level = 0): JsonValue {
	if (typeof value === 'string') return maskText(value, level);
	if (typeof value === 'number') {
		const isLong = Number.isInteger(value) && Math.abs(value) >= 10 ** (MIN_DIGITS - 1);
		return isLong ? maskDigits(String(value)) : value;
	}
	if (Array.isArray(value)) return value.map((element) => maskNumbers(element, level + 1));
	if (!isObject(value)) return value;
	const masked: JsonObject = {};
	for (const [index, [name, inner]] of Object.entries(value).entries()) {
		const shown = maskInText(name);
		// Two numbers may look alike once they are masked.
		const isTaken = shown !== name && Object.hasOwn(masked, shown);
		setOwn(masked, isTaken ? `${shown} ${index}` : shown, maskNumbers(inner, level + 1));
	}
	return masked;
}

/** Whether a text has as many digits as a phone number, whatever stands around and between them. */
export function mayHoldNumber(text: string): boolean {
	return /(?:\p{Nd}\P{Nd}*){7}/u.test(text);
}

/** {@link maskNumbers} of a text that is no JSON. */
export function maskInText(text: string): string {
	return text.replace(KEPT_OR_NUMBER, (found, kept?: string) => kept ?? maskDigits(found));
}

/** A masked number would end a JSON text; its escapes hide digits, and of a name sent twice one value is lost. */
function maskText(text: string, level: number): string {
	const parsed = /^\s*[[{]/.test(text) ? parseJsonText(text) : undefined;
	if (parsed === undefined || isNestedTooDeep(parsed, level)) return maskInText(text);
	const json = copyJson(parsed) ?? null;
	const masked = JSON.stringify(maskNumbers(json, level));
	return masked === JSON.stringify(json) && maskInText(text) === text ? text : masked;
}

/** What is longer is no phone number, and each of its digits would take its time. */
const MAX_CHARACTERS = 1_000;

function maskWhole(number: string): string | null {
	return number.length > MAX_CHARACTERS ? null : maskDigits(number);
}

function maskDigits(text: string): string {
	return text.replace(HIDDEN_DIGIT, '*');
}
