import { copyJson, isObject, isSent, type JsonObject, type JsonValue, setOwn } from '../json';
import { JsonTexts } from '../json-texts';
import { findNumber } from '../phone/number-frame';
import type { Conversation } from './conversation';
import { type DeclaredField, type FieldFacts, listFields } from './declare-field';
import { holdsAny, maskDigits, maskNumbersInText, mayHoldNumber, MIN_DIGITS } from './mask-numbers';

/** What happens to values that say who called or what was said. */
export const PERSONAL_DATA = ['keep', 'maskNumbers', 'leaveOut'] as const;
export type PersonalData = (typeof PERSONAL_DATA)[number];

export class Protection {
	readonly #mode: PersonalData;
	readonly #ownDigits: readonly string[];
	readonly #texts = new JsonTexts();
	readonly #masked = new WeakMap<object, JsonValue>();

	/** @param conversation whose own numbers are masked in every text */
	constructor(mode: PersonalData, conversation?: Conversation) {
		this.#mode = mode;
		this.#ownDigits = mode === 'keep' || !conversation ? [] : listOwnDigits(conversation);
	}

	protect(item: JsonObject, fields: readonly DeclaredField[]): JsonObject {
		if (this.#mode === 'keep') return item;
		const shown = { ...item };
		for (const field of fields) {
			const value = item[field.name];
			if (isSent(value)) shown[field.name] = this.#protectField(value, field);
		}
		return shown;
	}

	#protectField(value: JsonValue, field: DeclaredField): JsonValue {
		const { sensitivity, phoneNumber } = field.facts;
		if (this.#mode === 'leaveOut' && sensitivity === 'personal') return null;
		const isParsed = phoneNumber === 'inJsonText' && typeof value === 'object';
		if (isParsed || phoneNumber === 'inText') return this.#maskOnce(value);
		if (typeof value === 'string') return this.#protectText(value, phoneNumber);
		if (Array.isArray(value)) return value.map((element) => this.#protectField(element, field));
		const { inner } = field;
		return inner && isObject(value) ? this.protect(value, listFields(inner)) : value;
	}

	/** The arguments of a tool stand in the turn and in `tool_calls`: one object, masked once. */
	#maskOnce(value: JsonValue): JsonValue {
		if (typeof value !== 'object' || value === null) return maskNumbers(value, this.#ownDigits);
		const masked = this.#masked.get(value) ?? maskNumbers(value, this.#ownDigits);
		this.#masked.set(value, masked);
		return masked;
	}

	#protectText(text: string, phoneNumber: FieldFacts['phoneNumber']): string | null {
		const ownDigits = this.#ownDigits;
		if (phoneNumber === 'inJsonText') return this.#maskJsonText(text);
		if (phoneNumber === 'inLink') return holdsAny(readLinkDigits(text), ownDigits) ? null : text;
		if (phoneNumber === 'whole' && text.length <= MAX_NUMBER_CHARACTERS) return maskDigits(text);
		const isMasked = phoneNumber === 'whole' || holdsAny(text, ownDigits);
		return isMasked ? maskNumbersInText(text, ownDigits) : text;
	}

	/** Masks the values inside JSON text. A text that {@link JsonTexts} leaves unread is masked whole. */
	#maskJsonText(text: string): string {
		const parsed = copyJson(this.#texts.parseNested(text));
		if (parsed === undefined) return maskNumbersInText(text, this.#ownDigits);
		const shown = JSON.stringify(maskNumbers(parsed, this.#ownDigits));
		if (shown !== JSON.stringify(parsed)) return shown;
		// JSON.parse drops a field whose name comes again: a number in that field is in the text alone.
		return maskNumbersInText(text, this.#ownDigits) === text ? text : shown;
	}
}

/** Protects a value as it was sent, such as an item of Raw: none of its fields is declared. */
export function protectAsSent(value: JsonValue, mode: PersonalData): JsonValue {
	if (mode === 'keep') return value;
	return mode === 'leaveOut' ? null : maskNumbers(value);
}

/** A JSON value with masked phone numbers, in texts and names of fields. A long JSON number becomes a text. */
export function maskNumbers(value: unknown, ownDigits: readonly string[] = []): JsonValue {
	if (typeof value === 'string') return maskNumbersInText(value, ownDigits);
	const isLong = Number.isInteger(value) && Math.abs(Number(value)) >= 10 ** (MIN_DIGITS - 1);
	if (isLong) return maskDigits(String(value));
	if (Array.isArray(value)) return maskList(value, ownDigits);
	if (!isObject(value)) return copyJson(value) ?? null;
	const masked: JsonObject = {};
	for (const [index, name] of Object.keys(value).entries()) {
		const shown = maskNumbersInText(name, ownDigits);
		// Two masked numbers may look alike.
		const isTaken = shown !== name && Object.hasOwn(masked, shown);
		setOwn(masked, isTaken ? `${shown} ${index}` : shown, maskNumbers(value[name], ownDigits));
	}
	return masked;
}

/** Texts that follow each other in a list are searched as one: `["415", "555", "0142"]` is a number. */
const BETWEEN_TEXTS = '","';
/** Ends a number: `["415", 5, "5550142"]` is two texts. */
const NO_TEXT = 'x';

function maskList(list: readonly unknown[], ownDigits: readonly string[]): JsonValue[] {
	const texts = list.map((element) => (typeof element === 'string' ? element : NO_TEXT));
	const masked = maskNumbersInText(texts.join(BETWEEN_TEXTS), ownDigits);
	let start = 0;
	return list.map((element, index) => {
		const end = start + (texts[index] ?? '').length;
		const shown = masked.slice(start, end);
		start = end + BETWEEN_TEXTS.length;
		return typeof element === 'string' ? shown : maskNumbers(element, ownDigits);
	});
}

/** A longer number is masked like other text, and not looked for elsewhere: it may have millions of digits. */
const MAX_NUMBER_CHARACTERS = 100;

/** The digits of the conversation's numbers, without the zeros in front. */
function listOwnDigits(conversation: Conversation): string[] {
	const { from_number, to_number, customer_number, customer_number_national } = conversation;
	return [from_number, to_number, customer_number, customer_number_national]
		.filter(isSent)
		.filter(({ length }) => length <= MAX_NUMBER_CHARACTERS)
		.flatMap((number) => [number, findNumber(number) ?? ''])
		.flatMap((number) => number.split(/[\p{L}@]+/u))
		.map((part) => part.replace(/\P{Nd}/gu, '').replace(/^0+/, ''))
		.filter(mayHoldNumber);
}

/** All digits of a link but those of encoded characters such as `%20`. */
function readLinkDigits(link: string): string {
	return link.replace(/%[\da-f][\da-f]|%|[^%\p{Nd}]+/giu, '');
}
