import { findSignInEnd, readConnection, refreshIfDue } from '../../../shared';
import type { Operation } from '../operation';

/** Refreshes the token in time, so its refresh token does not end (part 8 of the interface document). */
export const keepSignInAlive: Operation = {
	name: 'Keep Sign-In Alive',
	action: 'Keep sign-in alive',
	description: 'Refresh the token of the credential before it ends',
	isNoTool: true,
	fields: [
		{
			displayName: 'Refresh',
			name: 'refresh',
			type: 'options',
			options: [
				{ name: 'Always', value: 'always', description: 'Refresh the token in each run' },
				{
					name: 'When Due',
					value: 'whenDue',
					description: 'Refresh it after half of its life, or after 7 days if its end is not known',
				},
			],
			default: 'whenDue',
			description: 'When to refresh the token',
		},
	],
	onceForAllItems: true,
	async execute(context, itemIndex) {
		const always = context.getNodeParameter('refresh', itemIndex) === 'always';
		const present = await readConnection(context);
		const { refreshed, connection } = await refreshIfDue(context, present, { itemIndex, always });
		return [{ json: { refreshed, sign_in_expires_at: findSignInEnd(connection) } }];
	},
};
