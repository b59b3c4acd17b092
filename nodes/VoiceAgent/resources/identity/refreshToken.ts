import { findSignInEnd, readConnection } from '../../../shared/credential';
import { refreshIfDue } from '../../../shared/http/call-service';
import { declareChoices } from '../../../shared/parameters';
import type { Operation } from '../operation';

/** Refreshes the token in time, so the refresh token does not expire (part 8 of the interface document). */
export const refreshToken: Operation = {
	name: 'Refresh Token',
	action: 'Refresh token',
	description: "Refresh the credential's token before its refresh token expires",
	isNoTool: true,
	fields: [
		{
			displayName: 'Refresh',
			name: 'refresh',
			type: 'options',
			// The operation runs once for all items, so no expression of an item can choose.
			noDataExpression: true,
			options: declareChoices({
				always: ['Always', 'Refresh the token in each run'],
				whenDue: [
					'When Due',
					'Refresh it after half of the time, or after 7 days if the refresh token names no expiry',
				],
			}),
			default: 'whenDue',
			description: 'When to refresh the token',
		},
	],
	executeOnce: true,
	async execute(context, { is }) {
		const always = is('refresh', 'always');
		const present = await readConnection(context);
		const { refreshed, connection } = await refreshIfDue(context, present, always);
		return [{ json: { refreshed, refresh_token_expires_at: findSignInEnd(connection) } }];
	},
};
