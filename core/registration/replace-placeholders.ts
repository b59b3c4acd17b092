import { isObject } from '../json/json';

/** What stands in for the two values that only the trigger knows. */
export interface PlaceholderValues {
	webhookUrl: string;
	event: string;
}

const PLACEHOLDER = /%(WEBHOOK_URL|EVENT)%/g;

/**
 * Replaces `%WEBHOOK_URL%` and `%EVENT%` in every text and field name of a parsed JSON value. It works
 * on the parsed value, so that no character of an address can break the JSON, and in one pass, so
 * that a placeholder inside a value stays text.
 */
export function replacePlaceholders(value: unknown, values: PlaceholderValues): unknown {
	if (typeof value === 'string') return replaceInText(value, values);
	if (Array.isArray(value)) return value.map((element) => replacePlaceholders(element, values));
	if (!isObject(value)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, field]) => [
			replaceInText(name, values),
			replacePlaceholders(field, values),
		]),
	);
}

function replaceInText(text: string, values: PlaceholderValues): string {
	return text.replace(PLACEHOLDER, (_placeholder, name) =>
		name === 'EVENT' ? values.event : values.webhookUrl,
	);
}

/** Whether a text equal to or holding `searched` stands anywhere in a parsed JSON value. */
export function holdsText(value: unknown, searched: string): boolean {
	if (typeof value === 'string') return value.includes(searched);
	if (Array.isArray(value)) return value.some((element) => holdsText(element, searched));
	return isObject(value) && Object.values(value).some((element) => holdsText(element, searched));
}
