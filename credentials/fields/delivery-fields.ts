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
			'Secret that the service signs its deliveries with. If it is set, every delivery must carry a matching signature.',
	},
	{
		displayName: 'Require Signature',
		name: 'requireSignature',
		type: 'boolean',
		default: false,
		description:
			'Whether an empty Webhook Signing Secret is an error. Switch this on if an expression fills in the secret.',
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
			'Whether an empty Expected Audience, Client or Subject is an error. Switch this on if expressions fill them in.',
	},
];
