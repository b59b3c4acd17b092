import { fail, type Result } from '../errors';
import { findName, isObject, parseJsonText, type UnknownObject } from '../json';

/**
 * A guess: the interface document shows no fields (2.3). The description names no workflow: the fingerprint depends on
 * the body, so publishing a renamed workflow would register another webhook.
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

/** Works on parsed JSON, since a value may hold quotation marks. An event named `%WEBHOOK_URL%` keeps its name. */
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

/** Any text that a line of the log can show. The interface document shows a UUID (2.3); a service may have other ids. */
const WEBHOOK_ID = /^[^\p{C}\p{Zl}\p{Zp}]{1,256}$/u;

const WEBHOOK_LOCATION = /\/webhooks\/([\w.~-]+)$/i;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The interface document shows `id` (2.3). Compared with names in lower case. */
const ID_FIELDS = ['id', 'webhook_id', 'webhookid', 'uuid'];

/**
 * The id in the response to a registration: a text or a number, in any letter case of its name, also in
 * `webhook`, `data` or `result`; or the end of Location: `/api/Webhooks/1234`. A webhook may exist without an
 * id in the response, so the request must not be repeated.
 */
export function readWebhookId(body: unknown, location = ''): string | undefined {
	const holders = listHolders(body);
	const ids = ID_FIELDS.flatMap((name) => holders.map((holder) => readInAnyCase(holder, name)));
	return [...ids, WEBHOOK_LOCATION.exec(location)?.[1]]
		.map((id) => (Number.isSafeInteger(id) && id !== 0 ? String(id) : id))
		.filter((id) => typeof id === 'string')
		.find((id) => id.trim() !== '' && WEBHOOK_ID.test(id));
}

/** Location of 303 may lead elsewhere: an id is on the API's host and has a digit, since `/Webhooks/new` is a page. */
export function readWebhookIdOfRedirect(location: string, apiBaseUrl: string): string | undefined {
	const isOnHost = new URL(location).hostname === new URL(apiBaseUrl).hostname;
	const id = isOnHost ? readWebhookId(undefined, location) : undefined;
	return id !== undefined && /\d/.test(id) ? id : undefined;
}

/** Name of the field that holds a secret, such as `signing_secret`: a service may show the secret only here. */
export function findSecretField(body: unknown): string | undefined {
	const fields = listHolders(body).flatMap((holder) =>
		isObject(holder) ? Object.entries(holder) : [],
	);
	const isSecret = (name: string, value: unknown) =>
		SECRET_FIELD.test(name) && typeof value === 'string' && value !== '';
	return fields.find(([name, value]) => isSecret(name, value))?.[0];
}

const SECRET_FIELD = /secret|signing.?key/i;

function listHolders(body: unknown): unknown[] {
	const holder = unfold(body);
	const inner = ['webhook', 'data', 'result'].map((name) => unfold(readInAnyCase(holder, name)));
	return [holder, ...inner];
}

/** Unwraps a list of one entry, then JSON in a text. A text that is a UUID becomes `{id}`. */
function unfold(value: unknown): unknown {
	const only: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
	if (typeof only !== 'string') return only;
	const text = only.trim();
	return UUID.test(text) ? { id: text } : parseJsonText(text);
}

function readInAnyCase(value: unknown, wanted: string): unknown {
	return isObject(value) ? value[findName(value, wanted)] : undefined;
}
