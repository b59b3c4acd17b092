import { findSignInEnd, readConnection, renewIfDue } from '../../../shared';
import type { Operation } from '../operation';

/** Renews the sign-in in time, so its refresh token does not end (part 8 of the interface document). */
export const keepSignInAlive: Operation = {
	name: 'Keep Sign-In Alive',
	action: 'Keep sign-in alive',
	description: 'Renew the sign-in of the credential before it ends',
	isNoTool: true,
	fields: [
		{
			displayName: 'Renew',
			name: 'renew',
			type: 'options',
			options: [
				{ name: 'Always', value: 'always', description: 'Renew the sign-in in each run' },
				{
					name: 'When Due',
					value: 'whenDue',
					description: 'Renew it after half of its life, or after 7 days if its end is not known',
				},
			],
			default: 'whenDue',
			description: 'When to renew the sign-in',
		},
	],
	onceForAllItems: true,
	async execute(context, itemIndex) {
		const always = context.getNodeParameter('renew', itemIndex) === 'always';
		const present = await readConnection(context);
		const { renewed, connection } = await renewIfDue(context, present, { itemIndex, always });
		return [{ json: { renewed, sign_in_expires_at: findSignInEnd(connection) } }];
	},
};
