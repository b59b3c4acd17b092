import { fail, type Result } from '../errors';
import { parseHttpUrl } from '../net/parse-http-url';
import { isReachableFromService } from '../net/is-reachable-from-service';

/**
 * - `webhook-url-invalid`: the webhook URL is no http or https address
 * - `api-base-url-invalid`: the API base URL is no http or https address
 * - `webhook-url-unreachable`: the webhook URL names localhost or a private host, and the API base
 *   address does not: the service could never deliver
 */
export const WEBHOOK_URL_ERROR_CODES = [
	'webhook-url-invalid',
	'api-base-url-invalid',
	'webhook-url-unreachable',
] as const;
export type WebhookUrlErrorCode = (typeof WEBHOOK_URL_ERROR_CODES)[number];

/**
 * Checks before a registration that deliveries could arrive (interface document, part 6).
 * If they could not: one of {@link WEBHOOK_URL_ERROR_CODES} with advice.
 */
export function checkWebhookUrl(addresses: {
	webhookUrl: string;
	apiBaseUrl: string;
}): Result<object, WebhookUrlErrorCode> {
	const webhookUrl = parseHttpUrl(addresses.webhookUrl);
	if (webhookUrl === undefined) {
		return fail(
			'webhook-url-invalid',
			'The webhook URL is not an http or https address. Check n8n’s setting WEBHOOK_URL (new versions: N8N_WEBHOOK_URL).',
		);
	}
	const apiBaseUrl = parseHttpUrl(addresses.apiBaseUrl);
	if (apiBaseUrl === undefined) {
		return fail(
			'api-base-url-invalid',
			'The API base URL is not an http or https address. Correct it in the credential.',
		);
	}
	if (!isReachableFromService(webhookUrl, apiBaseUrl)) {
		return fail(
			'webhook-url-unreachable',
			'The service cannot reach the webhook URL, because it names this machine or a private network. Set n8n’s setting WEBHOOK_URL (new versions: N8N_WEBHOOK_URL) to the public address of this n8n and restart it.',
		);
	}
	return { success: true };
}
