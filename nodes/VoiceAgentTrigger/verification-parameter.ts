import type { INodeProperties } from 'n8n-workflow';

/** How deliveries are authenticated; what each mode proves is in the docs, page Security. */
export const verificationParameter: INodeProperties = {
	displayName: 'Verify Deliveries',
	name: 'verifyDeliveries',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Check, Accept Anyway',
			value: 'report',
			description:
				'Check the token of a delivery, but accept the delivery in any case. The field delivery shows the result.',
		},
		{
			name: 'Require',
			value: 'required',
			description:
				'Reject deliveries without a valid token. Use this once your executions show delivery.valid = true.',
		},
		{
			name: 'Off',
			value: 'off',
			description: 'Do not check tokens. A signing secret in the credential still applies.',
		},
	],
	default: 'report',
	description: 'Whether a delivery must carry a valid token of the identity server',
};
