import type { INodeProperties } from 'n8n-workflow';

/** How deliveries are authenticated; what each mode proves is in the docs, page Security. */
export const verificationParameter: INodeProperties = {
	displayName: 'Verify Deliveries',
	name: 'verifyDeliveries',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Report Only',
			value: 'reportOnly',
			description:
				"Check a delivery's token, but accept the delivery in any case. n8n's log says when a token is valid.",
		},
		{
			name: 'Require',
			value: 'require',
			description:
				"Reject deliveries without a valid token. Use this once n8n's log says that one is valid, and turn on Check Sender in the credential: otherwise any account of the realm can send deliveries.",
		},
		{
			name: 'Off',
			value: 'off',
			description: 'Do not check tokens. A signing secret in the credential still applies.',
		},
	],
	default: 'reportOnly',
	description: 'Whether a delivery must carry a valid token of the identity server',
};
