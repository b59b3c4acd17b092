import type Koa from 'koa';
import type { Provider } from 'oidc-provider';
import type { SandboxClient } from './identity-types.mts';
import { dropEntries, revokeGrant, type IdentityState } from './identity-state.mts';
import { readForm } from '../read-body.mts';

function reject(context: Koa.Context, status: number, error: string, description: string): void {
	context.status = status;
	context.set('cache-control', 'no-store');
	context.body = { error, error_description: description };
}

/** The application that a form names, if it proves itself: a public one must show no secret. */
function authenticateClient(
	clients: SandboxClient[],
	form: Record<string, string>,
): SandboxClient | undefined {
	const client = clients.find(({ clientId }) => clientId === form.client_id);
	if (client === undefined) return undefined;
	const shown = form.client_secret ?? '';
	return shown === (client.clientSecret ?? '') ? client : undefined;
}

/** POST logout (part 4.2): revokes the user's session and the refresh token with its whole family. */
export async function handleLogout(
	context: Koa.Context,
	provider: Provider,
	state: IdentityState,
): Promise<void> {
	const form = await readForm(context);
	const client = authenticateClient(state.clients, form);
	if (client === undefined) {
		return reject(context, 401, 'invalid_client', 'client authentication failed');
	}
	if (!form.refresh_token) {
		return reject(context, 400, 'invalid_request', 'refresh_token is missing');
	}
	const token = await provider.RefreshToken.find(form.refresh_token);
	if (token === undefined || token.clientId !== client.clientId) {
		return reject(context, 400, 'invalid_grant', 'refresh token is not valid');
	}
	if (token.grantId !== undefined) revokeGrant(state, token.grantId);
	if (token.consumed !== undefined) {
		return reject(context, 400, 'invalid_grant', 'refresh token already used');
	}
	dropEntries(state.models.Session, ({ uid }) => uid === token.sessionUid);
	context.status = 204;
}
