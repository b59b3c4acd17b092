import { isPrivateHost } from './is-private-host';

/**
 * Whether the service behind `apiBaseUrl` can be expected to reach `webhookUrl`: always, unless the
 * webhook URL names a private host while the API base URL does not. A service on a private
 * address (a sandbox, an installation in the same network) reaches private addresses.
 * Not checked: DNS, firewalls, and whether anything listens there.
 */
export function isReachableFromService(webhookUrl: URL, apiBaseUrl: URL): boolean {
	return !isPrivateHost(webhookUrl.hostname) || isPrivateHost(apiBaseUrl.hostname);
}
