import { isNestedTooDeep, MAX_NESTING_LEVELS, parseJsonText } from './json';

/** Limits for JSON sent as text, such as a tool's arguments `{"day": "Monday"}`. */
export const JSON_TEXT_LIMITS = {
	/** Values and names of fields, in all texts of a record together. */
	values: 100_000,
	/** Fields of one object. */
	fields: 10_000,
	/** After so many invalid texts of a record parsing stops: a failed parse is slow. */
	invalid: 1_000,
} as const;

export class JsonTexts {
	#values = 0;
	#invalid = 0;

	parse(
		text: string,
	): { value: unknown } | 'noJson' | 'tooDeep' | 'tooManyFields' | 'tooManyValues' {
		const { values, openings } = countSigns(text);
		if (this.#values + values > JSON_TEXT_LIMITS.values) return 'tooManyValues';
		this.#values += values;
		const parsed = this.#invalid < JSON_TEXT_LIMITS.invalid ? parseJsonText(text) : undefined;
		if (parsed === undefined) {
			this.#invalid += 1;
			return 'noJson';
		}
		// For most texts the counts alone show that both limits are kept.
		if (openings > MAX_NESTING_LEVELS && isNestedTooDeep(parsed)) return 'tooDeep';
		if (values > 2 * JSON_TEXT_LIMITS.fields && hasLargeObject(parsed)) return 'tooManyFields';
		return { value: parsed };
	}

	/** The object or list that a text holds; undefined for any other value, and beyond the limits. */
	parseNested(text: unknown): unknown {
		const isNested = typeof text === 'string' && /^\s*[[{]/.test(text);
		const parsed = isNested ? this.parse(text) : undefined;
		return typeof parsed === 'object' ? parsed.value : undefined;
	}
}

/** `values`: values and names of fields; `openings`: lists and objects. Signs inside strings count, too. */
function countSigns(text: string): { values: number; openings: number } {
	let openings = 0;
	let parts = 1;
	for (let index = 0; index < text.length; index += 1) {
		const sign = text[index];
		if (sign === '[' || sign === '{') openings += 1;
		else if (sign === ',' || sign === ':') parts += 1;
	}
	return { values: openings + parts, openings };
}

function hasLargeObject(value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return false;
	const values: readonly unknown[] = Object.values(value);
	const isLarge = !Array.isArray(value) && values.length > JSON_TEXT_LIMITS.fields;
	return isLarge || values.some(hasLargeObject);
}
