import type { KoaContextWithOIDC } from 'oidc-provider';
import { apiResource } from './realm.mts';

/** What one request to the authorize endpoint remembers until its end. */
interface GrantState {
	sessionGrant?: { clientId: string; grantId: string | undefined };
}

/**
 * Consent is implicit: signing in grants what the application asks for.
 *
 * Sign-ins without `offline_access` share one grant per browser session and application. Each one with
 * it has a grant, hence a token family, of its own: it must survive the session's log-out (part 5). The
 * library keeps one grant per session and application, see `restoreSessionGrant`.
 */
export async function grantWhatIsAsked({ oidc, state }: KoaContextWithOIDC) {
	const { client, session, provider, account, params } = oidc;
	if (account === undefined || client === undefined || session === undefined) return undefined;
	const scope = String(params?.scope ?? '');
	const isOffline = scope.split(' ').includes('offline_access');
	const sessionGrantId = session.grantIdFor(client.clientId);
	if (isOffline) {
		const kept: GrantState = state;
		kept.sessionGrant = { clientId: client.clientId, grantId: sessionGrantId };
	}
	const existing =
		isOffline || sessionGrantId === undefined
			? undefined
			: await provider.Grant.find(sessionGrantId);
	const grant =
		existing ?? new provider.Grant({ accountId: account.accountId, clientId: client.clientId });
	grant.addOIDCScope(scope);
	grant.addResourceScope(apiResource, scope);
	await grant.save();
	return grant;
}

/** Puts the session's own grant back in its place once the offline sign-in has used that place. */
export function restoreSessionGrant({ oidc, state }: KoaContextWithOIDC): void {
	const { sessionGrant }: GrantState = state;
	if (sessionGrant === undefined || oidc.session === undefined) return;
	oidc.session.authorizationFor(sessionGrant.clientId).grantId = sessionGrant.grantId;
}
