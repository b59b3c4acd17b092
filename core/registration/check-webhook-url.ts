import { parseHttpUrl } from '../net/parse-http-url';
import { isReachableFromService } from '../net/is-reachable-from-service';

/**
 * - `webhook-url-invalid`: the webhook URL is no http or https address
 * - `api-base-url-invalid`: the API base URL is no http or https address
 * - `webhook-url-unreachable`: the webhook URL names localhost or a private host, and the API base
 *   URL does not: the service could never deliver
 */
export const WEBHOOK_URL_ERROR_CODES = [
	'webhook-url-invalid',
	'api-base-url-invalid',
	'webhook-url-unreachable',
] as const;
export type WebhookUrlErrorCode = (typeof WEBHOOK_URL_ERROR_CODES)[number];

/** Checks before a registration that deliveries could arrive (interface document, part 6). */
export function checkWebhookUrl(addresses: {
	webhookUrl: string;
	apiBaseUrl: string;
}): WebhookUrlErrorCode | undefined {
	const webhookUrl = parseHttpUrl(addresses.webhookUrl);
	if (webhookUrl === undefined) return 'webhook-url-invalid';
	const apiBaseUrl = parseHttpUrl(addresses.apiBaseUrl);
	if (apiBaseUrl === undefined) return 'api-base-url-invalid';
	return isReachableFromService(webhookUrl, apiBaseUrl) ? undefined : 'webhook-url-unreachable';
}
