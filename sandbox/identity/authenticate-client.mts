import type { SandboxClient } from '../types.mts';
import { isSameSecret } from './compare-secrets.mts';

/** The application that a form names, where it proves itself: a public one must show no secret. */
export function authenticateClient(
	clients: SandboxClient[],
	form: Record<string, string>,
): SandboxClient | undefined {
	const client = clients.find(({ clientId }) => clientId === form.client_id);
	if (client === undefined) return undefined;
	const shown = form.client_secret ?? '';
	const proven =
		client.clientSecret === undefined ? shown === '' : isSameSecret(client.clientSecret, shown);
	return proven ? client : undefined;
}
