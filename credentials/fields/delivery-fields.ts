import type { INodeProperties } from 'n8n-workflow';

/**
 * What the trigger needs to authenticate deliveries. Secrets are at top level: n8n masks them only there.
 * None of these has `displayOptions`: n8n drops hidden fields when it decrypts, and what protects
 * something would no longer be enforced.
 */
export const deliveryFields: INodeProperties[] = [
	{
		displayName: 'Webhook Signing Secret',
		name: 'signingSecret',
		type: 'string',
		typeOptions: { password: true },
		default: '',
		description:
			'Where the service signs its deliveries with a shared secret. Every delivery must then carry a matching signature.',
	},
	{
		displayName: 'Require Signature',
		name: 'requireSignature',
		type: 'boolean',
		default: false,
		description:
			'Whether an empty Webhook Signing Secret is an error, rather than no check. For a secret that an expression gives.',
	},
	{
		displayName: 'Expected Audience',
		name: 'expectedAudience',
		type: 'string',
		default: '',
		description: 'Audience (aud) that the token of a delivery must name',
	},
	{
		displayName: 'Expected Client',
		name: 'expectedClient',
		type: 'string',
		default: '',
		description: 'Client (azp) that the token of a delivery must name',
	},
	{
		displayName: 'Expected Subject',
		name: 'expectedSubject',
		type: 'string',
		default: '',
		description: 'Subject (sub) that the token of a delivery must name',
	},
	{
		displayName: 'Require Expected Claims',
		name: 'requireExpectedClaims',
		type: 'boolean',
		default: false,
		description:
			'Whether each of Expected Audience, Client and Subject must be set: an empty one is an error, rather than no check. For values that expressions give.',
	},
];
