import type { INodeProperties } from 'n8n-workflow';

/** How deliveries are authenticated; what each mode proves is in the docs, page Security. */
export const verificationParameter: INodeProperties = {
	displayName: 'Verify Deliveries',
	name: 'verifyDeliveries',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Report',
			value: 'report',
			description:
				'Check the token of a delivery, accept in any case, and say so under delivery of the conversation',
		},
		{
			name: 'Required',
			value: 'required',
			description: 'Accept only what verifies. Choose this once deliveries are seen to verify.',
		},
		{
			name: 'Off',
			value: 'off',
			description: 'Do not look at tokens. A signing secret in the credential is checked anyway.',
		},
	],
	default: 'report',
	description: 'Whether a delivery must carry a token of the identity server',
};
