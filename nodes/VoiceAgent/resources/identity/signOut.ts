import { findTokenEnd, readIdentityConnection } from '../../../shared/credential';
import { throwFailure } from '../../../shared/http/failure';
import { isSuccess, type PlainResponse } from '../../../shared/http/response';
import { sendPlain } from '../../../shared/http/transport';
import { throwNodeError } from '../../../shared/errors';
import type { Operation } from '../operation';

/** Logout by refresh token: revokes the session and the token (part 4.2 of the interface document). */
export const signOut: Operation = {
	name: 'Sign Out',
	action: 'Sign out of identity server',
	description: "Sign the credential's user out and revoke the refresh token",
	isNoTool: true,
	fields: [
		{
			displayName:
				'After this, no new access tokens are issued. The API may accept the current one until it expires. Another credential that was connected in the same browser session may be signed out too.',
			name: 'signOutNotice',
			type: 'notice',
			default: '',
		},
	],
	// A second request would fail: the session has ended.
	executeOnce: true,
	async execute(context) {
		const connection = await readIdentityConnection(context);
		const { identity, signIn } = connection;
		if (signIn === undefined) throwNodeError(context, 'oauth2-only');
		if (signIn.refreshToken === undefined) throwNodeError(context, 'refresh-token-missing');
		const response = await sendPlain(context, {
			method: 'POST',
			party: 'identity',
			url: `${identity.identityServerUrl}/protocol/openid-connect/logout`,
			headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
			body: new URLSearchParams({
				client_id: signIn.clientId,
				...(signIn.clientSecret !== undefined && { client_secret: signIn.clientSecret }),
				refresh_token: signIn.refreshToken,
			}).toString(),
		});
		if (!isSuccess(response) && !isRedirectAfterSignOut(response)) {
			throwFailure(context, response, connection);
		}
		const json = {
			signed_out: true,
			access_token_expires_at: findTokenEnd(connection.accessToken),
			message:
				'Signed out. No new access tokens are issued; the API may accept the current one until it expires. Reconnect the credential before you use it again.',
		};
		return [{ json }];
	},
};

/** Some servers end the session and then lead a browser to another page (RFC 9110, 15.4.3 and 15.4.4). */
function isRedirectAfterSignOut(response: PlainResponse): boolean {
	if (response.kind !== 'response' || ![302, 303].includes(response.status)) return false;
	const { redirectsTo, url } = response;
	if (redirectsTo === undefined || url === undefined) return false;
	// A redirect to the same path, as from http to https, only corrects the address.
	return new URL(redirectsTo).pathname !== new URL(url).pathname;
}
