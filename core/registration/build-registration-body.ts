import { CONVERSATION_COMPLETE } from '../delivery/parse-envelope';
import { fail, type Result } from '../errors';
import type { UnknownObject } from '../json/json';
import { parseJsonText } from '../json/parse-json-text';
import { ANY_OBJECT, parseWithSchema } from '../parse-with-schema';
import { EXTRA_FIELDS_ERROR_CODES, parseExtraFields } from './parse-extra-fields';
import { holdsText, type PlaceholderValues, replacePlaceholders } from './replace-placeholders';

/**
 * The codes of {@link EXTRA_FIELDS_ERROR_CODES}, and
 * - `events-empty`: no event is named
 * - `url-field-name-empty`: the name of the URL field is empty
 * - `body-not-json`: the whole body is not valid JSON
 * - `body-not-object`: the whole body is JSON, but not an object
 * - `body-without-webhook-url`: the webhook URL stands nowhere in the body
 */
export const REGISTRATION_BODY_ERROR_CODES = [
	...EXTRA_FIELDS_ERROR_CODES,
	'events-empty',
	'url-field-name-empty',
	'body-not-json',
	'body-not-object',
	'body-without-webhook-url',
] as const;
export type RegistrationBodyErrorCode = (typeof REGISTRATION_BODY_ERROR_CODES)[number];

/** The registration's default description: the same for every workflow, as the fingerprint holds it. */
const DEFAULT_DESCRIPTION = 'n8n Voice Agent Trigger';

/** How the body of a registration is made. */
export type RegistrationBodySettings = {
	webhookUrl: string;
	/** Events to register for; default {@link CONVERSATION_COMPLETE}. */
	events?: readonly string[];
	/** Name of the field that takes the webhook URL; default `url`. */
	urlFieldName?: string;
	/** Fields added to the default body; one of the same name replaces its own. See `parseExtraFields`. */
	extraFields?: unknown;
	/**
	 * The whole body, as JSON text or already parsed: it replaces everything else. If it is missing,
	 * null or blank, the default body is used.
	 */
	wholeBody?: unknown;
};

type Body = Result<{ body: UnknownObject }, RegistrationBodyErrorCode>;

/**
 * Builds the JSON body of POST /api/Webhooks, whose fields the interface document does not show
 * (2.3): by default `{url, description, event_types: events, enabled: true}`. `%WEBHOOK_URL%` and
 * `%EVENT%` are replaced in extra fields and in a whole body.
 * Returns one of {@link REGISTRATION_BODY_ERROR_CODES} if the settings give no usable body.
 * Not checked: whether the service takes these fields.
 */
export function buildRegistrationBody(settings: RegistrationBodySettings): Body {
	const values = {
		webhookUrl: settings.webhookUrl,
		events: settings.events ?? [CONVERSATION_COMPLETE],
	};
	if (values.events.length === 0) return fail('events-empty', 'No event is named.');
	const built = isBlank(settings.wholeBody)
		? buildFromFields(settings, values)
		: buildFromWhole(settings.wholeBody, values);
	if (built.success && !holdsText(built.body, settings.webhookUrl)) {
		return fail(
			'body-without-webhook-url',
			'The registration body does not hold the webhook URL. Put %WEBHOOK_URL% in the place of the address.',
		);
	}
	return built;
}

function isBlank(wholeBody: unknown): boolean {
	return (
		wholeBody === undefined ||
		wholeBody === null ||
		(typeof wholeBody === 'string' && wholeBody.trim() === '')
	);
}

function buildFromFields(settings: RegistrationBodySettings, values: PlaceholderValues): Body {
	const urlFieldName = (settings.urlFieldName ?? 'url').trim();
	if (urlFieldName === '') {
		return fail(
			'url-field-name-empty',
			'The name of the URL field is empty. The default is "url".',
		);
	}
	const extra = parseExtraFields(settings.extraFields);
	if (!extra.success) return extra;
	const body = {
		// The URL comes after the rest, since its field may be given the name of another one.
		description: DEFAULT_DESCRIPTION,
		event_types: [...values.events],
		enabled: true,
		[urlFieldName]: values.webhookUrl,
	};
	return {
		success: true,
		body: Object.fromEntries([
			...Object.entries(body),
			...Object.entries(extra.fields).map((field) => replaceInField(field, values)),
		]),
	};
}

function replaceInField([name, value]: [string, unknown], values: PlaceholderValues) {
	return [name, replacePlaceholders(value, values)] as const;
}

function buildFromWhole(wholeBody: unknown, values: PlaceholderValues): Body {
	const parsed =
		typeof wholeBody === 'string'
			? parseJsonText(wholeBody)
			: { success: true as const, value: wholeBody };
	if (!parsed.success) {
		return fail(
			'body-not-json',
			'The registration body is not valid JSON. Put placeholders inside quotes: "%WEBHOOK_URL%".',
		);
	}
	const body = parseWithSchema(ANY_OBJECT, replacePlaceholders(parsed.value, values), {
		subject: 'The registration body',
		code: 'body-not-object',
	});
	return body.success ? { success: true, body: body.value } : body;
}
