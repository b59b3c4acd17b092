import { fail, type Result } from '../errors';
import { isObject, parseJsonText, type UnknownObject } from '../json';

/**
 * The body if the user writes none. Its fields are a guess: the interface document does not show them (2.3).
 * The description names no workflow: the fingerprint depends on the body, so publishing a renamed workflow
 * would register another webhook.
 */
export const DEFAULT_REGISTRATION_BODY =
	'{"url": "%WEBHOOK_URL%", "description": "n8n Voice Agent Trigger", "event_types": ["%EVENT%"], "enabled": true}';

type PlaceholderValues = { webhookUrl: string; events: readonly string[] };

/**
 * Builds the JSON body of POST /api/Webhooks. `%WEBHOOK_URL%` and `%EVENT%` are replaced in every text and
 * field name. A list element that is exactly `%EVENT%` becomes one for each event; elsewhere the events are
 * joined by a comma. Not checked: whether the service takes these fields.
 * @param given JSON text or parsed JSON
 */
export function buildRegistrationBody(
	given: unknown,
	values: PlaceholderValues,
): Result<{ body: UnknownObject }, 'registration-body-invalid'> {
	const source = given ?? DEFAULT_REGISTRATION_BODY;
	const parsed = typeof source === 'string' ? parseJsonText(source) : source;
	if (parsed === undefined) {
		return reject('is not valid JSON. Put placeholders inside quotes: "%WEBHOOK_URL%".');
	}
	const body = replacePlaceholders(parsed, values);
	if (!isObject(body)) return reject('is invalid: it must be an object.');
	return holdsText(body, values.webhookUrl)
		? { success: true, body }
		: reject('does not hold the webhook URL. Put %WEBHOOK_URL% in the place of the address.');
}

function reject(problem: string) {
	return fail('registration-body-invalid', `The registration body ${problem}`);
}

const PLACEHOLDER = /%(WEBHOOK_URL|EVENT)%/g;
const EVENT_PLACEHOLDER = '%EVENT%';

/**
 * Replaces in parsed JSON, because a quotation mark in a value could break JSON text. Replaces in one pass, so
 * that an event named `%WEBHOOK_URL%` keeps its name.
 */
function replacePlaceholders(value: unknown, values: PlaceholderValues): unknown {
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

function holdsText(value: unknown, searched: string): boolean {
	if (typeof value === 'string') return value.includes(searched);
	if (Array.isArray(value)) return value.some((element) => holdsText(element, searched));
	return isObject(value) && Object.values(value).some((element) => holdsText(element, searched));
}

function replaceInText(text: string, values: PlaceholderValues): string {
	return text.replace(PLACEHOLDER, (_placeholder, name) =>
		name === 'EVENT' ? values.events.join(',') : values.webhookUrl,
	);
}

/**
 * The interface document says UUID (2.3). Any id of up to 256 characters is taken, but none with an invisible
 * character or a line end, because the log shows ids.
 */
const WEBHOOK_ID = /^[^\p{C}\p{Zl}\p{Zp}]{1,256}$/u;

const WEBHOOK_LOCATION = /\/webhooks\/([\w.~-]+)$/i;

/**
 * The id in the response to a registration. The interface document shows `id` (2.3). Read, too: an id that is
 * a number; `webhook.id` and `data.id`; other letter case; Location: `/api/Webhooks/1234`. A webhook may exist
 * without an id in the response, so the request must not be repeated.
 */
export function readWebhookId(body: unknown, location = ''): string | undefined {
	const holders = [body, readInAnyCase(body, 'webhook'), readInAnyCase(body, 'data')];
	const ids = holders.map((holder) => readInAnyCase(holder, 'id'));
	return [...ids, WEBHOOK_LOCATION.exec(location)?.[1]]
		.map((id) => (Number.isSafeInteger(id) && id !== 0 ? String(id) : id))
		.filter((id) => typeof id === 'string')
		.find((id) => id.trim() !== '' && WEBHOOK_ID.test(id));
}

function readInAnyCase(value: unknown, wanted: string): unknown {
	if (!isObject(value)) return undefined;
	const [, first] = Object.entries(value).find(([name]) => name.toLowerCase() === wanted) ?? [];
	return value[wanted] ?? first;
}
