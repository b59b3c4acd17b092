import {
	describeOutcome,
	findOutcomeCode,
	isSuccess,
	requestPlain,
	throwNodeError,
} from '../../../shared';
import type { Operation } from '../operation';
import { requireIdentity } from './require-identity';

/** Logout by refresh token: revokes the session and the token (part 4.2 of the interface document). */
export const signOut: Operation = {
	name: 'Sign Out',
	action: 'Sign out',
	description: 'End the sign-in of the credential and revoke its refresh token',
	fields: [
		{
			displayName:
				'Afterwards the credential must be connected again before anything else can use it.',
			name: 'signOutNotice',
			type: 'notice',
			default: '',
		},
	],
	// The second time there would be nobody left to sign out.
	onceForAllItems: true,
	async execute(context, itemIndex) {
		const connection = await requireIdentity(context, itemIndex);
		const { identityUrl, signIn } = connection;
		if (signIn === undefined) throwNodeError(context, 'oauth2-only', { itemIndex });
		if (signIn.refreshToken === undefined) {
			throwNodeError(context, 'credential-not-connected', { itemIndex });
		}
		const outcome = await requestPlain(context, {
			method: 'POST',
			url: `${identityUrl}/protocol/openid-connect/logout`,
			form: {
				client_id: signIn.clientId,
				...(signIn.clientSecret !== undefined && { client_secret: signIn.clientSecret }),
				refresh_token: signIn.refreshToken,
			},
		});
		if (!isSuccess(outcome)) {
			throwNodeError(context, findOutcomeCode(outcome, connection, 'identity'), {
				itemIndex,
				...describeOutcome(outcome, connection, 'identity'),
			});
		}
		return [
			{
				json: {
					signed_out: true,
					message: 'Signed out. Connect the credential again before using it.',
				},
			},
		];
	},
};
