import { isObject } from '../json/json';

/** The two values that only the trigger knows. */
export type PlaceholderValues = {
	webhookUrl: string;
	events: readonly string[];
};

const PLACEHOLDER = /%(WEBHOOK_URL|EVENT)%/g;
const EVENT_PLACEHOLDER = '%EVENT%';

/**
 * Replaces `%WEBHOOK_URL%` and `%EVENT%` in every text and field name of a parsed JSON value. An element
 * of a list that is exactly `%EVENT%` becomes one element for each event; elsewhere the events are
 * joined by a comma. It works on the parsed value, because a character of an address could break the
 * JSON text, and in one pass: a placeholder inside a value stays text.
 */
export function replacePlaceholders(value: unknown, values: PlaceholderValues): unknown {
	if (typeof value === 'string') return replaceInText(value, values);
	if (Array.isArray(value)) {
		return value.flatMap((element: unknown): readonly unknown[] =>
			element === EVENT_PLACEHOLDER ? values.events : [replacePlaceholders(element, values)],
		);
	}
	if (!isObject(value)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, field]) => [
			replaceInText(name, values),
			replacePlaceholders(field, values),
		]),
	);
}

/** Whether a text equal to or holding `searched` stands anywhere in a parsed JSON value. */
export function holdsText(value: unknown, searched: string): boolean {
	if (typeof value === 'string') return value.includes(searched);
	if (Array.isArray(value)) return value.some((element) => holdsText(element, searched));
	return isObject(value) && Object.values(value).some((element) => holdsText(element, searched));
}

function replaceInText(text: string, values: PlaceholderValues): string {
	return text.replace(PLACEHOLDER, (_placeholder, name) =>
		name === 'EVENT' ? values.events.join(',') : values.webhookUrl,
	);
}
