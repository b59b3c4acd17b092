import type { INodeProperties } from 'n8n-workflow';

/**
 * What the trigger needs to authenticate deliveries. Secrets are at top level: n8n masks them only there.
 * None of these has `displayOptions`: n8n drops hidden fields when it decrypts, and what protects
 * something would no longer be enforced.
 */
export const deliveryFields = {
	signingSecret: {
		displayName: 'Webhook Signing Secret',
		name: 'signingSecret',
		type: 'string',
		typeOptions: { password: true },
		default: '',
		description:
			'Where the service signs its deliveries with a shared secret. Every delivery must then carry a matching signature.',
	} satisfies INodeProperties,
	expectedClaims: [
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
	] satisfies INodeProperties[],
};
